import type { CallOptions, Client } from '../../api/client';
import { addNoteAward, listNoteAwards, removeNoteAward } from '../../api/endpoints/award-emoji';
import { type ErrorKind, isApiError, isCanceled } from '../../api/errors';
import { listNoteReactions } from '../../api/queries/note-reactions';
import { background } from '../../base/background';
import type { Clock } from '../../base/clock';
import { deepEqual } from '../../base/deep-equal';
import type { Disposable } from '../../base/disposable';
import { LruMap } from '../../base/lru-map';
import {
  type NoteReactions,
  reactionsByNote,
  type ReactionUser,
  type UserReaction,
  withoutReaction,
  withReaction,
} from '../../domain/discussions/note-reactions';
import type { User } from '../../schemas/user';
import { argsOf } from '../merge-requests/calls';
import type { MergeRequests } from '../merge-requests/merge-requests';
import { KeyedResource } from '../shared/keyed-resource';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';

export interface ReactionsDeps {
  readonly clientFor: (base: string) => Client;
  readonly mergeRequests: Pick<MergeRequests, 'get' | 'peek'>;
  readonly clock: Pick<Clock, 'now'>;
}

const PAGE_SIZE = 100;
/** Limits the number of notes. The reactions of newer notes aren't shown. */
const MAX_PAGES = 10;
/** Maximum number of merge requests whose reactions are cached in addition to the retained ones. */
const MAX_KEPT = 20;
const MAX_REQUEST_TIMES = 100;
/** Minimum milliseconds between reads of the same reactions. */
const FRESH_MS = 60_000;
/** Milliseconds until the query is sent again to a server that rejected it. */
const SILENT_MS = 30 * 60_000;

/** Errors that would occur again for the same server and user. */
const REFUSALS: readonly ErrorKind[] = ['bad-request', 'not-found', 'forbidden', 'unauthorized', 'schema'];

/** A reaction of the signed-in user. */
interface OwnReaction extends UserReaction {
  readonly by: User;
}

/**
 * Reactions to the comments of merge requests. Reads them with one query for all comments while they are
 * visible (`retain`). If the server doesn't support the query, there are none, and no error is shown.
 */
export class Reactions implements Disposable {
  readonly #deps: ReactionsDeps;
  /** Undefined if the server doesn't return reactions. */
  readonly #known = new KeyedResource<MergeRequestKey, { readonly notes: NoteReactions | undefined }>({
    idOf: mergeRequestId,
    serverOf: ({ base }) => this.#deps.clientFor(base),
    max: MAX_KEPT,
    isSame: (before, after) => isSame(before?.notes, after.notes),
  });
  /** Time of the last request. */
  readonly #requestedAt = new LruMap<string, number>(MAX_REQUEST_TIMES);
  readonly #toggles = new Map<string, Promise<void>>();
  readonly #end = new AbortController();
  /** Keyed by server: the time until which no query is sent. */
  readonly #silent = new Map<string, number>();

  readonly onDidChange = this.#known.onDidChange;

  constructor(deps: ReactionsDeps) {
    this.#deps = deps;
  }

  /** Undefined if the reactions aren't known or the server doesn't return them. */
  peek(key: MergeRequestKey): NoteReactions | undefined {
    return this.#known.peek(key)?.notes;
  }

  /** Reads the reactions, and retains them in the cache until the result is disposed. */
  retain(key: MergeRequestKey): Disposable {
    const held = this.#known.retain(key);
    this.load(key);
    return held;
  }

  /** Reads the reactions again unless that was done recently. */
  load(key: MergeRequestKey): void {
    const requestedAt = this.#requestedAt.get(mergeRequestId(key));
    if (requestedAt === undefined || this.#deps.clock.now() - requestedAt >= FRESH_MS)
      background(this.refresh(key));
  }

  /** Resolves when the reactions were read or the request failed. */
  async refresh(key: MergeRequestKey): Promise<void> {
    if (this.#end.signal.aborted) return;
    if ((this.#silent.get(key.base) ?? 0) > this.#deps.clock.now()) return;
    await this.#known
      .share(key, (signal) => this.#read(key, { signal, priority: 'background' }), this.#end)
      .catch((error: unknown) => {
        if (!isCanceled(error)) this.#failed(key, error);
      });
  }

  /** Adds a reaction, or removes it if the user has added it according to the cached data. */
  async toggle(key: MergeRequestKey, note: number, name: string, user: User): Promise<void> {
    const what = `${mergeRequestId(key)} ${note} ${name}`;
    const running = this.#toggles.get(what);
    if (running !== undefined) return running;
    const own = this.peek(key)
      ?.get(note)
      ?.some((each) => each.name === name && hasGiven(each.by, user));
    const reaction = { note, name, by: user };
    const flight = own === true ? this.#take(key, reaction) : this.#give(key, reaction);
    this.#toggles.set(what, flight);
    try {
      await flight;
    } finally {
      this.#toggles.delete(what);
    }
  }

  /** Clears the cache after the account changed. */
  clear(): void {
    this.#silent.clear();
    this.#requestedAt.clear();
    this.#known.clear();
    for (const key of this.#known.retained()) this.load(key);
  }

  dispose(): void {
    this.#end.abort();
    this.#known.dispose();
  }

  async #give(key: MergeRequestKey, reaction: OwnReaction): Promise<void> {
    const { note, name } = reaction;
    const client = this.#deps.clientFor(key.base);
    try {
      await client.call(addNoteAward, { ...argsOf(key), note_id: note, name });
    } catch (error) {
      // The server also responds with 404 if the user has already added the reaction.
      if (!isApiError(error, 'not-found') || (await this.#awardOf(key, reaction)) === undefined) throw error;
    }
    this.#apply(key, (notes) => withReaction(notes, reaction));
  }

  async #take(key: MergeRequestKey, reaction: OwnReaction): Promise<void> {
    const award = await this.#awardOf(key, reaction);
    if (award !== undefined) {
      const args = { ...argsOf(key), note_id: reaction.note, award_id: award };
      try {
        await this.#deps.clientFor(key.base).call(removeNoteAward, args);
      } catch (error) {
        // The reaction was already removed.
        if (!isApiError(error, 'not-found')) throw error;
      }
    }
    this.#apply(key, (notes) => withoutReaction(notes, reaction));
  }

  /** Returns the ID of a user's reaction, which the query for all comments doesn't return. */
  async #awardOf(key: MergeRequestKey, { note, name, by }: OwnReaction): Promise<number | undefined> {
    const client = this.#deps.clientFor(key.base);
    const args = { ...argsOf(key), note_id: note, per_page: PAGE_SIZE };
    let pages = 0;
    for await (const { items } of client.pages(listNoteAwards, args)) {
      const own = items.find((each) => each.name === name && each.user?.id === by.id);
      pages += 1;
      if (own !== undefined || pages >= MAX_PAGES) return own?.id;
    }
    return undefined;
  }

  #apply(key: MergeRequestKey, change: (notes: NoteReactions) => NoteReactions): void {
    this.#known.apply(key, ({ notes }) => ({ notes: notes && change(notes) }));
  }

  async #read(key: MergeRequestKey, options: CallOptions): Promise<void> {
    this.#requestedAt.set(mergeRequestId(key), this.#deps.clock.now());
    await this.#known.read(
      key,
      () => this.#pages(key, options),
      (pages) => ({ notes: pages.length === 0 ? undefined : reactionsByNote(pages) }),
    );
  }

  async #pages(key: MergeRequestKey, options: CallOptions) {
    const fullPath = await this.#pathOf(key, options);
    const pages = [];
    for (let after: string | undefined, count = 0; fullPath !== undefined && count < MAX_PAGES; count++) {
      const args = { fullPath, iid: String(key.iid), first: PAGE_SIZE, ...(after && { after }) };
      const { project } = await this.#deps.clientFor(key.base).query(listNoteReactions, args, options);
      const notes = project?.mergeRequest?.notes;
      if (!notes) break;
      pages.push(notes);
      after = notes.pageInfo.endCursor ?? undefined;
      if (!notes.pageInfo.hasNextPage || after === undefined) break;
    }
    return pages;
  }

  /** Returns the path of the project, which the query requires. */
  async #pathOf(key: MergeRequestKey, options: CallOptions): Promise<string | undefined> {
    if (typeof key.project === 'string') return key.project;
    const { mergeRequests } = this.#deps;
    const full = (mergeRequests.peek(key) ?? (await mergeRequests.get(key, options))).references?.full;
    return full?.split('!')[0];
  }

  #failed({ base }: MergeRequestKey, error: unknown): void {
    if (REFUSALS.some((kind) => isApiError(error, kind)))
      this.#silent.set(base, this.#deps.clock.now() + SILENT_MS);
  }
}

/** Distinguishes no reactions from unknown ones. */
const isSame = (before: NoteReactions | undefined, after: NoteReactions | undefined): boolean =>
  !before === !after && deepEqual([...(before ?? [])], [...(after ?? [])]);

const hasGiven = (by: readonly ReactionUser[], { username }: ReactionUser): boolean =>
  by.some((each) => each.username === username);
