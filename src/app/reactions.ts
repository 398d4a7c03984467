import type { CallOptions, Client } from '../api/client';
import { giveNoteAward, listNoteAwards, takeNoteAward } from '../api/endpoints/award-emoji';
import { isApiError, isCancelled, type ErrorKind } from '../api/errors';
import { listNoteReactions } from '../api/queries/note-reactions';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { sameValue } from '../base/same-value';
import type { User } from '../schemas/user';
import { Holds } from './holds';
import { mergeRequestId, type MergeRequestKey } from './keys';
import { argsOf } from './merge-request-calls';
import type { MergeRequests } from './merge-requests';
import { given, reactionsByNote, type Giver, type NoteReactions } from './note-reactions';
import { SharedFlight } from './shared-flight';

export interface ReactionsPorts {
  readonly clientFor: (base: string) => Client;
  readonly mergeRequests: Pick<MergeRequests, 'get' | 'peek'>;
  readonly clock: Pick<Clock, 'now'>;
}

const PAGE_SIZE = 100;
/** Of a merge request with more notes the newer ones are shown without reactions. */
const MOST_PAGES = 10;
/** Merge requests whose reactions are kept, unless they are held. */
const MOST_KEPT = 20;
/** What was read is not read again so soon, however often it comes into sight. */
const FRESH_MS = 60_000;
/** A server that does not answer such a question is not asked again for so long. */
const SILENT_MS = 30 * 60_000;

/** It will not know the question, or not answer it to this person, the next time either. */
const REFUSALS: readonly ErrorKind[] = ['bad-request', 'not-found', 'forbidden', 'unauthorized', 'schema'];

interface Known {
  readonly key: MergeRequestKey;
  notes: NoteReactions | undefined;
  /** When it was asked for last. */
  asked: number;
  /** Counts what was given or taken here: an answer from before that counts no more. */
  told: number;
}

/**
 * Emoji on the comments of merge requests. They are read with one question for all comments, while somebody sees them
 * (`hold`); where a server does not answer it there are none, and nobody is told of an error.
 */
export class Reactions implements Disposable {
  readonly #ports: ReactionsPorts;
  readonly #known = new Map<string, Known>();
  readonly #held = new Holds<MergeRequestKey>(mergeRequestId);
  readonly #flights = new SharedFlight<string, void>();
  readonly #toggles = new Map<string, Promise<void>>();
  readonly #changed = new Emitter<MergeRequestKey>();
  readonly #end = new AbortController();
  /** Until when a server is not asked. */
  readonly #silent = new Map<string, number>();
  /** Changes with each account: answers of the one before count no more. */
  #era = 0;

  readonly onDidChange = this.#changed.event;

  constructor(ports: ReactionsPorts) {
    this.#ports = ports;
  }

  /** Undefined where nothing is known, or the server does not tell. */
  peek(key: MergeRequestKey): NoteReactions | undefined {
    return this.#known.get(mergeRequestId(key))?.notes;
  }

  /** Somebody sees comments: what was given to them is read, and kept as long as they are held. */
  hold(key: MergeRequestKey): Disposable {
    const held = this.#held.hold(key);
    this.look(key);
    return held;
  }

  /** Reads them again where that was some time ago. */
  look(key: MergeRequestKey): void {
    const asked = this.#known.get(mergeRequestId(key))?.asked;
    if (asked === undefined || this.#ports.clock.now() - asked >= FRESH_MS) void this.refresh(key);
  }

  /** Ends when they were read, or could not be. */
  async refresh(key: MergeRequestKey): Promise<void> {
    if (this.#end.signal.aborted) return;
    if ((this.#silent.get(key.base) ?? 0) > this.#ports.clock.now()) return;
    const flight = `${this.#era} ${mergeRequestId(key)}`;
    await this.#flights
      .run(flight, (signal) => this.#read(key, { signal, priority: 'background' }), this.#end.signal)
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
    const flight = own === true ? this.#take(key, note, name, user) : this.#give(key, note, name, user);
    this.#toggles.set(what, flight);
    try {
      await flight;
    } finally {
      this.#toggles.delete(what);
    }
  }

  /** Everything may be another one's: the account changed. */
  clear(): void {
    this.#era++;
    this.#silent.clear();
    const keys = [...this.#known.values()].map(({ key }) => key);
    this.#known.clear();
    for (const key of keys) this.#changed.fire(key);
    for (const key of this.#held.all()) this.look(key);
  }

  dispose(): void {
    this.#end.abort();
    this.#changed.dispose();
  }

  async #give(key: MergeRequestKey, note: number, name: string, user: User): Promise<void> {
    const client = this.#ports.clientFor(key.base);
    try {
      await client.call(giveNoteAward, { ...argsOf(key), note_id: note, name });
    } catch (error) {
      // Given already is what was wanted: the server answers as if the note were not there.
      if (!isApiError(error, 'not-found') || (await this.#awardOf(key, note, name, user)) === undefined)
        throw error;
    }
    this.#took(key, note, name, user, true);
  }

  async #take(key: MergeRequestKey, note: number, name: string, user: User): Promise<void> {
    const award = await this.#awardOf(key, note, name, user);
    if (award !== undefined) {
      const args = { ...argsOf(key), note_id: note, award_id: award };
      try {
        await this.#ports.clientFor(key.base).call(takeNoteAward, args);
      } catch (error) {
        // Gone is what was wanted.
        if (!isApiError(error, 'not-found')) throw error;
      }
    }
    this.#took(key, note, name, user, false);
  }

  /** The id of an own emoji: the question for all comments does not tell it. */
  async #awardOf(
    key: MergeRequestKey,
    note: number,
    name: string,
    { id }: User,
  ): Promise<number | undefined> {
    const client = this.#ports.clientFor(key.base);
    const args = { ...argsOf(key), note_id: note, per_page: PAGE_SIZE };
    for await (const { items } of client.pages(listNoteAwards, args)) {
      const own = items.find((each) => each.name === name && each.user?.id === id);
      if (own !== undefined) return own.id;
    }
    return undefined;
  }

  #took(key: MergeRequestKey, note: number, name: string, user: User, isGiven: boolean): void {
    const known = this.#known.get(mergeRequestId(key));
    if (known?.notes === undefined) return;
    known.told++;
    this.#set(known, given(known.notes, note, name, user, isGiven));
  }

  async #read(key: MergeRequestKey, options: CallOptions): Promise<void> {
    const era = this.#era;
    const known = this.#knownOf(key);
    const { told } = known;
    const fullPath = await this.#pathOf(key, options);
    const pages = [];
    for (let after: string | undefined, count = 0; fullPath !== undefined && count < MOST_PAGES; count++) {
      const args = { fullPath, iid: String(key.iid), first: PAGE_SIZE, ...(after && { after }) };
      const { project } = await this.#ports.clientFor(key.base).query(listNoteReactions, args, options);
      const notes = project?.mergeRequest?.notes;
      if (!notes) break;
      pages.push(notes);
      after = notes.pageInfo.endCursor ?? undefined;
      if (!notes.pageInfo.hasNextPage || after === undefined) break;
    }
    // Something was given here meanwhile: the answer may be older than that.
    if (era !== this.#era || told !== known.told) return;
    this.#set(known, pages.length === 0 ? undefined : reactionsByNote(pages));
  }

  /** The question wants the path of the project, as the merge request tells it. */
  async #pathOf(key: MergeRequestKey, options: CallOptions): Promise<string | undefined> {
    if (typeof key.project === 'string') return key.project;
    const { mergeRequests } = this.#ports;
    const full = (mergeRequests.peek(key) ?? (await mergeRequests.get(key, options))).references?.full;
    return full?.split('!')[0];
  }

  #failed({ base }: MergeRequestKey, error: unknown): void {
    if (REFUSALS.some((kind) => isApiError(error, kind)))
      this.#silent.set(base, this.#ports.clock.now() + SILENT_MS);
  }

  #set(known: Known, notes: NoteReactions | undefined): void {
    const isNew = !sameValue([...(known.notes ?? [])], [...(notes ?? [])]) || !known.notes !== !notes;
    known.notes = notes;
    if (isNew) this.#changed.fire(known.key);
  }

  #knownOf(key: MergeRequestKey): Known {
    const id = mergeRequestId(key);
    const known = this.#known.get(id) ?? { key, notes: undefined, asked: 0, told: 0 };
    known.asked = this.#ports.clock.now();
    this.#known.delete(id);
    this.#known.set(id, known);
    for (const old of this.#known.keys()) {
      if (this.#known.size <= MOST_KEPT) break;
      if (old !== id && !this.#held.has(old)) this.#known.delete(old);
    }
    return known;
  }
}

const hasGiven = (by: readonly Giver[], { username }: Giver): boolean =>
  by.some((each) => each.username === username);
