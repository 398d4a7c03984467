import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { LruMap } from '../../base/lru-map';
import { isOfVersion, type ToldPosition } from '../../domain/review/positions';
import type { DiffRefs } from '../../domain/review/review-file';
import type { MergeRequest } from '../../schemas/merge-request';
import type { MergeRequests } from '../merge-requests/merge-requests';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { Changes } from './changes';
import { CommentFrames } from './comment-frames';
import type { Discussion, Discussions } from './discussions';

/** A thread of an older version: its lines are still there, or (`outdated`) they are gone. */
export type ThreadAge = 'older' | 'outdated';

export interface ThreadAgesDeps {
  readonly changes: Pick<Changes, 'versions' | 'peekVersions' | 'whole'>;
  readonly discussions: Pick<Discussions, 'peek'>;
  readonly mergeRequests: Pick<MergeRequests, 'peek'>;
}

/** Older versions that are read to follow threads through them: those of other threads are not told as outdated. */
const MAX_VERSIONS = 5;
/** Answers that are kept. */
const MAX_KEPT = 1_000;

/** Which threads at lines are not about the newest version, and whether their lines are still in it. */
export class ThreadAges implements Disposable {
  readonly #deps: ThreadAgesDeps;
  readonly #frames: CommentFrames;
  /** By the place of a thread and the version in which it was looked for. */
  readonly #found = new LruMap<string, ThreadAge>(MAX_KEPT);
  readonly #looking = new Set<string>();
  readonly #changed = new Emitter<MergeRequestKey>();
  readonly #end = new AbortController();

  readonly onDidChange = this.#changed.event;

  constructor(deps: ThreadAgesDeps) {
    this.#deps = deps;
    this.#frames = new CommentFrames(deps.changes);
  }

  /** Undefined for a thread of the newest version, a general one, and where versions are not known. */
  peek(key: MergeRequestKey, thread: Discussion): ThreadAge | undefined {
    const newest = this.#newest(key);
    const position = positionOf(thread);
    if (newest === undefined || position === undefined || isOfVersion(newest, position)) return undefined;
    return this.#found.get(nameOf(key, newest, position)) ?? 'older';
  }

  /** Finds out about the threads of a merge request, where that takes reading at all. */
  load(key: MergeRequestKey): void {
    const id = mergeRequestId(key);
    if (this.#looking.has(id) || this.#end.signal.aborted) return;
    this.#looking.add(id);
    const ended = (isNew: boolean): void => {
      this.#looking.delete(id);
      if (isNew) this.#changed.fire(key);
    };
    // What cannot be read now is looked for the next time.
    this.#read(key).then(ended, () => {
      ended(false);
    });
  }

  dispose(): void {
    this.#end.abort();
    this.#changed.dispose();
  }

  /** True where something was found out. */
  async #read(key: MergeRequestKey): Promise<boolean> {
    const positions = (this.#deps.discussions.peek(key)?.threads ?? []).flatMap(
      (thread) => positionOf(thread) ?? [],
    );
    const told = this.#newest(key);
    if (told === undefined ? positions.length === 0 : positions.every((each) => isOfVersion(told, each)))
      return false;
    const options = { signal: this.#end.signal, priority: 'background' } as const;
    const [version] = await this.#deps.changes.versions(key, options);
    const newest = this.#newest(key);
    if (newest === undefined || version === undefined) return false;
    const older = positions.filter(
      (position) => !isOfVersion(newest, position) && !this.#found.has(nameOf(key, newest, position)),
    );
    const followed = new Set(older.map(versionOf).slice(0, MAX_VERSIONS));
    const within = older.filter((position) => followed.has(versionOf(position)));
    if (within.length === 0) return false;
    const range = { from: undefined, to: version.id };
    const { files, refs } = await this.#deps.changes.whole(key, range, options);
    if (refs === undefined) return false;
    for (const position of within) {
      let age: ThreadAge = 'outdated';
      for (const { diff } of files) {
        if ((await this.#frames.place(key, { refs, diff }, position, options)) === undefined) continue;
        age = 'older';
        break;
      }
      this.#found.set(nameOf(key, newest, position), age);
    }
    return true;
  }

  /** The newest version as the list of versions tells it, else as the merge request does. */
  #newest(key: MergeRequestKey): DiffRefs | undefined {
    const version = this.#deps.changes.peekVersions(key)?.[0];
    if (version === undefined) return refsOf(this.#deps.mergeRequests.peek(key)?.diff_refs);
    const { base_commit_sha: base, start_commit_sha: start, head_commit_sha: head } = version;
    return base && head ? { base, start: start ?? base, head } : undefined;
  }
}

function refsOf(told: MergeRequest['diff_refs']): DiffRefs | undefined {
  const { base_sha: base, start_sha: start, head_sha: head } = told ?? {};
  return base && head ? { base, start: start ?? base, head } : undefined;
}

const positionOf = ({ notes }: Discussion): ToldPosition | undefined =>
  notes.find(({ position }) => position)?.position ?? undefined;

const versionOf = ({ base_sha: base, head_sha: head }: ToldPosition): string => `${base ?? ''} ${head ?? ''}`;

const nameOf = (key: MergeRequestKey, newest: DiffRefs, position: ToldPosition): string =>
  `${mergeRequestId(key)} ${newest.base} ${newest.head} ${JSON.stringify(position)}`;
