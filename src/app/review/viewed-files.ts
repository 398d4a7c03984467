import { createHash } from 'node:crypto';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { ReviewFile } from '../../domain/review/review-file';
import { viewedFilesSchema } from '../../schemas/stored-reviews';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import { serverDigest } from '../shared/stored-state';
import type { KeyValueStore } from '../shared/stores';

/** Under this name they are remembered, in the workspace's memory and in that which the editor may sync. */
export const VIEWED_KEY = 'viewed-files';

/** What is kept in the workspace, and less of it where it is sent over the network. The oldest are forgotten. */
const BOUNDS = {
  workspace: { mergeRequests: 100, marks: 20_000 },
  shared: { mergeRequests: 30, marks: 3_000 },
} as const;
interface Bound {
  readonly mergeRequests: number;
  readonly marks: number;
}

/** Characters of a digest in base64url: 72 bits. */
const DIGEST = 12;

/** The marks of one merge request. */
interface Marked {
  /** A digest of the address of its server. */
  readonly server: string;
  /** When one was set or taken away last (Unix milliseconds): of two memories the newer one counts. */
  readonly at: number;
  /** A digest of the path → digests of the changes of that file that were viewed, the one marked last at the end. */
  readonly marks: ReadonlyMap<string, readonly string[]>;
}

/** By a digest of the merge request. */
type Records = ReadonlyMap<string, Marked>;

type Named = Pick<ReviewFile, 'path' | 'patchKey'>;

/**
 * Which files of merge requests a person has viewed. A mark is for the change of a file, whatever lies around it: it
 * survives rebases and versions that leave the file as it is, and is lost when its change is another one.
 *
 * Kept for each workspace, and handed to the editor's settings sync by a second, smaller memory. Both hold digests
 * only: neither names of files nor addresses of servers leave this computer.
 */
export class ViewedFiles implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #shared: KeyValueStore;
  readonly #now: () => number;
  readonly #changed = new Emitter<MergeRequestKey>();
  /** What was read of either memory: read again only when it is another thing. */
  readonly #read = new WeakMap<KeyValueStore, { readonly held: unknown; readonly records: Records }>();
  readonly #digests = new WeakMap<Named, string>();

  /** Marks of a merge request were set or taken away here. */
  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore, shared: KeyValueStore, clock: { readonly now: () => number }) {
    this.#memory = memory;
    this.#shared = shared;
    this.#now = () => clock.now();
  }

  /** The key of a change is asked for only where its path has a mark at all: it may be costly. */
  isViewed(key: MergeRequestKey, file: Named): boolean {
    return this.#isIn(this.#marksOf(key), file);
  }

  /** How many of these are viewed. */
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

/** Of one file, the changes of so many versions: who goes back to an older one finds it as it was left. */
const MAX_PER_FILE = 4;

const digest = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, DIGEST);

/** The newest records; of the last one that still fits, the newest marks. */
function bounded(
  records: readonly (readonly [string, Marked])[],
  { mergeRequests, marks: most }: Bound,
): (readonly [string, Marked])[] {
  const kept: (readonly [string, Marked])[] = [];
  let room = most;
  for (const [id, { server, at, marks }] of [...records].reverse().slice(0, mergeRequests)) {
    if (room <= 0) break;
    const newest = new Map([...marks].slice(-room));
    room -= newest.size;
    kept.unshift([id, { server, at, marks: newest }]);
  }
  return kept;
}

/** Reads what was remembered; anything unexpected counts as not marked. */
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
