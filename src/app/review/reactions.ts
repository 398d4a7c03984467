import type { CallOptions, Client } from '../../api/client';
import { giveNoteAward, listNoteAwards, takeNoteAward } from '../../api/endpoints/award-emoji';
import { type ErrorKind, isApiError, isCancelled } from '../../api/errors';
import { listNoteReactions } from '../../api/queries/note-reactions';
import { background } from '../../base/background';
import type { Clock } from '../../base/clock';
import { deepEqual } from '../../base/deep-equal';
import type { Disposable } from '../../base/disposable';
import { LruMap } from '../../base/lru-map';
import type { User } from '../../schemas/user';
import { argsOf } from '../merge-requests/calls';
import type { MergeRequests } from '../merge-requests/merge-requests';
import { KeyedResource } from '../shared/keyed-resource';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import {
  type Giver,
  type NoteReactions,
  reactionsByNote,
  type UserReaction,
  withoutReaction,
  withReaction,
} from './note-reactions';

export interface ReactionsDeps {
  readonly clientFor: (base: string) => Client;
  readonly mergeRequests: Pick<MergeRequests, 'get' | 'peek'>;
  readonly clock: Pick<Clock, 'now'>;
}

const PAGE_SIZE = 100;
/** Of a merge request with more notes the newer ones are shown without reactions. */
const MAX_PAGES = 10;
/** Merge requests whose reactions are kept, unless they are held. */
const MAX_KEPT = 20;
const MAX_ASKED = 100;
/** What was read is not read again so soon, however often it comes into sight. */
const FRESH_MS = 60_000;
/** A server that does not answer such a question is not asked again for so long. */
const SILENT_MS = 30 * 60_000;

/** It will not know the question, or not answer it to this person, the next time either. */
const REFUSALS: readonly ErrorKind[] = ['bad-request', 'not-found', 'forbidden', 'unauthorized', 'schema'];

/** An emoji of the person who is signed in. */
interface OwnReaction extends UserReaction {
  readonly by: User;
}

/**
 * Emoji on the comments of merge requests. They are read with one question for all comments, while somebody sees them
 * (`hold`); where a server does not answer it there are none, and nobody is told of an error.
 */
export class Reactions implements Disposable {
  readonly #deps: ReactionsDeps;
  /** Undefined where the server does not tell. */
  readonly #known = new KeyedResource<MergeRequestKey, { readonly notes: NoteReactions | undefined }>({
    idOf: mergeRequestId,
    max: MAX_KEPT,
    isSame: (before, after) => isSame(before?.notes, after.notes),
  });
  /** When they were requested last. */
  readonly #asked = new LruMap<string, number>(MAX_ASKED);
  readonly #toggles = new Map<string, Promise<void>>();
  readonly #end = new AbortController();
  /** Until when a server is not asked. */
  readonly #silent = new Map<string, number>();

  readonly onDidChange = this.#known.onDidChange;

  constructor(deps: ReactionsDeps) {
    this.#deps = deps;
  }

  /** Undefined where nothing is known, or the server does not tell. */
  peek(key: MergeRequestKey): NoteReactions | undefined {
    return this.#known.peek(key)?.notes;
  }

  /** Somebody sees comments: what was given to them is read, and kept as long as they are held. */
  retain(key: MergeRequestKey): Disposable {
    const held = this.#known.retain(key);
    this.load(key);
    return held;
  }

  /** Reads them again where that was some time ago. */
  load(key: MergeRequestKey): void {
    const asked = this.#asked.get(mergeRequestId(key));
    if (asked === undefined || this.#deps.clock.now() - asked >= FRESH_MS) background(this.refresh(key));
  }

  /** Ends when they were read, or could not be. */
  async refresh(key: MergeRequestKey): Promise<void> {
    if (this.#end.signal.aborted) return;
    if ((this.#silent.get(key.base) ?? 0) > this.#deps.clock.now()) return;
    await this.#known
      .share(key, (signal) => this.#read(key, { signal, priority: 'background' }), this.#end)
      .catch((error: unknown) => {
        if (!isCancelled(error)) this.#failed(key, error);
      });
  }

  /** Gives an emoji, or takes back one that was given: as the person sees it. */
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

  /** Everything may be another one's: the account changed. */
  clear(): void {
    this.#silent.clear();
    this.#asked.clear();
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
      await client.call(giveNoteAward, { ...argsOf(key), note_id: note, name });
    } catch (error) {
      // Given already is what was wanted: the server answers as if the note were not there.
      if (!isApiError(error, 'not-found') || (await this.#awardOf(key, reaction)) === undefined) throw error;
    }
    this.#apply(key, (notes) => withReaction(notes, reaction));
  }

  async #take(key: MergeRequestKey, reaction: OwnReaction): Promise<void> {
    const award = await this.#awardOf(key, reaction);
    if (award !== undefined) {
      const args = { ...argsOf(key), note_id: reaction.note, award_id: award };
      try {
        await this.#deps.clientFor(key.base).call(takeNoteAward, args);
      } catch (error) {
        // Gone is what was wanted.
        if (!isApiError(error, 'not-found')) throw error;
      }
    }
    this.#apply(key, (notes) => withoutReaction(notes, reaction));
  }

  /** The id of an own emoji: the question for all comments does not tell it. */
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
    this.#asked.set(mergeRequestId(key), this.#deps.clock.now());
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

  /** The question wants the path of the project, as the merge request tells it. */
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

/** No reactions differ from unknown ones. */
const isSame = (before: NoteReactions | undefined, after: NoteReactions | undefined): boolean =>
  !before === !after && deepEqual([...(before ?? [])], [...(after ?? [])]);

const hasGiven = (by: readonly Giver[], { username }: Giver): boolean =>
  by.some((each) => each.username === username);
