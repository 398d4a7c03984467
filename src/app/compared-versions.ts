import type { FileDiff } from '../domain/diff/file-diff';
import { interdiff } from '../domain/diff/interdiff';
import type { DiffRefs, ReviewFile } from '../domain/diff/review-file';
import type { BlobAsk } from './blob-ids';
import { comparedFile } from './review-entry';
import type { VersionFiles } from './version-files';

/** Two versions whose files are all here, with their commits. */
export interface Pair {
  readonly from: VersionFiles;
  readonly to: VersionFiles;
  readonly fromRefs: DiffRefs | undefined;
  readonly refs: DiffRefs | undefined;
}

/** Names of what files hold; undefined where that is not known without asking the server. */
export type Blobs = (asks: readonly BlobAsk[]) => Promise<readonly (string | undefined)[]>;

interface Known {
  files: readonly ReviewFile[];
  /** Of changes of the newer version that are not told as lines: whether the file is the same in both. */
  readonly same: Map<FileDiff, boolean>;
  /** Set once it was asked for. */
  learning: Promise<boolean> | undefined;
}

/** What changed between versions, made once for as long as both are kept. */
export class ComparedVersions {
  readonly #blobs: Blobs | undefined;
  readonly #known = new WeakMap<VersionFiles, Map<VersionFiles, Known>>();

  constructor(blobs: Blobs | undefined) {
    this.#blobs = blobs;
  }

  /** The files that are not the same in both. */
  files(pair: Pair): readonly ReviewFile[] {
    return this.#of(pair).files;
  }

  /** Looks once what is in files whose changes are not told as lines; true where that has told something just now. */
  async learn(pair: Pair): Promise<boolean> {
    const known = this.#of(pair);
    if (known.learning === undefined) return (known.learning = this.#learn(pair, known));
    await known.learning;
    return false;
  }

  async #learn(pair: Pair, known: Known): Promise<boolean> {
    const [older, newer] = [pair.fromRefs?.head, pair.refs?.head];
    const files = known.files.filter(({ verdict }) => verdict === 'unsure');
    if (files.length === 0 || this.#blobs === undefined || !older || !newer) return false;
    const asks = files.flatMap(({ diff, before }): BlobAsk[] => [
      { sha: older, path: before?.newPath ?? diff.newPath },
      { sha: newer, path: diff.newPath },
    ]);
    const ids = await this.#blobs(asks).catch(() => []);
    files.forEach(({ diff }, index) => {
      const [one, other] = [ids[2 * index], ids[2 * index + 1]];
      if (one !== undefined && other !== undefined) known.same.set(diff, one === other);
    });
    if (known.same.size > 0) known.files = compare(pair, known.same);
    return known.same.size > 0;
  }

  #of(pair: Pair): Known {
    const { from, to } = pair;
    const others = this.#known.get(from) ?? new Map<VersionFiles, Known>();
    this.#known.set(from, others);
    const before = others.get(to);
    if (before !== undefined) return before;
    const same = new Map<FileDiff, boolean>();
    const known: Known = { files: compare(pair, same), same, learning: undefined };
    others.set(to, known);
    return known;
  }
}

function compare(
  { from, to, fromRefs, refs }: Pair,
  same: ReadonlyMap<FileDiff, boolean>,
): readonly ReviewFile[] {
  const all = [...from.list, ...to.list];
  const entries = new Map(all.map((entry) => [entry.path, entry]));
  const withheld = new Set(all.filter((entry) => entry.withheld !== undefined).map(({ diff }) => diff));
  return interdiff(
    from.list.map(({ diff }) => diff),
    to.list.map(({ diff }) => diff),
    {
      sameBase: fromRefs?.base === refs?.base,
      isWithheld: (diff) => withheld.has(diff),
      sameContent: (diff) => same.get(diff),
    },
  ).flatMap((file) => comparedFile(file, entries) ?? []);
}
