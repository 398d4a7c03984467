import type { CallOptions, Client } from '../../api/client';
import type { ResultOf } from '../../api/endpoint';
import { listDiscussions, listDraftNotes } from '../../api/endpoints/discussions';
import { type ErrorKind, isApiError } from '../../api/errors';
import { deepEqual } from '../../base/deep-equal';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { MergeRequests } from '../merge-requests/merge-requests';
import { KeyedResource } from '../shared/keyed-resource';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';

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

export interface DiscussionsDeps {
  readonly clientFor: (base: string) => Client;
  readonly mergeRequests: Pick<MergeRequests, 'peek' | 'onDidChange'>;
}

const PAGE_SIZE = 100;
/** A merge request with more threads is read so far. */
const MAX_PAGES = 10;
/** Merge requests whose comments are kept, unless they are held. */
const MAX_KEPT = 20;

interface Known {
  readonly talk: Talk;
  /** What the merge request said of its comments when they were read. */
  readonly stamp: string | undefined;
  /** The merge request changed since: who asks next reads it again. */
  readonly stale: boolean;
}

/** Comments of merge requests, read when they are first needed. Those that are held are kept fresh. */
export class Discussions implements Disposable {
  readonly #deps: DiscussionsDeps;
  readonly #parts = new DisposableStore();
  readonly #known = this.#parts.add(
    new KeyedResource<MergeRequestKey, Known>({
      idOf: mergeRequestId,
      max: MAX_KEPT,
      isSame: (before, after) =>
        deepEqual(before?.talk, after.talk) && (before?.stale === true || !after.stale),
      outdated: 'reread',
    }),
  );

  readonly onDidChange = this.#known.onDidChange;

  constructor(deps: DiscussionsDeps) {
    this.#deps = deps;
    this.#parts.add(
      deps.mergeRequests.onDidChange((changes) => {
        for (const change of changes) if (change.kind === 'merge-request') this.#follow(change.key);
      }),
    );
  }

  /** Read where they are not known yet, or may be others by now. */
  async get(key: MergeRequestKey, options?: CallOptions): Promise<Talk> {
    const known = this.#known.peek(key);
    return known === undefined || known.stale ? this.refresh(key, options) : known.talk;
  }

  peek(key: MergeRequestKey): Talk | undefined {
    return this.#known.peek(key)?.talk;
  }

  async refresh(key: MergeRequestKey, options?: CallOptions): Promise<Talk> {
    await this.#known.share(key, (signal) => this.#read(key, { ...options, signal }), options);
    return this.peek(key) ?? NOTHING;
  }

  /** Keeps comments fresh as long as they are held. */
  retain(key: MergeRequestKey): Disposable {
    return this.#known.retain(key);
  }

  /** Reads what is held again. Without `all` nothing: comments follow what the merge requests tell. */
  async poll(options: CallOptions, all: boolean): Promise<void> {
    if (all) await Promise.all(this.#known.retained().map((key) => this.refresh(key, options)));
  }

  /** Takes over what a server answered a write with. */
  apply(key: MergeRequestKey, change: (talk: Talk) => Talk): void {
    this.#known.apply(key, (known) => ({ ...known, talk: change(known.talk) }));
  }

  /** Everything may be another one's: the account changed. */
  clear(): void {
    this.#known.clear();
  }

  dispose(): void {
    this.#parts.dispose();
  }

  async #read(key: MergeRequestKey, options: CallOptions): Promise<void> {
    const { generation } = this.#known;
    let stamp: string | undefined;
    // If the merge request changed meanwhile, the response may be older than that.
    do {
      await this.#known.read(
        key,
        () => {
          stamp = this.#stampOf(key);
          return readTalk(this.#deps.clientFor(key.base), key, options);
        },
        (talk) => ({ talk, stamp, stale: false }),
      );
    } while (generation === this.#known.generation && stamp !== undefined && stamp !== this.#stampOf(key));
  }

  /** The merge request changed: perhaps because somebody said something. */
  #follow(key: MergeRequestKey): void {
    const known = this.#known.peek(key);
    const stamp = this.#stampOf(key);
    if (known === undefined || known.stale || stamp === undefined || stamp === known.stamp) return;
    if (!this.#known.isRetained(key)) {
      this.#known.put(key, { ...known, stale: true });
      return;
    }
    // What cannot be read now is read with the next change.
    this.refresh(key, { priority: 'background' }).catch(() => undefined);
  }

  /** A thread that was resolved need not change when the merge request was updated. */
  #stampOf(key: MergeRequestKey): string | undefined {
    const request = this.#deps.mergeRequests.peek(key);
    if (request?.updated_at === null || request?.updated_at === undefined) return undefined;
    const { updated_at: at, user_notes_count: count, blocking_discussions_resolved: resolved } = request;
    return [at, count, resolved].join(' ');
  }
}

const NOTHING: Talk = { threads: [], cut: false, drafts: undefined, missing: undefined };

async function readTalk(client: Client, key: MergeRequestKey, options: CallOptions): Promise<Talk> {
  const args = { id: key.project, merge_request_iid: key.iid, per_page: PAGE_SIZE };
  const limited = { ...options, maxPages: MAX_PAGES };
  const [threads, drafts] = await Promise.all([
    unlessMissing(client.collect(listDiscussions, args, limited)),
    unlessMissing(client.collect(listDraftNotes, args, limited)),
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
