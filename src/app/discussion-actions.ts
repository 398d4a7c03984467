import type { Client } from '../api/client';
import {
  deleteDraftNote,
  deleteNote,
  publishDraftNotes,
  resolveDiscussion,
} from '../api/endpoints/discussions';
import { isApiError } from '../api/errors';
import { systemClock, type Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import type { MergeRequest } from '../schemas/merge-request';
import type { User } from '../schemas/user';
import type { CommentOutbox, OutboxItem, Said } from './comment-outbox';
import { changed, hasArrived, sendSaid } from './discussion-calls';
import type { Discussions } from './discussions';
import { mergeRequestId, type MergeRequestKey } from './keys';
import { argsOf } from './merge-request-calls';
import type { MergeRequests } from './merge-requests';

export interface DiscussionActionsPorts {
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
  readonly #ports: DiscussionActionsPorts;
  readonly #clock: Pick<Clock, 'now'>;
  /** What is under way, by what it is: the same thing at the same time is done once. */
  readonly #flights = new Map<string, Promise<unknown>>();
  readonly #acted = new Emitter<Spoken>();
  #count = 0;

  /** Something was said or resolved, and the merge request was read again. */
  readonly onDidAct = this.#acted.event;

  constructor(ports: DiscussionActionsPorts) {
    this.#ports = ports;
    this.#clock = ports.clock ?? systemClock;
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
      const item = this.#ports.outbox.find(id);
      if (item === undefined || item.state === 'sending') return { kind: 'gone' };
      const { discussions, userOf, outbox } = this.#ports;
      const [talk, user] = await Promise.all([
        discussions.refresh(item.mergeRequest),
        userOf(item.mergeRequest.base),
      ]);
      if (hasArrived(talk, item, user.id, item.at)) {
        await outbox.remove(id);
        return { kind: 'arrived' };
      }
      return this.#send({ ...item, state: 'sending', at: this.#clock.now() });
    });
  }

  /** Takes back what was not taken. */
  discard(id: string): Promise<void> {
    return this.#ports.outbox.remove(id);
  }

  resolve(key: MergeRequestKey, discussion: string, resolved: boolean): Promise<void> {
    return this.#once(`resolve ${mergeRequestId(key)} ${discussion} ${String(resolved)}`, async () => {
      const args = { ...argsOf(key), discussion_id: discussion, resolved };
      const now = await this.#client(key).call(resolveDiscussion, args);
      this.#took(key, (talk) => changed(talk, discussion, () => now.notes));
    });
  }

  remove(key: MergeRequestKey, discussion: string, note: number): Promise<void> {
    return this.#once(`remove ${mergeRequestId(key)} ${note}`, async () => {
      const args = { ...argsOf(key), discussion_id: discussion, note_id: note };
      await goneOr(this.#client(key).call(deleteNote, args));
      this.#took(key, (talk) => changed(talk, discussion, (notes) => notes.filter(({ id }) => id !== note)));
    });
  }

  removeDraft(key: MergeRequestKey, draft: number): Promise<void> {
    return this.#once(`remove draft ${mergeRequestId(key)} ${draft}`, async () => {
      await goneOr(this.#client(key).call(deleteDraftNote, { ...argsOf(key), draft_note_id: draft }));
      this.#ports.discussions.took(key, (talk) => ({
        ...talk,
        drafts: talk.drafts?.filter(({ id }) => id !== draft),
      }));
    });
  }

  /** Makes comments of all own drafts. Gives how many there were. */
  publish(key: MergeRequestKey): Promise<number> {
    return this.#once(`publish ${mergeRequestId(key)}`, async () => {
      const { discussions } = this.#ports;
      const { drafts = [] } = await discussions.get(key);
      await this.#client(key).call(publishDraftNotes, argsOf(key));
      discussions.took(key, (talk) => ({ ...talk, drafts: talk.drafts && [] }));
      this.#readAgain(key);
      // Published they are whatever reading them gives: they are read with the next look.
      await discussions.refresh(key).catch(() => undefined);
      return drafts.length;
    });
  }

  dispose(): void {
    this.#acted.dispose();
  }

  #client({ base }: MergeRequestKey): Client {
    return this.#ports.clientFor(base);
  }

  async #send(item: OutboxItem): Promise<SayOutcome> {
    const { outbox } = this.#ports;
    const key = item.mergeRequest;
    await outbox.put({ ...item, why: undefined });
    try {
      const change = await sendSaid(this.#client(key), key, item);
      await outbox.remove(item.id);
      if (item.draft) this.#ports.discussions.took(key, change);
      else this.#took(key, change);
      return { kind: 'sent' };
    } catch (error) {
      await outbox.put({ ...item, state: 'failed', why: isApiError(error) ? error.kind : undefined });
      return { kind: 'kept', id: item.id, error };
    }
  }

  #took(key: MergeRequestKey, change: Parameters<Discussions['took']>[1]): void {
    this.#ports.discussions.took(key, change);
    this.#readAgain(key);
  }

  /** Whether it can be merged may depend on its threads. */
  #readAgain(key: MergeRequestKey): void {
    const { mergeRequests } = this.#ports;
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
