import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { isOfVersion, type ToldPosition } from '../domain/diff/positions';
import type { DiffRefs } from '../domain/diff/review-file';
import type { MergeRequest } from '../schemas/merge-request';
import type { Changes } from './changes';
import { CommentFrames } from './comment-frames';
import type { Discussion, Discussions } from './discussions';
import { mergeRequestId, type MergeRequestKey } from './keys';
import type { MergeRequests } from './merge-requests';

/** A thread of an older version: its lines are still there, or (`outdated`) they are gone. */
export type ThreadAge = 'older' | 'outdated';

export interface ThreadAgesPorts {
  readonly changes: Pick<Changes, 'versions' | 'peekVersions' | 'whole'>;
  readonly discussions: Pick<Discussions, 'peek'>;
  readonly mergeRequests: Pick<MergeRequests, 'peek'>;
}

/** Older versions that are read to follow threads through them: those of other threads are not told as outdated. */
const MOST_VERSIONS = 5;
/** Answers that are kept. */
const MOST_KEPT = 1_000;

/** Which threads at lines are not about the newest version, and whether their lines are still in it. */
export class ThreadAges implements Disposable {
  readonly #ports: ThreadAgesPorts;
  readonly #frames: CommentFrames;
  /** By the place of a thread and the version in which it was looked for. */
  readonly #found = new Map<string, ThreadAge>();
  readonly #looking = new Set<string>();
  readonly #changed = new Emitter<MergeRequestKey>();
  readonly #end = new AbortController();

  readonly onDidChange = this.#changed.event;

  constructor(ports: ThreadAgesPorts) {
    this.#ports = ports;
    this.#frames = new CommentFrames(ports.changes);
  }

  /** Undefined for a thread of the newest version, a general one, and where versions are not known. */
  peek(key: MergeRequestKey, thread: Discussion): ThreadAge | undefined {
    const newest = this.#newest(key);
    const position = positionOf(thread);
    if (newest === undefined || position === undefined || isOfVersion(newest, position)) return undefined;
    return this.#found.get(nameOf(key, newest, position)) ?? 'older';
  }

  /** Finds out about the threads of a merge request, where that takes reading at all. */
  look(key: MergeRequestKey): void {
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
    const positions = (this.#ports.discussions.peek(key)?.threads ?? []).flatMap(
      (thread) => positionOf(thread) ?? [],
    );
    const told = this.#newest(key);
    if (told === undefined ? positions.length === 0 : positions.every((each) => isOfVersion(told, each)))
      return false;
    const options = { signal: this.#end.signal, priority: 'background' } as const;
    const [version] = await this.#ports.changes.versions(key, options);
    const newest = this.#newest(key);
    if (newest === undefined || version === undefined) return false;
    const older = positions.filter(
      (position) => !isOfVersion(newest, position) && !this.#found.has(nameOf(key, newest, position)),
    );
    const followed = new Set(older.map(versionOf).slice(0, MOST_VERSIONS));
    const within = older.filter((position) => followed.has(versionOf(position)));
    if (within.length === 0) return false;
    const range = { from: undefined, to: version.id };
    const { files, refs } = await this.#ports.changes.whole(key, range, options);
    if (refs === undefined) return false;
    for (const position of within) {
      let age: ThreadAge = 'outdated';
      for (const { diff } of files) {
        if ((await this.#frames.place(key, { refs, diff }, position, options)) === undefined) continue;
        age = 'older';
        break;
      }
      this.#keep(nameOf(key, newest, position), age);
    }
    return true;
  }

  /** The newest version as the list of versions tells it, else as the merge request does. */
  #newest(key: MergeRequestKey): DiffRefs | undefined {
    const version = this.#ports.changes.peekVersions(key)?.[0];
    if (version === undefined) return refsOf(this.#ports.mergeRequests.peek(key)?.diff_refs);
    const { base_commit_sha: base, start_commit_sha: start, head_commit_sha: head } = version;
    return base ? { base, start: start ?? base, head } : undefined;
  }

  #keep(name: string, age: ThreadAge): void {
    this.#found.set(name, age);
    for (const old of this.#found.keys()) {
      if (this.#found.size <= MOST_KEPT) break;
      this.#found.delete(old);
    }
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
