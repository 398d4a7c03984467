import { type TextDocument, Uri, window, workspace } from 'vscode';
import { positionIn } from '../../../app/changes/commentable-files';
import { isSuggested } from '../../../app/discussions/own-suggestions';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { baseName } from '../../../domain/changes/file-tree';
import type { CommentPosition } from '../../../domain/changes/positions';
import { type OwnSuggestion, ownSuggestions } from '../../../domain/discussions/own-suggestions';
import { commentsMissing } from '../../../presentation/discussions/comment-messages';
import {
  addedSuggestions,
  editLabel,
  selectEdits,
} from '../../../presentation/discussions/own-suggestion-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { CommandArgument } from '../../../schemas/command-argument';
import { workingLinesOf, type WorkingSide, workingSide } from '../../changes/editor/shown-side';
import type { CommandRow } from '../../shared/commands/command-row';
import { execute } from '../../shared/editor/execute';
import type { CommentCommandDeps } from './comment-deps';
import { discardEdits } from './discard-edits';
import { sendComment } from './send-comment';

/** A suggestion, and the position of its comment at the head. */
interface Placed {
  readonly suggestion: OwnSuggestion;
  readonly position: CommentPosition;
}

/** A file of the workspace that a merge request changes. The head of the merge request is checked out. */
interface Edited {
  readonly document: TextDocument;
  readonly side: WorkingSide;
  readonly key: MergeRequestKey;
  readonly name: string;
}

/** Suggests the local changes of a file to the author of the merge request, as pending comments. */
export const suggestEditsCommand = (deps: CommentCommandDeps): CommandRow => ({
  id: COMMAND.suggestMyEdits,
  failure: () => t("Couldn't suggest your changes."),
  run: async (argument) => {
    const edited = editedFile(argument);
    if (edited === undefined) {
      const how = t(
        'Open a file that a merge request changes, and check out the branch of the merge request.',
      );
      deps.prompts.showMessage('info', how, []);
      return;
    }
    const found = await placedEdits(deps, edited);
    if (found === undefined) return;
    const chosen = await choose(deps, edited, found);
    if (chosen === undefined) return;
    const sent = await send(deps, edited, found.isReview, chosen);
    if (sent.length > 0) offerDiscard(deps, edited, sent, found.isReview);
  },
});

function editedFile(argument: CommandArgument): Edited | undefined {
  const given = argument?.document;
  const document =
    given === undefined ? visibleFile() : workspace.textDocuments.find(({ uri }) => isAt(uri, given));
  const side = document && workingSide(document.uri);
  if (document === undefined || side === undefined) return undefined;
  const { base, project, iid, path } = side.address;
  return { document, side, key: { base, project, iid }, name: baseName(path) };
}

/** Prefers the active editor, which may be the other side of the diff. */
const visibleFile = (): TextDocument | undefined =>
  [window.activeTextEditor, ...window.visibleTextEditors].find(
    (editor) => editor !== undefined && workingSide(editor.document.uri) !== undefined,
  )?.document;

const isAt = (uri: Uri, given: NonNullable<NonNullable<CommandArgument>['document']>): boolean =>
  uri.scheme === given.scheme && uri.authority === given.authority && uri.path === given.path;

/** Suggestions that can be added. `isReview`: as pending comments. `leftOut`: number of other changes. */
interface Found {
  readonly placed: readonly Placed[];
  readonly leftOut: number;
  readonly isReview: boolean;
}

/** Finds the changes that can be suggested. If there are none, shows why and returns undefined. */
async function placedEdits(
  { discussions, frames, outbox, prompts }: CommentCommandDeps,
  { document, side, key, name }: Edited,
): Promise<Found | undefined> {
  const comments = await discussions.get(key);
  const frame = await frames.of(side.address);
  const lines = workingLinesOf(document);
  const edits = lines && ownSuggestions(lines);
  const possible = (edits?.fitting ?? []).flatMap((suggestion): Placed | readonly [] => {
    const position = frame && positionIn(frame, suggestion.head.start, suggestion.head.end);
    return position === undefined ? [] : { suggestion, position };
  });
  const sent = { comments, unsent: outbox.list(key) };
  const placed = possible.filter(({ suggestion, position }) => !isSuggested(sent, suggestion.body, position));
  if (edits !== undefined && comments.missing === undefined && placed.length > 0) {
    const leftOut = edits.fitting.length - possible.length + edits.tooLarge;
    return { placed, leftOut, isReview: comments.drafts !== undefined };
  }
  const why =
    comments.missing !== undefined
      ? commentsMissing(comments.missing, key.base)
      : lines?.isSame === true
        ? t('{0} has no local changes to suggest.', name)
        : edits === undefined
          ? t("The local changes in {0} can't be suggested because there are too many.", name)
          : possible.length > 0
            ? t('All local changes in {0} have already been suggested.', name)
            : t(
                "The local changes in {0} can't be suggested because they're too large or outside of the diff.",
                name,
              );
  prompts.showMessage('info', why, []);
  return undefined;
}

function choose(
  { prompts }: CommentCommandDeps,
  { key }: Edited,
  { placed, leftOut, isReview }: Found,
): Promise<readonly Placed[] | undefined> {
  return prompts.pickMany({
    title: t('Suggest My Edits'),
    placeholder: selectEdits(key.iid, { leftOut, isReview }),
    stays: true,
    items: placed.map((each) => ({ ...editLabel(each.suggestion), picked: true, value: each })),
  });
}

/** Adds the suggestions one after the other. Returns those that arrived; a failure ends it. */
async function send(
  deps: CommentCommandDeps,
  { key }: Edited,
  isReview: boolean,
  chosen: readonly Placed[],
): Promise<readonly OwnSuggestion[]> {
  const sent: OwnSuggestion[] = [];
  await deps.prompts.progress.cancellable(t('Adding suggestions…'), async (signal) => {
    for (const { suggestion, position } of chosen) {
      if (signal.aborted) return;
      const comment = { kind: isReview ? 'pending' : 'thread', body: suggestion.body, position } as const;
      if ((await sendComment(deps, key, comment))?.kind === 'kept') return;
      sent.push(suggestion);
    }
  });
  return sent;
}

function offerDiscard(
  deps: CommentCommandDeps,
  { document: { uri }, key, name }: Edited,
  sent: readonly OwnSuggestion[],
  isReview: boolean,
): void {
  const submit = {
    title: t('Submit Review...'),
    run: async () => execute(COMMAND.submitReview, { target: { kind: 'merge-request', mergeRequest: key } }),
  };
  const discard = {
    title: t('Discard Local Changes...'),
    run: () => discardEdits(deps, { uri: Uri.from(uri), name, iid: key.iid }, sent),
    failure: () => t("Couldn't discard the local changes."),
  };
  const message = addedSuggestions(key.iid, sent.length, { isReview });
  deps.prompts.showMessage('info', message, isReview ? [discard, submit] : [discard]);
}
