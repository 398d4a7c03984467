import type { CallOptions, Client } from '../api/client';
import type { ResultOf } from '../api/endpoint';
import { listDiscussions, listDraftNotes } from '../api/endpoints/discussions';
import { isApiError, type ErrorKind } from '../api/errors';
import { DisposableStore, type Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { sameValue } from '../base/same-value';
import { Holds } from './holds';
import { mergeRequestId, type MergeRequestKey } from './keys';
import type { MergeRequests } from './merge-requests';
import { SharedFlight } from './shared-flight';

export type Discussion = ResultOf<typeof listDiscussions>;
export type Note = Discussion['notes'][number];
export type DraftNote = ResultOf<typeof listDraftNotes>;

/** What is said about a merge request. */
export interface Talk {
  /** In the server's order, the oldest first. */
  readonly threads: readonly Discussion[];
  /** True where there are more than are read. */
  readonly cut: boolean;
  /** The caller's own; undefined where the server has no drafts, or nobody is signed in. */
  readonly drafts: readonly DraftNote[] | undefined;
  /** Why there are no comments: the endpoint is not there (404), or may not be read (403). */
  readonly missing: Extract<ErrorKind, 'not-found' | 'forbidden'> | undefined;
}

export interface DiscussionsPorts {
  readonly clientFor: (base: string) => Client;
  readonly mergeRequests: Pick<MergeRequests, 'peek' | 'onDidChange'>;
}

const PAGE_SIZE = 100;
/** A merge request with more threads is read so far. */
const MOST_PAGES = 10;
/** Merge requests whose comments are kept, unless they are held. */
const MOST_KEPT = 20;

interface Known {
  readonly key: MergeRequestKey;
  talk: Talk | undefined;
  /** `updated_at` of the merge request when its comments were read. */
  updatedAt: string | undefined;
  /** The merge request changed since: who asks next reads it again. */
  stale: boolean;
  /** Counts what was learned: an answer that was overtaken by a write is read again. */
  told: number;
}

/** Comments of merge requests, read when they are first needed. Those that are held are kept fresh. */
export class Discussions implements Disposable {
  readonly #ports: DiscussionsPorts;
  readonly #known = new Map<string, Known>();
  readonly #held = new Holds<MergeRequestKey>(mergeRequestId);
  readonly #flights = new SharedFlight<string, void>();
  readonly #changed = new Emitter<MergeRequestKey>();
  readonly #parts = new DisposableStore();
  /** Changes with each account: answers of the one before count no more. */
  #era = 0;

  readonly onDidChange = this.#changed.event;

  constructor(ports: DiscussionsPorts) {
    this.#ports = ports;
    this.#parts.add(
      ports.mergeRequests.onDidChange((changes) => {
        for (const change of changes) if (change.kind === 'merge-request') this.#follow(change.key);
      }),
    );
  }

  /** Read where they are not known yet, or may be others by now. */
  async get(key: MergeRequestKey, options?: CallOptions): Promise<Talk> {
    const known = this.#known.get(mergeRequestId(key));
    return known?.talk === undefined || known.stale ? this.refresh(key, options) : known.talk;
  }

  peek(key: MergeRequestKey): Talk | undefined {
    return this.#known.get(mergeRequestId(key))?.talk;
  }

  async refresh(key: MergeRequestKey, options?: CallOptions): Promise<Talk> {
    const flight = `${this.#era} ${mergeRequestId(key)}`;
    await this.#flights.run(flight, (signal) => this.#read(key, { ...options, signal }), options?.signal);
    return this.peek(key) ?? NOTHING;
  }

  /** Keeps comments fresh as long as they are held. */
  hold(key: MergeRequestKey): Disposable {
    return this.#held.hold(key);
  }

  /** Reads what is held again. Without `all` nothing: comments follow what the merge requests tell. */
  async look(options: CallOptions, all: boolean): Promise<void> {
    if (all) await Promise.all(this.#held.all().map((key) => this.refresh(key, options)));
  }

  /** Takes over what a server answered a write with. */
  took(key: MergeRequestKey, change: (talk: Talk) => Talk): void {
    const known = this.#known.get(mergeRequestId(key));
    if (known?.talk === undefined) return;
    known.told++;
    this.#set(known, change(known.talk));
  }

  /** Everything may be another one's: the account changed. */
  clear(): void {
    this.#era++;
    const keys = [...this.#known.values()].map(({ key }) => key);
    this.#known.clear();
    for (const key of keys) this.#changed.fire(key);
  }

  dispose(): void {
    this.#parts.dispose();
    this.#changed.dispose();
  }

  async #read(key: MergeRequestKey, options: CallOptions): Promise<void> {
    const era = this.#era;
    for (;;) {
      const { told } = this.#knownOf(key);
      const updatedAt = this.#ports.mergeRequests.peek(key)?.updated_at ?? undefined;
      const talk = await readTalk(this.#ports.clientFor(key.base), key, options);
      if (era !== this.#era) return;
      const known = this.#knownOf(key);
      // Something was said here meanwhile: the answer may be older than that.
      if (told !== known.told) continue;
      known.updatedAt = updatedAt;
      known.stale = false;
      this.#set(known, talk);
      return;
    }
  }

  #set(known: Known, talk: Talk): void {
    const isNew = !sameValue(known.talk, talk);
    known.talk = talk;
    if (isNew) this.#changed.fire(known.key);
  }

  /** The merge request changed: perhaps because somebody said something. */
  #follow(key: MergeRequestKey): void {
    const id = mergeRequestId(key);
    const known = this.#known.get(id);
    if (known?.talk === undefined) return;
    const updatedAt = this.#ports.mergeRequests.peek(key)?.updated_at ?? undefined;
    if (updatedAt === undefined || updatedAt === known.updatedAt || known.stale) return;
    if (!this.#held.has(id)) {
      known.stale = true;
      this.#changed.fire(key);
      return;
    }
    // What cannot be read now is read with the next change.
    this.refresh(key, { priority: 'background' }).catch(() => undefined);
  }

  #knownOf(key: MergeRequestKey): Known {
    const id = mergeRequestId(key);
    const known = this.#known.get(id) ?? {
      key,
      talk: undefined,
      updatedAt: undefined,
      stale: false,
      told: 0,
    };
    this.#known.delete(id);
    this.#known.set(id, known);
    for (const old of this.#known.keys()) {
      if (this.#known.size <= MOST_KEPT) break;
      if (old !== id && !this.#held.has(old)) this.#known.delete(old);
    }
    return known;
  }
}

const NOTHING: Talk = { threads: [], cut: false, drafts: undefined, missing: undefined };

async function readTalk(client: Client, key: MergeRequestKey, options: CallOptions): Promise<Talk> {
  const args = { id: key.project, merge_request_iid: key.iid, per_page: PAGE_SIZE };
  const [threads, drafts] = await Promise.all([
    unlessMissing(listed(client.pages(listDiscussions, args, options))),
    unlessMissing(listed(client.pages(listDraftNotes, args, options))),
  ]);
  if (typeof threads === 'string') return { ...NOTHING, missing: threads };
  return {
    threads: threads.items.filter(({ notes }) => notes.length > 0),
    cut: threads.cut,
    drafts: typeof drafts === 'string' ? undefined : drafts.items,
    missing: undefined,
  };
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | NonNullable<Talk['missing']>> {
  try {
    return await reading;
  } catch (error) {
    if (isApiError(error, 'not-found')) return 'not-found';
    if (isApiError(error, 'forbidden')) return 'forbidden';
    throw error;
  }
}

async function listed<T>(
  pages: AsyncIterable<{ readonly items: readonly T[]; readonly next: string | undefined }>,
): Promise<{ items: readonly T[]; cut: boolean }> {
  const items: T[] = [];
  let count = 0;
  for await (const page of pages) {
    items.push(...page.items);
    if (++count >= MOST_PAGES) return { items, cut: page.next !== undefined };
  }
  return { items, cut: false };
}
