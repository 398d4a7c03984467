import type { Range, TextDocument, TextEditor, Uri } from 'vscode';
import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import type { ServerSuggestions } from '../../../app/review/apply-suggestions/server-suggestions';
import type { SuggestionBatches } from '../../../app/review/apply-suggestions/suggestion-batches';
import type { SuggestionOffers } from '../../../app/review/apply-suggestions/suggestion-offers';
import type { Changes } from '../../../app/review/changes';
import type { CommentFrames } from '../../../app/review/comment-frames';
import type { CommentOutbox } from '../../../app/review/comment-outbox';
import type { CommentTarget } from '../../../app/review/comment-targets';
import type { DiscussionActions } from '../../../app/review/discussion-actions';
import type { Discussions } from '../../../app/review/discussions';
import type { PostResult, PublishedNote, UnresolvedThread } from '../../../app/review/post-result';
import type { ReviewForms } from '../../../app/review/review-forms';
import type { SuggestedEdit, Suggestions } from '../../../app/review/suggestions';
import type { UnfinishedComments } from '../../../app/review/unfinished-comments';
import type { MergeRequestKey, ProjectKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import type { PressedComment } from '../editor/pressed-comment';
import type { WorkingSides } from '../editor/working-sides';
import type { Prompts } from '../../shared/editor/prompts';
import type { Report } from '../../shared/editor/report';
import type { RowCommandId } from '../../../presentation/shared/command-ids';
import { type CommandArgument, type RowOr, rowOr } from '../../../schemas/command-argument';
import type { Project } from '../../../schemas/project';
import type { User } from '../../../schemas/user';
import { defineCommand, type DefinedCommand, type Failing } from '../../shared/commands/command-row';
import type { NewCommentBox } from './new-comment-box';
import type { ReviewOffer } from './review-offer';

/** A row, or a comment in the editor. */
export type CommentArgument = RowOr<PressedComment>;

/** The comments that editors show. */
export interface CommentBoxes {
  /** Returns the comment, thread, or comment box whose button was clicked; undefined for other arguments. */
  read(given: unknown): PressedComment | undefined;
  typed(pressed: PressedComment | undefined): Promise<
    | {
        readonly text: string;
        readonly target: CommentTarget | undefined;
        /** Why there is no target, if it isn't the server's reason. */
        readonly refusal: string | undefined;
        done(): void;
      }
    | undefined
  >;
  targetOf(pressed: PressedComment | undefined): CommentTarget | undefined;
  /** Returns the comment box of a new thread whose button was clicked; undefined for other comment boxes. */
  newBox(pressed: PressedComment | undefined): NewCommentBox | undefined;
  edit(pressed: PressedComment | undefined): void;
  cancelEdit(pressed: PressedComment | undefined): void;
  edited(
    pressed: PressedComment | undefined,
  ): { readonly target: CommentTarget; readonly text: string; readonly was: string } | undefined;
  /** Returns the changes that a comment suggests; undefined for anything but comments in diffs. */
  suggestedBy(pressed: PressedComment | undefined): readonly SuggestedEdit[] | undefined;
  /** Returns the targets of the threads on the line of the cursor. */
  atCursor(): readonly CommentTarget[];
  redraw(key: MergeRequestKey): void;
  unfold(discussion: string): void;
  active(): MergeRequestKey | undefined;
}

/** Texts of comment boxes. */
export interface BoxTexts {
  /** Opens an empty comment box for a new thread on these lines; undefined if VS Code doesn't open one. */
  open(lines: Range, document: TextDocument): Promise<TextEditor | undefined>;
  /** Discards a text that was typed in this document, because it was moved to another comment box. */
  forget(at: Uri, target: undefined, text: string): void;
}

/** Threads of the merge request that is open as text in the active editor. */
interface ReadThreads {
  threadAtCursor(): CommentTarget | undefined;
  /** Moves the cursor to an unresolved thread. Returns false if there is none. */
  goToThread(step: 1 | -1): boolean;
}

export interface CommentCommandDeps {
  readonly discussions: Discussions;
  readonly discussionActions: DiscussionActions;
  readonly outbox: CommentOutbox;
  readonly unfinished: UnfinishedComments;
  readonly frames: CommentFrames;
  readonly changes: Changes;
  readonly boxes: CommentBoxes;
  readonly workingSides: Pick<WorkingSides, 'find'>;
  readonly boxTexts: BoxTexts;
  /** Merge requests that are open as text. */
  readonly reading: ReadThreads;
  readonly suggestions: Pick<Suggestions, 'file' | 'stateOf' | 'linesOf'>;
  readonly serverSuggestions: Pick<ServerSuggestions, 'apply'>;
  readonly suggestionOffers: Pick<SuggestionOffers, 'onServer'>;
  readonly batches: Pick<SuggestionBatches, 'of' | 'has' | 'latest' | 'add' | 'remove'>;
  /** Returns a project, which may require a request; undefined if the server has none. */
  readonly projectOf: (key: ProjectKey, signal?: AbortSignal) => Promise<Project | undefined>;
  readonly reviewForms: Pick<ReviewForms, 'open'>;
  readonly mergeRequests: Pick<MergeRequests, 'get' | 'peek' | 'part'>;
  readonly userOf: (base: string) => Promise<Pick<User, 'id' | 'name' | 'username'>>;
  readonly offer: Pick<ReviewOffer, 'commented'>;
  readonly prompts: Prompts;
  readonly report: Report;
  readonly now: () => number;
  /** Returns the merge request of the row or of the active page, or asks for one. */
  readonly mergeRequestOf: (argument: CommandArgument, title: string) => Promise<MergeRequestKey | undefined>;
}

/** Returns the target of a command for comments: a row, or a comment in the editor. */
export function commentTargetOf(
  { boxes }: CommentCommandDeps,
  argument: CommentArgument,
): CommentTarget | undefined {
  const target = argument?.target;
  if (target?.kind === 'thread' || target?.kind === 'unsent' || target?.kind === 'draft') return target;
  return boxes.targetOf(argument?.pressed);
}

/** Returns the merge request of the row, the comment, or the active diff, or asks for one. */
export async function commentedMergeRequestOf(
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

/** The message if the server didn't confirm a comment. */
export const couldNotSend = (): string => t("Couldn't send the comment.");

type PostDeps = Pick<CommentCommandDeps, 'discussions' | 'discussionActions' | 'report'> & {
  readonly prompts: Pick<Prompts, 'showMessage' | 'showStatus'>;
};

/** Shows the result of sending a text. Text that wasn't sent is kept and can be sent again. */
export function showPostResult(deps: PostDeps, what: string, outcome: PostResult): void {
  if (outcome.kind === 'arrived') deps.prompts.showStatus(t('The comment had already been sent.'));
  if (outcome.kind !== 'kept') {
    if (outcome.unresolved !== undefined) reportUnresolved(deps, outcome.unresolved);
    if (outcome.published !== undefined) showPublished(deps, outcome.published);
    return;
  }
  const kept = t('Your text has been kept.');
  const again = (): void => {
    void deps.discussionActions.sendAgain(outcome.id).then(
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

/** Reports that a reply was added, but its thread couldn't be resolved, and offers to try again. */
function reportUnresolved(
  deps: Pick<CommentCommandDeps, 'discussionActions' | 'report'>,
  { key, discussion, error }: UnresolvedThread,
): void {
  const what = t("Your reply was added, but the thread couldn't be resolved.");
  const again = (): void => {
    void deps.discussionActions.resolve(key, discussion, true).catch((next: unknown) => {
      reportUnresolved(deps, { key, discussion, error: next });
    });
  };
  deps.report(what, error, again);
}

/** Reports that everyone can read a comment that should be internal, and offers to delete it. */
function showPublished(deps: PostDeps, { key, note }: PublishedNote): void {
  const { discussions, discussionActions, prompts, report } = deps;
  const remove = async (): Promise<void> => {
    try {
      const { threads } = await discussions.refresh(key);
      const thread = threads.find(({ notes }) => notes.some(({ id }) => id === note));
      if (thread === undefined) {
        // It can also be in a part of a long list that wasn't read.
        const message = t("Couldn't find the comment. Open !{0} in the browser to check.", key.iid);
        prompts.showMessage('error', message, []);
        return;
      }
      await discussionActions.remove(key, thread.id, note);
      prompts.showStatus(t('Comment deleted.'));
    } catch (error) {
      report(t("Couldn't delete the comment."), error, () => void remove());
    }
  };
  const message = t(
    '{0} added your internal note to !{1} as a regular comment that everyone can read.',
    new URL(key.base).host,
    key.iid,
  );
  prompts.showMessage('error', message, [{ title: t('Delete Comment'), run: remove }]);
}

/** Defines a command for comments in rows or in the editor. */
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
