import type { Client } from '../../api/client';
import type { ArgsOf } from '../../api/endpoint';
import {
  deleteDraftNote,
  deleteNote,
  publishDraftNotes,
  resolveDiscussion,
} from '../../api/endpoints/discussions';
import { isApiError, isOutcomeUnknown } from '../../api/errors';
import { ignoreFailure, orUndefined } from '../../base/background';
import { type Clock, systemClock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { SingleFlight } from '../../base/single-flight';
import { CommentConflictError } from '../../domain/merge-requests/edit';
import type { MergeRequest } from '../../schemas/merge-request';
import type { User } from '../../schemas/user';
import { argsOf } from '../merge-requests/calls';
import type { MergeRequests } from '../merge-requests/merge-requests';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { CommentOutbox, OutboxItem } from './comment-outbox';
import {
  type CommentToPost,
  editedText,
  isEdit,
  isOnServer,
  isPending,
  isSameText,
  latestNoteId,
  postToServer,
  withChangedThread,
} from './comment-to-post';
import type { Discussions } from './discussions';
import { InternalNotes } from './internal-notes';

export interface DiscussionActionsDeps {
  readonly clientFor: (base: string) => Client;
  readonly mergeRequests: Pick<MergeRequests, 'peek' | 'refresh'>;
  readonly discussions: Discussions;
  readonly outbox: CommentOutbox;
  /** Returns the signed-in user. */
  readonly userOf: (base: string) => Promise<Pick<User, 'id'>>;
  readonly clock?: Pick<Clock, 'now'>;
}

/** The summary and the state of a review. */
export type ReviewArgs = Pick<ArgsOf<typeof publishDraftNotes>, 'note' | 'reviewer_state'>;

/** A thread that couldn't be resolved, and why. */
export interface UnresolvedThread {
  readonly key: MergeRequestKey;
  readonly discussion: string;
  readonly error: unknown;
}

/** A comment that should be internal, but that everyone can read. */
export interface ExposedComment {
  readonly key: MergeRequestKey;
  readonly note: number;
}

/**
 * `arrived`: a previous attempt had succeeded; nothing was sent. `gone`: the comment was sent or discarded in
 * the meantime. `kept`: sending failed, and the comment remains in the outbox under this ID. `unresolved`: the reply
 * was added, but the thread couldn't be resolved. `exposed`: everyone can read the comment, because the server
 * ignored that it must be internal.
 */
export type PostResult =
  | {
      readonly kind: 'sent' | 'arrived' | 'gone';
      readonly unresolved?: UnresolvedThread;
      readonly exposed?: ExposedComment;
    }
  | { readonly kind: 'kept'; readonly id: string; readonly error: unknown };

/** A merge request before and after an action on its threads. */
export interface DiscussionActEvent {
  readonly key: MergeRequestKey;
  readonly before: MergeRequest | undefined;
  readonly after: MergeRequest;
}

/**
 * Sends comments and changes threads. Stores each comment in the outbox before sending, and removes it when
 * the server accepted it, so that comments aren't lost and aren't sent twice without the user's request.
 */
export class DiscussionActions implements Disposable {
  readonly #deps: DiscussionActionsDeps;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #internalNotes: InternalNotes;
  /** Actions in progress by name, so that the same action isn't run twice at the same time. */
  readonly #posts = new SingleFlight<string, PostResult>();
  readonly #changes = new SingleFlight<string, void>();
  readonly #submissions = new SingleFlight<string, number>();
  readonly #acted = new Emitter<DiscussionActEvent>();
  readonly #listening: Disposable;
  #count = 0;

  /** Fires after an action on comments or threads, when the merge request was read again. */
  readonly onDidAct = this.#acted.event;

  constructor(deps: DiscussionActionsDeps) {
    this.#deps = deps;
    this.#clock = deps.clock ?? systemClock;
    this.#internalNotes = new InternalNotes(deps.clientFor);
    this.#listening = deps.discussions.onDidChange((key) => {
      // Ignore failures to read the user: the next change, or sending again, repeats the check.
      ignoreFailure(this.#dropArrived(key));
    });
  }

  /** Sends a comment. If that fails, the comment remains in the outbox. */
  post(key: MergeRequestKey, comment: CommentToPost): Promise<PostResult> {
    return this.#posts.run(`post ${mergeRequestId(key)} ${JSON.stringify(comment)}`, () => {
      const at = this.#clock.now();
      const id = `${at} ${++this.#count} ${Math.random().toString(36).slice(2, 8)}`;
      return this.#send({ ...comment, id, at, mergeRequest: key, state: 'sending' });
    });
  }

  /** Sends a comment that failed. First checks whether a previous attempt succeeded. */
  sendAgain(id: string): Promise<PostResult> {
    return this.#posts.run(`again ${id}`, async () => {
      const item = this.#deps.outbox.find(id);
      if (item === undefined || item.state === 'sending') return { kind: 'gone' };
      const { discussions, userOf, outbox } = this.#deps;
      const [comments, user] = await Promise.all([
        discussions.refresh(item.mergeRequest),
        userOf(item.mergeRequest.base),
      ]);
      if (isOnServer(comments, item, user.id)) {
        await outbox.remove(id);
        return { kind: 'arrived', ...(await this.#resolveThreadOf(item)) };
      }
      return this.#send({ ...item, state: 'sending', at: this.#clock.now() });
    });
  }

  /** Discards a comment that failed. */
  discard(id: string): Promise<void> {
    return this.#deps.outbox.remove(id);
  }

  resolve(key: MergeRequestKey, discussion: string, resolved: boolean): Promise<void> {
    return this.#changes.run(`resolve ${mergeRequestId(key)} ${discussion} ${String(resolved)}`, async () => {
      const args = { ...argsOf(key), discussion_id: discussion, resolved };
      const now = await this.#client(key).call(resolveDiscussion, args);
      this.#apply(key, (comments) =>
        withChangedThread(comments, discussion, (thread) => ({ ...thread, notes: now.notes })),
      );
    });
  }

  remove(key: MergeRequestKey, discussion: string, note: number): Promise<void> {
    return this.#changes.run(`remove ${mergeRequestId(key)} ${note}`, async () => {
      const args = { ...argsOf(key), discussion_id: discussion, note_id: note };
      await ignoreMissing(this.#client(key).call(deleteNote, args));
      this.#apply(key, (comments) =>
        withChangedThread(comments, discussion, (thread) => ({
          ...thread,
          notes: thread.notes.filter(({ id }) => id !== note),
        })),
      );
    });
  }

  removeDraft(key: MergeRequestKey, draft: number): Promise<void> {
    return this.#changes.run(`remove draft ${mergeRequestId(key)} ${draft}`, async () => {
      await ignoreMissing(this.#client(key).call(deleteDraftNote, { ...argsOf(key), draft_note_id: draft }));
      this.#deps.discussions.apply(key, (comments) => ({
        ...comments,
        drafts: comments.drafts?.filter(({ id }) => id !== draft),
      }));
    });
  }

  /**
   * Submits all pending comments of the user, and a review. Older servers ignore the review. Returns the number of
   * comments, which other windows and pages may have changed since the last read.
   */
  publish(key: MergeRequestKey, review: ReviewArgs = {}): Promise<number> {
    return this.#submissions.run(mergeRequestId(key), async () => {
      const { discussions } = this.#deps;
      const { drafts = [] } = await discussions.latest(key);
      await this.#client(key).call(publishDraftNotes, { ...argsOf(key), ...review });
      discussions.apply(key, (comments) => ({ ...comments, drafts: comments.drafts && [] }));
      this.#readAgain(key);
      // The comments are published even if reading them fails. The next poll reads them.
      await orUndefined(discussions.refresh(key));
      return drafts.length;
    });
  }

  dispose(): void {
    this.#listening.dispose();
    this.#acted.dispose();
  }

  /** Removes unconfirmed comments from the outbox if they exist on the server. */
  async #dropArrived(key: MergeRequestKey): Promise<void> {
    const { outbox, discussions, userOf } = this.#deps;
    const items = outbox.list(key).filter(({ state, unconfirmed }) => state === 'failed' && unconfirmed);
    if (items.length === 0) return;
    const user = await userOf(key.base);
    const comments = discussions.peek(key);
    if (comments === undefined) return;
    for (const item of items) if (isOnServer(comments, item, user.id)) await outbox.remove(item.id);
  }

  #client({ base }: MergeRequestKey): Client {
    return this.#deps.clientFor(base);
  }

  async #send(written: OutboxItem): Promise<PostResult> {
    const { outbox, discussions } = this.#deps;
    const key = written.mergeRequest;
    // Use the notes known before the first attempt, because the comment may exist since then.
    const item = { ...written, newest: written.newest ?? latestNoteId(discussions.peek(key)) };
    await outbox.put({ ...item, why: undefined, unconfirmed: undefined });
    try {
      if (await this.#isMade(item)) {
        await outbox.remove(item.id);
        return { kind: 'arrived' };
      }
      const isInternal = 'internal' in item && item.internal === true;
      if (isInternal) await this.#internalNotes.check(key.base);
      const draftOf = (id: number) => this.#draftOf(key, id);
      const { note, apply } = await postToServer({ client: this.#client(key), key, draftOf }, item);
      await outbox.remove(item.id);
      if (isPending(item)) discussions.apply(key, apply);
      else this.#apply(key, apply);
      // The thread ID is required for replies, but only the list contains it. If reading fails, the next poll
      // retries.
      if (item.kind === 'comment' && discussions.peek(key) !== undefined)
        await orUndefined(discussions.refresh(key));
      if (isInternal && note !== undefined && note.internal !== true)
        return { kind: 'sent', exposed: { key, note: note.id } };
      return { kind: 'sent', ...(await this.#resolveThreadOf(item)) };
    } catch (error) {
      const isConflict = error instanceof CommentConflictError;
      const why = isConflict ? 'changed' : isApiError(error) ? error.kind : 'unexpected';
      // The user sees the current text of the comment, so that sending again overwrites it.
      const kept =
        isConflict && isEdit(item) ? { ...item, was: editedText(discussions.peek(key), item) } : item;
      await outbox.put({ ...kept, state: 'failed', why, unconfirmed: isOutcomeUnknown(error) });
      return { kind: 'kept', id: item.id, error };
    }
  }

  /** Resolves the thread of a reply that was added, if the user asked for it. Returns the failure. */
  async #resolveThreadOf(item: OutboxItem): Promise<{ readonly unresolved?: UnresolvedThread }> {
    if (item.kind !== 'reply' || item.resolve !== true) return {};
    const { mergeRequest: key, discussion } = item;
    try {
      await this.resolve(key, discussion, true);
      return {};
    } catch (error) {
      return { unresolved: { key, discussion, error } };
    }
  }

  /**
   * Compares the comment to edit with the text that the user started from. True if it already has the new text.
   * @throws CommentConflictError if it has another text, so that no change of someone else is overwritten.
   */
  async #isMade(item: OutboxItem): Promise<boolean> {
    if (!isEdit(item) || item.was === undefined) return false;
    const now = editedText(await this.#deps.discussions.refresh(item.mergeRequest), item);
    if (now === undefined || isSameText(now, item.was)) return false;
    if (isSameText(now, item.body)) return true;
    throw new CommentConflictError();
  }

  /** Returns a pending comment; undefined if it doesn't exist. */
  async #draftOf(key: MergeRequestKey, draft: number) {
    const { discussions } = this.#deps;
    const isIt = ({ id }: { readonly id: number }): boolean => id === draft;
    const known = (await discussions.get(key)).drafts?.find(isIt);
    return known ?? (await discussions.refresh(key)).drafts?.find(isIt);
  }

  #apply(key: MergeRequestKey, change: Parameters<Discussions['apply']>[1]): void {
    this.#deps.discussions.apply(key, change);
    this.#readAgain(key);
  }

  /** Threads may determine whether the merge request can be merged. */
  #readAgain(key: MergeRequestKey): void {
    const { mergeRequests } = this.#deps;
    const before = mergeRequests.peek(key);
    // If it fails, the next poll retries.
    ignoreFailure(
      mergeRequests.refresh(key).then((after) => {
        this.#acted.fire({ key, before, after });
      }),
    );
  }
}

/** Waits for a deletion. Ignores that the comment no longer exists. */
async function ignoreMissing(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!isApiError(error, 'not-found')) throw error;
  }
}
