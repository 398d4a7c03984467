import type { Changes } from '../../../app/changes/changes';
import type { CommentableFiles } from '../../../app/changes/commentable-files';
import type { ServerSuggestions } from '../../../app/discussions/apply-suggestions/server-suggestions';
import type { SuggestionBatches } from '../../../app/discussions/apply-suggestions/suggestion-batches';
import type { SuggestionOffers } from '../../../app/discussions/apply-suggestions/suggestion-offers';
import type { CommentOutbox } from '../../../app/discussions/comment-outbox';
import type { CommentTarget } from '../../../app/discussions/comment-targets';
import type { DiscussionActions } from '../../../app/discussions/discussion-actions';
import type { Discussions } from '../../../app/discussions/discussions';
import type { ReadOnlyProjects } from '../../../app/discussions/read-only-projects';
import type { ReviewForms } from '../../../app/discussions/review-forms';
import type { Suggestions } from '../../../app/discussions/suggestions';
import type { UnfinishedComments } from '../../../app/discussions/unfinished-comments';
import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import type { MergeRequestKey, ProjectKey } from '../../../app/shared/keys';
import { ReadOnlyTokenError } from '../../../domain/accounts/token-scopes';
import { MergeRequestRefusedError } from '../../../domain/merge-requests/action-errors';
import type { RowCommandId } from '../../../presentation/shared/command-ids';
import { type CommandArgument, type RowOr, rowOr } from '../../../schemas/command-argument';
import type { Project } from '../../../schemas/project';
import type { User } from '../../../schemas/user';
import type { WorkingSides } from '../../changes/editor/working-sides';
import {
  defineCommand,
  type DefinedCommand,
  type SetFailureMessage,
} from '../../shared/commands/command-row';
import type { Prompts } from '../../shared/editor/prompts';
import type { Report } from '../../shared/editor/report';
import type { CommentBoxTexts } from '../documents/comment-box-texts';
import type { CommentThreads } from '../documents/comment-threads';
import type { ReadingDocuments } from '../documents/reading-documents';
import type { PressedComment } from '../editor/pressed-comment';
import type { ReviewOffer } from './review-offer';

/** A row, or a comment in the editor. */
export type CommentArgument = RowOr<PressedComment>;

export interface CommentCommandDeps {
  readonly discussions: Discussions;
  readonly discussionActions: DiscussionActions;
  readonly outbox: CommentOutbox;
  readonly unfinished: UnfinishedComments;
  readonly frames: CommentableFiles;
  readonly changes: Changes;
  readonly boxes: CommentThreads;
  readonly workingSides: Pick<WorkingSides, 'find'>;
  readonly boxTexts: Pick<CommentBoxTexts, 'open' | 'forget'>;
  /** Merge requests that are open as text. */
  readonly reading: Pick<ReadingDocuments, 'threadAtCursor' | 'goToThread'>;
  readonly suggestions: Pick<Suggestions, 'of' | 'file' | 'stateOf' | 'linesOf'>;
  readonly serverSuggestions: Pick<ServerSuggestions, 'apply'>;
  readonly suggestionOffers: Pick<SuggestionOffers, 'onServer'>;
  readonly batches: Pick<SuggestionBatches, 'of' | 'has' | 'latest' | 'add' | 'remove'>;
  /** Returns a project, which may require a request; undefined if the server has none. */
  readonly projectOf: (key: ProjectKey, signal?: AbortSignal) => Promise<Project | undefined>;
  readonly reviewForms: Pick<ReviewForms, 'open'>;
  readonly mergeRequests: Pick<MergeRequests, 'get' | 'peek' | 'part'>;
  readonly readOnly: Pick<ReadOnlyProjects, 'reasonFor'>;
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

/** Throws if the project of a merge request is known to be archived, or if the token can only read. */
export function refuseReadOnly(
  { readOnly }: Pick<CommentCommandDeps, 'readOnly'>,
  key: MergeRequestKey,
): void {
  const reason = readOnly.reasonFor(key);
  if (reason === 'token') throw new ReadOnlyTokenError(key.base);
  if (reason === 'archived') throw new MergeRequestRefusedError('edit', key.iid, 'archived');
}

/** Defines a command for comments in rows or in the editor. */
export const commentCommand = (
  { boxes }: CommentCommandDeps,
  command: {
    readonly id: RowCommandId;
    readonly failure: () => string;
    readonly run: (
      argument: CommentArgument,
      failing: SetFailureMessage,
      selected: readonly CommentArgument[],
    ) => Promise<void> | void;
  },
): DefinedCommand => defineCommand({ ...command, args: rowOr((given) => boxes.read(given)) });
