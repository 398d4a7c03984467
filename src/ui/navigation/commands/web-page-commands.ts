import type { MergeRequestKey } from '../../../app/shared/keys';
import { orUndefined } from '../../../base/background';
import { t } from '../../../base/localize';
import { threadElement } from '../../../presentation/merge-request-page/discussion-shown';
import { editorElement, editorTextElement } from '../../../presentation/merge-request-page/editor-places';
import { REVIEW_ELEMENT } from '../../../presentation/merge-request-page/review/section';
import { COMMAND } from '../../../presentation/shared/command-ids';
import {
  COMMAND_ARGUMENTS,
  type CommandArgument,
  type CommandArguments,
} from '../../../schemas/command-argument';
import { type CommandRow, defineCommand } from '../../shared/commands/command-row';

export interface PageCommandDeps {
  /** `part`: the ID of the element to reveal. */
  readonly open: (key: MergeRequestKey, part?: string) => void;
  /** Returns the merge request of the row or of the active page, or asks for one. */
  readonly mergeRequestOf: (argument: CommandArgument, title: string) => Promise<MergeRequestKey | undefined>;
  /** Returns the comment that the page shows for a comment; undefined if it doesn't exist, which is reported. */
  readonly noteOnPage: (key: MergeRequestKey, note: number) => Promise<number | undefined>;
}

export function pageCommands({ open, mergeRequestOf, noteOnPage }: PageCommandDeps): readonly CommandRow[] {
  return [
    defineCommand({
      id: COMMAND.openMergeRequest,
      args: COMMAND_ARGUMENTS.openMergeRequest,
      failure: () => t("Couldn't open the merge request."),
      run: async (argument) => {
        const key = await mergeRequestOf(argument, t('Open Merge Request'));
        if (key === undefined) return;
        open(key, partOf(argument));
        const { note, write } = argument ?? {};
        if (note === undefined || write === true) return;
        // If the comments can't be loaded, the page shows why.
        const shown = await orUndefined(noteOnPage(key, note));
        if (shown !== undefined && shown !== note) open(key, threadElement(shown));
      },
    }),
  ];
}

/** Returns the ID of the element to reveal: a thread, or a text box. */
function partOf({ note, write, draft, review }: NonNullable<CommandArguments['openMergeRequest']> = {}):
  | string
  | undefined {
  if (draft !== undefined) return editorTextElement(editorElement({ kind: 'draft', draft }));
  if (review === true) return REVIEW_ELEMENT;
  if (write !== true) return note === undefined ? undefined : threadElement(note);
  const place =
    note === undefined ? ({ kind: 'comment' } as const) : ({ kind: 'reply', discussion: '' } as const);
  return editorTextElement(editorElement(place, note));
}
