import type { Range, TextDocument, TextEditor, Uri } from 'vscode';
import type { Changes } from '../../app/review/changes';
import type { CommentFrames } from '../../app/review/comment-frames';
import type { CommentOutbox } from '../../app/review/comment-outbox';
import type { CommentTarget } from '../../app/review/comment-targets';
import type { DiscussionActions, SayOutcome } from '../../app/review/discussion-actions';
import type { Discussions } from '../../app/review/discussions';
import type { SuggestedEdit, Suggestions } from '../../app/review/suggestions';
import type { UnfinishedComments } from '../../app/review/unfinished-comments';
import type { MergeRequestKey } from '../../app/shared/keys';
import { t } from '../../base/localize';
import type { PressedComment } from '../../editor/review/pressed-comment';
import type { Prompts } from '../../editor/shared/prompts';
import type { Report } from '../../editor/shared/report';
import type { RowCommandId } from '../../presentation/shared/command-ids';
import { type CommandArgument, type RowOr, rowOr } from '../../schemas/command-argument';
import { defineCommand, type DefinedCommand, type Failing } from '../shared/command-row';
import type { NewCommentBox } from './new-comment-box';
import type { ReviewOffer } from './review-offer';

/** A row, or a comment in the editor. */
export type CommentArgument = RowOr<PressedComment>;

/** The comments that the editor shows. */
export interface CommentBoxes {
  /** The comment, thread, or comment box whose button was used; undefined for anything else. */
  read(given: unknown): PressedComment | undefined;
  typed(pressed: PressedComment | undefined): Promise<
    | {
        readonly text: string;
        readonly target: CommentTarget | undefined;
        done(): void;
      }
    | undefined
  >;
  targetOf(pressed: PressedComment | undefined): CommentTarget | undefined;
  /** The comment box at lines whose button was pressed, where nothing was said there yet. */
  newBox(pressed: PressedComment | undefined): NewCommentBox | undefined;
  edit(pressed: PressedComment | undefined): void;
  cancelEdit(pressed: PressedComment | undefined): void;
  edited(
    pressed: PressedComment | undefined,
  ): { readonly target: CommentTarget; readonly text: string } | undefined;
  /** The changes that a comment suggests; undefined for what is no comment of a diff. */
  suggestedBy(pressed: PressedComment | undefined): readonly SuggestedEdit[] | undefined;
  redraw(key: MergeRequestKey): void;
  unfold(discussion: string): void;
  active(): MergeRequestKey | undefined;
}

/** What is typed in comment boxes. */
export interface BoxTexts {
  /** Opens an empty box for a new thread at these lines; undefined where VS Code opens none. */
  open(lines: Range, document: TextDocument): Promise<TextEditor | undefined>;
  /** Forgets a text that was typed at lines of this document: it is in another box by now. */
  forget(at: Uri, target: undefined, text: string): void;
}

export interface CommentCommandDeps {
  readonly discussions: Discussions;
  readonly talk: DiscussionActions;
  readonly outbox: CommentOutbox;
  readonly unfinished: UnfinishedComments;
  readonly frames: CommentFrames;
  readonly changes: Changes;
  readonly boxes: CommentBoxes;
  readonly boxTexts: BoxTexts;
  readonly suggestions: Pick<Suggestions, 'file' | 'stateOf'>;
  readonly offer: Pick<ReviewOffer, 'submitted' | 'commented'>;
  readonly prompts: Prompts;
  readonly report: Report;
  readonly now: () => number;
  /** The merge request that a command is about: of the row, of the page in front, or one that is chosen. */
  readonly mergeRequestOf: (argument: CommandArgument, title: string) => Promise<MergeRequestKey | undefined>;
}

/** What a command on comments is about: of a row of the tree, or of a comment in the editor. */
export function commentTargetOf(
  { boxes }: CommentCommandDeps,
  argument: CommentArgument,
): CommentTarget | undefined {
  const target = argument?.target;
  if (target?.kind === 'thread' || target?.kind === 'unsent') return target;
  return boxes.targetOf(argument?.pressed);
}

/** The merge request of a row, of a comment, of the diff in front, or one that is chosen. */
export async function talkOf(
  deps: CommentCommandDeps,
  argument: CommentArgument,
  title: string,
): Promise<MergeRequestKey | undefined> {
  const target = argument?.target;
  if (target !== undefined && 'mergeRequest' in target) return target.mergeRequest;
  const comment = deps.boxes.targetOf(argument?.pressed);
  if (comment !== undefined) return comment.mergeRequest;
  if (argument === undefined) {
    const active = deps.boxes.active();
    if (active !== undefined) return active;
  }
  return deps.mergeRequestOf(argument, title);
}

/** What is shown where the server didn't answer that it has a comment. */
export const couldNotSend = (): string => t("Couldn't send the comment.");

/** Tells what became of something that was written: what was not taken is kept, and offered again. */
export function showPostResult(deps: CommentCommandDeps, what: string, outcome: SayOutcome): void {
  if (outcome.kind === 'arrived') deps.prompts.showStatus(t('The comment had already been sent.'));
  if (outcome.kind !== 'kept') return;
  const kept = t('Your text has been kept.');
  const again = (): void => {
    void deps.talk.sendAgain(outcome.id).then(
      (next) => {
        showPostResult(deps, what, next);
      },
      (error: unknown) => {
        deps.report(what, error, undefined, kept);
      },
    );
  };
  deps.report(what, outcome.error, again, kept);
}

/** A command that is about comments, in rows or in the editor. */
export const commentCommand = (
  { boxes }: CommentCommandDeps,
  command: {
    readonly id: RowCommandId;
    readonly failure: () => string;
    readonly run: (
      argument: CommentArgument,
      failing: Failing,
      selected: readonly CommentArgument[],
    ) => Promise<void> | void;
  },
): DefinedCommand => defineCommand({ ...command, args: rowOr((given) => boxes.read(given)) });
