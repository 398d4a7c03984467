import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { LruMap } from '../../base/lru-map';
import { isOfVersion, type ReportedPosition } from '../../domain/changes/positions';
import type { DiffRefs } from '../../domain/changes/review-file';
import type { MergeRequest } from '../../schemas/merge-request';
import type { Changes } from '../changes/changes';
import { CommentableFiles } from '../changes/commentable-files';
import type { MergeRequests } from '../merge-requests/merge-requests';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { Discussion, Discussions } from './discussions';

/** A thread of an older version, whose lines still exist or (`outdated`) don't. */
export type ThreadVersionState = 'older' | 'outdated';

export interface OutdatedThreadsDeps {
  readonly changes: Pick<Changes, 'versions' | 'peekVersions' | 'whole'>;
  readonly discussions: Pick<Discussions, 'peek'>;
  readonly mergeRequests: Pick<MergeRequests, 'peek'>;
}

/**
 * Maximum number of older versions to read for finding lines. Threads of other versions aren't marked as
 * outdated.
 */
const MAX_VERSIONS = 5;
/** Maximum number of cached results: more than a merge request can have, because missing ones are determined again. */
const MAX_KEPT = 10_000;

/**
 * Determines which threads on lines belong to older versions, and whether the latest version still contains
 * their lines.
 */
export class OutdatedThreads implements Disposable {
  readonly #deps: OutdatedThreadsDeps;
  readonly #frames: CommentableFiles;
  /** Keyed by the position of a thread and the latest version. */
  readonly #found = new LruMap<string, ThreadVersionState>(MAX_KEPT);
  readonly #loading = new Set<string>();
  readonly #changed = new Emitter<MergeRequestKey>();
  readonly #end = new AbortController();

  readonly onDidChange = this.#changed.event;

  constructor(deps: OutdatedThreadsDeps) {
    this.#deps = deps;
    this.#frames = new CommentableFiles(deps.changes);
  }

  /**
   * Undefined for threads of the latest version, for threads that aren't on lines, and if the versions aren't
   * known.
   */
  peek(key: MergeRequestKey, thread: Discussion): ThreadVersionState | undefined {
    const newest = this.#newest(key);
    const position = positionOf(thread);
    if (newest === undefined || position === undefined || isOfVersion(newest, position)) return undefined;
    return this.#found.get(nameOf(key, newest, position)) ?? 'older';
  }

  /** Determines the states of a merge request's threads. Reads versions only if needed. */
  load(key: MergeRequestKey): void {
    const id = mergeRequestId(key);
    if (this.#loading.has(id) || this.#end.signal.aborted) return;
    this.#loading.add(id);
    const ended = (isNew: boolean): void => {
      this.#loading.delete(id);
      if (isNew) this.#changed.fire(key);
    };
    // Ignore failures: the next call retries.
    this.#read(key).then(ended, () => {
      ended(false);
    });
  }

  dispose(): void {
    this.#end.abort();
    this.#changed.dispose();
  }

  /** Returns true if a result was added. */
  async #read(key: MergeRequestKey): Promise<boolean> {
    const positions = (this.#deps.discussions.peek(key)?.threads ?? []).flatMap(
      (thread) => positionOf(thread) ?? [],
    );
    const latest = this.#newest(key);
    if (latest === undefined ? positions.length === 0 : positions.every((each) => isOfVersion(latest, each)))
      return false;
    const options = { signal: this.#end.signal, priority: 'background' } as const;
    const [version] = await this.#deps.changes.versions(key, options);
    const newest = this.#newest(key);
    if (newest === undefined || version === undefined) return false;
    const older = positions.filter((position) => !isOfVersion(newest, position));
    const followed = new Set([...new Set(older.map(versionOf))].slice(0, MAX_VERSIONS));
    const within = older.filter(
      (position) => followed.has(versionOf(position)) && !this.#found.has(nameOf(key, newest, position)),
    );
    if (within.length === 0) return false;
    const range = { from: undefined, to: version.id };
    const { files, refs } = await this.#deps.changes.whole(key, range, options);
    if (refs === undefined) return false;
    for (const position of within) {
      let state: ThreadVersionState = 'outdated';
      for (const { diff } of files) {
        if ((await this.#frames.place(key, { refs, diff }, position, options)) === undefined) continue;
        state = 'older';
        break;
      }
      this.#found.set(nameOf(key, newest, position), state);
    }
    return true;
  }

  /** The latest version according to the list of versions, or else to the merge request. */
  #newest(key: MergeRequestKey): DiffRefs | undefined {
    const version = this.#deps.changes.peekVersions(key)?.[0];
    if (version === undefined) return refsOf(this.#deps.mergeRequests.peek(key)?.diff_refs);
    const { base_commit_sha: base, start_commit_sha: start, head_commit_sha: head } = version;
    return base && head ? { base, start: start ?? base, head } : undefined;
  }
}

function refsOf(diffRefs: MergeRequest['diff_refs']): DiffRefs | undefined {
  const { base_sha: base, start_sha: start, head_sha: head } = diffRefs ?? {};
  return base && head ? { base, start: start ?? base, head } : undefined;
}

const positionOf = ({ notes }: Discussion): ReportedPosition | undefined =>
  notes.find(({ position }) => position)?.position ?? undefined;

const versionOf = ({ base_sha: base, head_sha: head }: ReportedPosition): string =>
  `${base ?? ''} ${head ?? ''}`;

const nameOf = (key: MergeRequestKey, newest: DiffRefs, position: ReportedPosition): string =>
  `${mergeRequestId(key)} ${newest.base} ${newest.head} ${JSON.stringify(position)}`;
