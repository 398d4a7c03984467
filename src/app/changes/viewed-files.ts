import { createHash } from 'node:crypto';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { ReviewFile } from '../../domain/changes/review-file';
import { viewedFilesSchema } from '../../schemas/stored/reviews';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import { serverDigest } from '../shared/stored-state';
import type { KeyValueStore } from '../shared/stores';

/** Storage key, in the workspace's storage and in the storage that Settings Sync may synchronize. */
export const VIEWED_KEY = 'viewed-files';

/**
 * Maximum numbers in the workspace's storage, and in the smaller synchronized one. The oldest are removed
 * first.
 */
const BOUNDS = {
  workspace: { mergeRequests: 100, marks: 20_000 },
  shared: { mergeRequests: 30, marks: 3_000 },
} as const;
interface Bound {
  readonly mergeRequests: number;
  readonly marks: number;
}

/** Length of a digest in base64url: 72 bits. */
const DIGEST = 12;

/** The marks of one merge request. */
interface Marked {
  /** A digest of the server's URL. */
  readonly server: string;
  /** Time of the last change in Unix milliseconds. If both storages have an entry, the later one is used. */
  readonly at: number;
  /** Digest of the path → digests of the viewed changes of that file, the latest mark last. */
  readonly marks: ReadonlyMap<string, readonly string[]>;
}

/** Keyed by digest of the merge request. */
type Records = ReadonlyMap<string, Marked>;

type Named = Pick<ReviewFile, 'path' | 'patchKey'>;

/**
 * The files of merge requests that the user has viewed. A mark applies to the change of a file, independent
 * of its location: it remains after rebases and for versions that don't change the file further, and no
 * longer applies when the change differs.
 *
 * Stored per workspace, and in a second, smaller storage that is registered for Settings Sync. Both contain
 * only digests, so that file names and server URLs aren't synchronized.
 */
export class ViewedFiles implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #shared: KeyValueStore;
  readonly #now: () => number;
  readonly #changed = new Emitter<MergeRequestKey>();
  /** The parsed value of each storage, used until the stored value changes. */
  readonly #read = new WeakMap<KeyValueStore, { readonly held: unknown; readonly records: Records }>();
  readonly #digests = new WeakMap<Named, string>();

  /** Fires when marks of a merge request were changed in this window. */
  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore, shared: KeyValueStore, clock: { readonly now: () => number }) {
    this.#memory = memory;
    this.#shared = shared;
    this.#now = () => clock.now();
  }

  /** Computes `patchKey` only if the path has a mark, because it may be costly. */
  isViewed(key: MergeRequestKey, file: Named): boolean {
    return this.#isIn(this.#marksOf(key), file);
  }

  /** Returns the number of viewed files. */
  count(key: MergeRequestKey, files: readonly Named[]): number {
    const marks = this.#marksOf(key);
    if (marks === undefined || marks.size === 0) return 0;
    let count = 0;
    for (const file of files) if (this.#isIn(marks, file)) count++;
    return count;
  }

  async set(key: MergeRequestKey, files: readonly Named[], viewed: boolean): Promise<void> {
    const marks = new Map(this.#marksOf(key));
    for (const file of files) {
      const path = this.#digestOf(file);
      const change = digest(file.patchKey);
      const others = (marks.get(path) ?? []).filter((each) => each !== change);
      marks.delete(path);
      if (viewed) marks.set(path, [...others, change].slice(-MAX_PER_FILE));
      else if (others.length > 0) marks.set(path, others);
    }
    const record: Marked = { server: serverDigest(key.base), at: this.#now(), marks };
    const kept = [
      this.#keep(this.#memory, key, record, BOUNDS.workspace),
      this.#keep(this.#shared, key, record, BOUNDS.shared),
    ];
    this.#changed.fire(key);
    await Promise.all(kept);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #isIn(marks: Marked['marks'] | undefined, file: Named): boolean {
    if (marks === undefined || marks.size === 0) return false;
    return marks.get(this.#digestOf(file))?.includes(digest(file.patchKey)) === true;
  }

  #marksOf(key: MergeRequestKey): Marked['marks'] | undefined {
    const id = digest(mergeRequestId(key));
    const own = this.#recordsOf(this.#memory).get(id);
    const shared = this.#recordsOf(this.#shared).get(id);
    return (own === undefined || (shared !== undefined && shared.at > own.at) ? shared : own)?.marks;
  }

  #recordsOf(memory: KeyValueStore): Records {
    const held = memory.get(VIEWED_KEY);
    const known = this.#read.get(memory);
    if (known !== undefined && known.held === held) return known.records;
    const records = readRecords(held);
    this.#read.set(memory, { held, records });
    return records;
  }

  #keep(memory: KeyValueStore, key: MergeRequestKey, record: Marked, bound: Bound): Promise<void> {
    const records = new Map(this.#recordsOf(memory));
    const id = digest(mergeRequestId(key));
    records.delete(id);
    records.set(id, record);
    const held = bounded([...records], bound).map(([name, { server, at, marks }]) => ({
      id: name,
      server,
      at,
      marks: [...marks].flatMap(([path, changes]) => changes.map((change) => path + change)),
    }));
    return memory.set(VIEWED_KEY, held);
  }

  #digestOf(file: Named): string {
    const known = this.#digests.get(file) ?? digest(file.path);
    this.#digests.set(file, known);
    return known;
  }
}

/** Maximum number of marked changes per file, so that older versions remain marked. */
const MAX_PER_FILE = 4;

const digest = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, DIGEST);

/** Returns the latest records, and of the last one that fits, the latest marks. */
function bounded(
  records: readonly (readonly [string, Marked])[],
  { mergeRequests, marks: most }: Bound,
): (readonly [string, Marked])[] {
  const kept: (readonly [string, Marked])[] = [];
  let remaining = most;
  for (const [id, { server, at, marks }] of [...records].reverse().slice(0, mergeRequests)) {
    if (remaining <= 0) break;
    const newest = new Map([...marks].slice(-remaining));
    remaining -= newest.size;
    kept.unshift([id, { server, at, marks: newest }]);
  }
  return kept;
}

/** Parses the stored value; ignores invalid marks. */
function readRecords(held: unknown): Records {
  return new Map(
    viewedFilesSchema.parse(held).map(({ id, server, at, marks }) => {
      const read = new Map<string, readonly string[]>();
      for (const mark of marks) {
        if (mark.length !== 2 * DIGEST) continue;
        const path = mark.slice(0, DIGEST);
        read.set(path, [...(read.get(path) ?? []), mark.slice(DIGEST)]);
      }
      return [id, { server, at, marks: read }];
    }),
  );
}
