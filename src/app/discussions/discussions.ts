import type { CallOptions, Client } from '../../api/client';
import type { ResultOf } from '../../api/endpoint';
import { listDiscussions, listDraftNotes } from '../../api/endpoints/discussions';
import { type ErrorKind, isApiError } from '../../api/errors';
import { ignoreFailure } from '../../base/background';
import { deepEqual } from '../../base/deep-equal';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { MergeRequests } from '../merge-requests/merge-requests';
import { KeyedResource } from '../shared/keyed-resource';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';

export type Discussion = ResultOf<typeof listDiscussions>;
export type Note = Discussion['notes'][number];
export type DraftNote = ResultOf<typeof listDraftNotes>;

/** The threads and comments of a merge request. */
export interface MergeRequestComments {
  /** In the server's order, oldest first. */
  readonly threads: readonly Discussion[];
  /** True if the server has more threads than were read. */
  readonly cut: boolean;
  /** The user's pending comments; undefined if the server doesn't support them or the user isn't signed in. */
  readonly drafts: readonly DraftNote[] | undefined;
  /** Why there are no comments: the endpoint doesn't exist (404) or denies access (403). */
  readonly missing: Extract<ErrorKind, 'not-found' | 'forbidden'> | undefined;
}

export interface DiscussionsDeps {
  readonly clientFor: (base: string) => Client;
  readonly mergeRequests: Pick<MergeRequests, 'peek' | 'onDidChange'>;
}

const PAGE_SIZE = 100;
/** Limits the number of threads to read. System notes count as threads. */
const MAX_PAGES = 50;
/** Maximum number of merge requests whose comments are cached in addition to the retained ones. */
const MAX_KEPT = 20;

interface Known {
  readonly comments: MergeRequestComments;
  /** State of the merge request when the comments were read. */
  readonly stamp: string | undefined;
  /** True if the merge request changed since then, so that `get` reads the comments again. */
  readonly stale: boolean;
}

/** The comments of merge requests, read when first needed. Keeps retained ones up to date. */
export class Discussions implements Disposable {
  readonly #deps: DiscussionsDeps;
  readonly #parts = new DisposableStore();
  readonly #known = this.#parts.add(
    new KeyedResource<MergeRequestKey, Known>({
      idOf: mergeRequestId,
      serverOf: ({ base }) => this.#deps.clientFor(base),
      max: MAX_KEPT,
      isSame: (before, after) =>
        deepEqual(before?.comments, after.comments) && (before?.stale === true || !after.stale),
      outdated: 'reread',
    }),
  );

  /** The threads of a list by ID. */
  readonly #byId = new WeakMap<readonly Discussion[], ReadonlyMap<string, Discussion>>();

  readonly onDidChange = this.#known.onDidChange;

  constructor(deps: DiscussionsDeps) {
    this.#deps = deps;
    this.#parts.add(
      deps.mergeRequests.onDidChange((changes) => {
        for (const change of changes) if (change.kind === 'merge-request') this.#follow(change.key);
      }),
    );
  }

  /** Returns the comments; reads them if they aren't known or may be outdated. */
  async get(key: MergeRequestKey, options?: CallOptions): Promise<MergeRequestComments> {
    const known = this.#known.peek(key);
    return known === undefined || known.stale ? this.refresh(key, options) : known.comments;
  }

  peek(key: MergeRequestKey): MergeRequestComments | undefined {
    return this.#known.peek(key)?.comments;
  }

  /** Returns a known thread. Many rows ask for theirs at once, so a list isn't searched for each of them. */
  thread(key: MergeRequestKey, id: string): Discussion | undefined {
    const threads = this.peek(key)?.threads;
    if (threads === undefined) return undefined;
    const byId = this.#byId.get(threads) ?? new Map(threads.map((each) => [each.id, each]));
    this.#byId.set(threads, byId);
    return byId.get(id);
  }

  async refresh(key: MergeRequestKey, options?: CallOptions): Promise<MergeRequestComments> {
    await this.#known.share(key, (signal) => this.#read(key, { ...options, signal }), options);
    return this.peek(key) ?? NOTHING;
  }

  /**
   * Reads the comments again. If that fails, returns the known ones, for callers that don't need the latest comments.
   */
  async latest(key: MergeRequestKey, options?: CallOptions): Promise<MergeRequestComments> {
    return this.refresh(key, options).catch(() => this.get(key, options));
  }

  /** Keeps the comments up to date until the result is disposed. */
  retain(key: MergeRequestKey): Disposable {
    return this.#known.retain(key);
  }

  /**
   * Refreshes the retained comments if `all` is true. Otherwise does nothing, because changes of merge
   * requests trigger refreshes.
   */
  async poll(options: CallOptions, all: boolean): Promise<void> {
    if (all) await Promise.all(this.#known.retained().map((key) => this.refresh(key, options)));
  }

  /** Applies the response to a write. */
  apply(key: MergeRequestKey, change: (comments: MergeRequestComments) => MergeRequestComments): void {
    this.#known.apply(key, (known) => ({ ...known, comments: change(known.comments) }));
  }

  /** Clears the cache after the account changed. */
  clear(): void {
    this.#known.clear();
  }

  dispose(): void {
    this.#parts.dispose();
  }

  async #read(key: MergeRequestKey, options: CallOptions): Promise<void> {
    const { generation } = this.#known;
    let stamp: string | undefined;
    // If the merge request changed during the request, the response may be outdated.
    do {
      await this.#known.read(
        key,
        () => {
          stamp = this.#stampOf(key);
          return readComments(this.#deps.clientFor(key.base), key, options);
        },
        (comments) => ({ comments, stamp, stale: false }),
      );
    } while (generation === this.#known.generation && stamp !== undefined && stamp !== this.#stampOf(key));
  }

  /** Refreshes the comments after a change of the merge request, which may be a new comment. */
  #follow(key: MergeRequestKey): void {
    const known = this.#known.peek(key);
    const stamp = this.#stampOf(key);
    if (known === undefined || known.stale || stamp === undefined || stamp === known.stamp) return;
    if (!this.#known.isRetained(key)) {
      this.#known.put(key, { ...known, stale: true });
      return;
    }
    // The next change retries.
    ignoreFailure(this.refresh(key, { priority: 'background' }));
  }

  /** Includes the state of threads, because resolving a thread doesn't always change `updated_at`. */
  #stampOf(key: MergeRequestKey): string | undefined {
    const request = this.#deps.mergeRequests.peek(key);
    if (request?.updated_at === null || request?.updated_at === undefined) return undefined;
    const { updated_at: at, user_notes_count: count, blocking_discussions_resolved: resolved } = request;
    return [at, count, resolved].join(' ');
  }
}

const NOTHING: MergeRequestComments = { threads: [], cut: false, drafts: undefined, missing: undefined };

async function readComments(
  client: Client,
  key: MergeRequestKey,
  options: CallOptions,
): Promise<MergeRequestComments> {
  const args = { id: key.project, merge_request_iid: key.iid, per_page: PAGE_SIZE };
  const limited = { ...options, maxPages: MAX_PAGES, ahead: true };
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

async function unlessMissing<T>(
  reading: Promise<T>,
): Promise<T | NonNullable<MergeRequestComments['missing']>> {
  try {
    return await reading;
  } catch (error) {
    if (isApiError(error, 'not-found')) return 'not-found';
    if (isApiError(error, 'forbidden')) return 'forbidden';
    throw error;
  }
}
