import type { Client } from '../../api/client';
import {
  deleteDraftNote,
  deleteNote,
  publishDraftNotes,
  resolveDiscussion,
} from '../../api/endpoints/discussions';
import { isApiError, isOutcomeUnknown } from '../../api/errors';
import { type Clock, systemClock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { MergeRequest } from '../../schemas/merge-request';
import type { User } from '../../schemas/user';
import { argsOf } from '../merge-requests/calls';
import type { MergeRequests } from '../merge-requests/merge-requests';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { CommentOutbox, OutboxItem, Said } from './comment-outbox';
import { changed, hasArrived, isPlain, newestNote, sendSaid } from './discussion-calls';
import type { Discussions } from './discussions';

export interface DiscussionActionsDeps {
  readonly clientFor: (base: string) => Client;
  readonly mergeRequests: Pick<MergeRequests, 'peek' | 'refresh'>;
  readonly discussions: Discussions;
  readonly outbox: CommentOutbox;
  /** Who writes. */
  readonly userOf: (base: string) => Promise<Pick<User, 'id'>>;
  readonly clock?: Pick<Clock, 'now'>;
}

/** What was known of a merge request before something was said, and what it is now. */
export interface Spoken {
  readonly key: MergeRequestKey;
  readonly before: MergeRequest | undefined;
  readonly after: MergeRequest;
}

/**
 * `arrived`: it was there already, though its answer was lost; nothing was sent. `gone`: it was sent or discarded
 * meanwhile. `kept`: it was not taken, and waits
 * in the outbox under this id.
 */
export type SayOutcome =
  | { readonly kind: 'sent' | 'arrived' | 'gone' }
  | { readonly kind: 'kept'; readonly id: string; readonly error: unknown };

/**
 * Says things about merge requests. What is written is in the outbox before it is sent, and leaves it when a server
 * has taken it: so it is neither lost nor, without somebody's word, sent twice.
 */
export class DiscussionActions implements Disposable {
  readonly #deps: DiscussionActionsDeps;
  readonly #clock: Pick<Clock, 'now'>;
  /** What is under way, by what it is: the same thing at the same time is done once. */
  readonly #flights = new Map<string, Promise<unknown>>();
  readonly #acted = new Emitter<Spoken>();
  readonly #listening: Disposable;
  #count = 0;

  /** Something was said or resolved, and the merge request was read again. */
  readonly onDidAct = this.#acted.event;

  constructor(deps: DiscussionActionsDeps) {
    this.#deps = deps;
    this.#clock = deps.clock ?? systemClock;
    this.#listening = deps.discussions.onDidChange((key) => {
      // Whoever wrote isn't known at the moment: the next change, or sending it again, finds it.
      this.#dropArrived(key).catch(() => undefined);
    });
  }

  /** Says it. Where that fails, it stays in the outbox: nobody has to type it again. */
  say(key: MergeRequestKey, said: Said): Promise<SayOutcome> {
    return this.#once(`say ${mergeRequestId(key)} ${JSON.stringify(said)}`, () => {
      const at = this.#clock.now();
      const id = `${at} ${++this.#count} ${Math.random().toString(36).slice(2, 8)}`;
      return this.#send({ ...said, id, at, mergeRequest: key, state: 'sending' });
    });
  }

  /** Sends what was not taken. Looks first whether it arrived all the same. */
  sendAgain(id: string): Promise<SayOutcome> {
    return this.#once(`again ${id}`, async () => {
      const item = this.#deps.outbox.find(id);
      if (item === undefined || item.state === 'sending') return { kind: 'gone' };
      const { discussions, userOf, outbox } = this.#deps;
      const [talk, user] = await Promise.all([
        discussions.refresh(item.mergeRequest),
        userOf(item.mergeRequest.base),
      ]);
      if (hasArrived(talk, item, user.id)) {
        await outbox.remove(id);
        return { kind: 'arrived' };
      }
      return this.#send({ ...item, state: 'sending', at: this.#clock.now() });
    });
  }

  /** Takes back what was not taken. */
  discard(id: string): Promise<void> {
    return this.#deps.outbox.remove(id);
  }

  resolve(key: MergeRequestKey, discussion: string, resolved: boolean): Promise<void> {
    return this.#once(`resolve ${mergeRequestId(key)} ${discussion} ${String(resolved)}`, async () => {
      const args = { ...argsOf(key), discussion_id: discussion, resolved };
      const now = await this.#client(key).call(resolveDiscussion, args);
      this.#apply(key, (talk) => changed(talk, discussion, () => now.notes));
    });
  }

  remove(key: MergeRequestKey, discussion: string, note: number): Promise<void> {
    return this.#once(`remove ${mergeRequestId(key)} ${note}`, async () => {
      const args = { ...argsOf(key), discussion_id: discussion, note_id: note };
      await goneOr(this.#client(key).call(deleteNote, args));
      this.#apply(key, (talk) => changed(talk, discussion, (notes) => notes.filter(({ id }) => id !== note)));
    });
  }

  removeDraft(key: MergeRequestKey, draft: number): Promise<void> {
    return this.#once(`remove draft ${mergeRequestId(key)} ${draft}`, async () => {
      await goneOr(this.#client(key).call(deleteDraftNote, { ...argsOf(key), draft_note_id: draft }));
      this.#deps.discussions.apply(key, (talk) => ({
        ...talk,
        drafts: talk.drafts?.filter(({ id }) => id !== draft),
      }));
    });
  }

  /** Makes comments of all own drafts. Gives how many there were. */
  publish(key: MergeRequestKey): Promise<number> {
    return this.#once(`publish ${mergeRequestId(key)}`, async () => {
      const { discussions } = this.#deps;
      const { drafts = [] } = await discussions.get(key);
      await this.#client(key).call(publishDraftNotes, argsOf(key));
      discussions.apply(key, (talk) => ({ ...talk, drafts: talk.drafts && [] }));
      this.#readAgain(key);
      // Published they are whatever reading them gives: they are read with the next look.
      await discussions.refresh(key).catch(() => undefined);
      return drafts.length;
    });
  }

  dispose(): void {
    this.#listening.dispose();
    this.#acted.dispose();
  }

  /** Takes what was sent without a confirmation out of the outbox once it is seen to have arrived. */
  async #dropArrived(key: MergeRequestKey): Promise<void> {
    const { outbox, discussions, userOf } = this.#deps;
    const items = outbox.list(key).filter(({ state, unconfirmed }) => state === 'failed' && unconfirmed);
    if (items.length === 0) return;
    const user = await userOf(key.base);
    const talk = discussions.peek(key);
    if (talk === undefined) return;
    for (const item of items) if (hasArrived(talk, item, user.id)) await outbox.remove(item.id);
  }

  #client({ base }: MergeRequestKey): Client {
    return this.#deps.clientFor(base);
  }

  async #send(written: OutboxItem): Promise<SayOutcome> {
    const { outbox, discussions } = this.#deps;
    const key = written.mergeRequest;
    // What was known before the first attempt: a later one may be preceded by an answer that was lost.
    const item = { ...written, newest: written.newest ?? newestNote(discussions.peek(key)) };
    await outbox.put({ ...item, why: undefined, unconfirmed: undefined });
    try {
      const change = await sendSaid(this.#client(key), key, item, await this.#draftOf(item));
      await outbox.remove(item.id);
      if (item.draft) this.#deps.discussions.apply(key, change);
      else this.#apply(key, change);
      // Only the list tells the thread of a comment, which answers to it need; it is read again with the next look too.
      if (isPlain(item) && this.#deps.discussions.peek(key) !== undefined)
        await this.#deps.discussions.refresh(key).catch(() => undefined);
      return { kind: 'sent' };
    } catch (error) {
      const why = isApiError(error) ? error.kind : 'unexpected';
      await outbox.put({ ...item, state: 'failed', why, unconfirmed: isOutcomeUnknown(error) });
      return { kind: 'kept', id: item.id, error };
    }
  }

  /** The draft whose text is to be changed, as it was read last: its place has to be sent along. */
  async #draftOf({ draft, note, mergeRequest }: OutboxItem) {
    if (!draft || note === undefined) return undefined;
    const { discussions } = this.#deps;
    const isIt = ({ id }: { readonly id: number }): boolean => id === note;
    const known = (await discussions.get(mergeRequest)).drafts?.find(isIt);
    return known ?? (await discussions.refresh(mergeRequest)).drafts?.find(isIt);
  }

  #apply(key: MergeRequestKey, change: Parameters<Discussions['apply']>[1]): void {
    this.#deps.discussions.apply(key, change);
    this.#readAgain(key);
  }

  /** Whether it can be merged may depend on its threads. */
  #readAgain(key: MergeRequestKey): void {
    const { mergeRequests } = this.#deps;
    const before = mergeRequests.peek(key);
    mergeRequests.refresh(key).then(
      (after) => {
        this.#acted.fire({ key, before, after });
      },
      () => undefined, // It is read again with the next look.
    );
  }

  async #once<T>(what: string, act: () => Promise<T>): Promise<T> {
    const running = this.#flights.get(what);
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the name says what it gives
    if (running !== undefined) return running as Promise<T>;
    const flight = act();
    this.#flights.set(what, flight);
    try {
      return await flight;
    } finally {
      this.#flights.delete(what);
    }
  }
}

/** What is gone already is what was wanted. */
async function goneOr(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!isApiError(error, 'not-found')) throw error;
  }
}
