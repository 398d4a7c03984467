import { background } from '../../base/background';
import type { FileDiff } from '../../domain/review/file-diff';
import { interdiff } from '../../domain/review/interdiff';
import type { DiffRefs, ReviewFile } from '../../domain/review/review-file';
import type { CommittedPath } from '../shared/git-port';
import { comparedFile } from './entry';
import type { VersionFiles } from './version-files';

/** Two versions whose files are all here, with their commits. */
export interface ComparedPair {
  readonly from: VersionFiles;
  readonly to: VersionFiles;
  readonly fromRefs: DiffRefs | undefined;
  readonly refs: DiffRefs | undefined;
}

/** Names of what files hold; undefined where that is not known without asking the server. */
export type Blobs = (files: readonly CommittedPath[]) => Promise<readonly (string | undefined)[]>;

/** Files of one comparison that the server is asked about, with two requests each. */
const MAX_ASKED = 10;

interface Known {
  files: readonly ReviewFile[];
  /** Of changes of the newer version that are not told as lines: whether the file is the same in both. */
  readonly same: Map<FileDiff, boolean>;
  /** Changes that the server was asked about: it is asked once. */
  readonly asked: Set<FileDiff>;
  /** Set while it is asked for, and for good once all is known. */
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
  files(pair: ComparedPair): readonly ReviewFile[] {
    return this.#of(pair).files;
  }

  /**
   * Reads, once, the content of files for which the server sent no changed lines. Returns true if that added
   * something. A few files that no clone has are requested from the server in the background, and `told` is called
   * when something was added.
   */
  async learn(pair: ComparedPair, server: Blobs, told: () => void): Promise<boolean> {
    const known = this.#of(pair);
    if (known.learning === undefined) return (known.learning = this.#learn(pair, known, server, told));
    await known.learning;
    return false;
  }

  async #learn(pair: ComparedPair, known: Known, server: Blobs, told: () => void): Promise<boolean> {
    const files = known.files.filter(({ verdict }) => verdict === 'unsure');
    if (files.length === 0) return false;
    const unknown = this.#blobs === undefined ? files : await take(pair, known, files, this.#blobs);
    // A clone may get the missing commits later: whoever asks then learns the rest.
    if (unknown.length > 0) known.learning = undefined;
    const room = Math.max(0, MAX_ASKED - known.asked.size);
    const asked = unknown.filter(({ diff }) => !known.asked.has(diff)).slice(0, room);
    for (const { diff } of asked) known.asked.add(diff);
    if (asked.length > 0) {
      const asking = take(pair, known, asked, server);
      background(
        asking.then((silent) => {
          if (silent.length < asked.length) told();
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
    const known: Known = { files: compare(pair, same), same, asked: new Set(), learning: undefined };
    others.set(to, known);
    return known;
  }
}

/** Takes over what is told of files, and gives those of which nothing is. */
async function take(
  pair: ComparedPair,
  known: Known,
  files: readonly ReviewFile[],
  blobs: Blobs,
): Promise<readonly ReviewFile[]> {
  const [older, newer] = [pair.fromRefs?.head, pair.refs?.head];
  if (!older || !newer) return files;
  const asks = files.flatMap(({ diff, before }): CommittedPath[] => [
    { sha: older, path: before?.newPath ?? diff.newPath },
    { sha: newer, path: diff.newPath },
  ]);
  const ids = await blobs(asks).catch(() => []);
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
