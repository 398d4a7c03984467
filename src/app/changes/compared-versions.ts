import { background } from '../../base/background';
import type { FileDiff } from '../../domain/changes/file-diff';
import { interdiff } from '../../domain/changes/interdiff';
import type { DiffRefs, ReviewFile } from '../../domain/changes/review-file';
import type { CommittedPath } from '../shared/git-port';
import { comparedFile } from './entry';
import type { VersionFiles } from './version-files';

/** Two completely loaded versions with their commits. */
export interface ComparedPair {
  readonly from: VersionFiles;
  readonly to: VersionFiles;
  readonly fromRefs: DiffRefs | undefined;
  readonly refs: DiffRefs | undefined;
}

/** Returns the blob IDs of files; undefined for those that aren't known. */
export type Blobs = (files: readonly CommittedPath[]) => Promise<readonly (string | undefined)[]>;

/** Maximum number of files per comparison to request from the server; each requires two requests. */
const MAX_REQUESTED_FILES = 10;

interface Known {
  files: readonly ReviewFile[];
  /** For changes of the newer version without diff lines: whether the file is the same in both versions. */
  readonly same: Map<FileDiff, boolean>;
  /** Changes that were requested from the server, so that each is requested only once. */
  readonly requested: Set<FileDiff>;
  /** Set while content is being read, and permanently when everything is known. */
  reading: Promise<boolean> | undefined;
  /** The last request for blob IDs. */
  requesting: Promise<unknown>;
}

/** The changes between versions, computed once while both versions are in memory. */
export class ComparedVersions {
  readonly #blobs: Blobs | undefined;
  readonly #known = new WeakMap<VersionFiles, Map<VersionFiles, Known>>();

  constructor(blobs: Blobs | undefined) {
    this.#blobs = blobs;
  }

  /** The files that differ between the versions. */
  files(pair: ComparedPair): readonly ReviewFile[] {
    return this.#of(pair).files;
  }

  /**
   * Reads, once, the content of files for which the server sent no changed lines. Returns true if that added
   * something. A few files that no clone has are requested from the server in the background; `onAdded` is
   * called when something was added.
   */
  async learn(pair: ComparedPair, server: Blobs, onAdded: () => void): Promise<boolean> {
    const known = this.#of(pair);
    if (known.reading === undefined) return (known.reading = this.#learn(pair, known, server, onAdded));
    await known.reading;
    return false;
  }

  /** Resolves when the files that were requested from the server are compared. */
  async requested(pair: ComparedPair): Promise<void> {
    await this.#of(pair).requesting;
  }

  async #learn(pair: ComparedPair, known: Known, server: Blobs, onAdded: () => void): Promise<boolean> {
    const files = known.files.filter(({ comparison }) => comparison === 'unsure');
    if (files.length === 0) return false;
    const unknown = this.#blobs === undefined ? files : await take(pair, known, files, this.#blobs);
    // A clone may fetch the missing commits later, so the next call tries again.
    if (unknown.length > 0) known.reading = undefined;
    const remaining = Math.max(0, MAX_REQUESTED_FILES - known.requested.size);
    const toRequest = unknown.filter(({ diff }) => !known.requested.has(diff)).slice(0, remaining);
    for (const { diff } of toRequest) known.requested.add(diff);
    if (toRequest.length > 0) {
      const requesting = take(pair, known, toRequest, server);
      known.requesting = requesting;
      background(
        requesting.then((silent) => {
          if (silent.length < toRequest.length) onAdded();
        }),
      );
    }
    return unknown.length < files.length;
  }

  #of(pair: ComparedPair): Known {
    const { from, to } = pair;
    const others = this.#known.get(from) ?? new Map<VersionFiles, Known>();
    this.#known.set(from, others);
    const before = others.get(to);
    if (before !== undefined) return before;
    const same = new Map<FileDiff, boolean>();
    const known: Known = {
      files: compare(pair, same),
      same,
      requested: new Set(),
      requesting: Promise.resolve(),
      reading: undefined,
    };
    others.set(to, known);
    return known;
  }
}

/** Applies the known blob IDs. Returns the files without one. */
async function take(
  pair: ComparedPair,
  known: Known,
  files: readonly ReviewFile[],
  blobs: Blobs,
): Promise<readonly ReviewFile[]> {
  const [older, newer] = [pair.fromRefs?.head, pair.refs?.head];
  if (!older || !newer) return files;
  const paths = files.flatMap(({ diff, before }): CommittedPath[] => [
    { sha: older, path: before?.newPath ?? diff.newPath },
    { sha: newer, path: diff.newPath },
  ]);
  const ids = await blobs(paths).catch(() => []);
  const unknown = files.filter(({ diff }, index) => {
    const [one, other] = [ids[2 * index], ids[2 * index + 1]];
    if (one === undefined || other === undefined) return true;
    known.same.set(diff, one === other);
    return false;
  });
  if (unknown.length < files.length) known.files = compare(pair, known.same);
  return unknown;
}

function compare(
  { from, to, fromRefs, refs }: ComparedPair,
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
