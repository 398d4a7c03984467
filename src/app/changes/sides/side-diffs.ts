import type { CallOptions } from '../../../api/client';
import type { FileDiff } from '../../../domain/changes/file-diff';
import type { DiffRefs, ReviewFile } from '../../../domain/changes/review-file';
import type { MergeRequestKey } from '../../shared/keys';
import type { ChangeSet } from '../change-set';
import type { Changes, DiffVersion } from '../changes';

export type SideDiffsStore = Pick<Changes, 'peek' | 'versions' | 'whole'>;

/** A file at a commit, as one side of a merge request's diff. */
export interface SidePlace {
  readonly mergeRequest: MergeRequestKey;
  readonly sha: string;
  /** The commit of the other side, to distinguish versions that share `sha`. */
  readonly other: string;
  readonly path: string;
}

/** The diff of a file, and the side that is meant. */
export interface DiffOfSide {
  readonly diff: FileDiff;
  readonly side: 'old' | 'new';
}

/** Finds diffs of files in the versions of a merge request. */
export class SideDiffs {
  readonly #changes: SideDiffsStore;

  constructor(changes: SideDiffsStore) {
    this.#changes = changes;
  }

  /** Like `find`, but searches only the loaded changes and sends no requests. */
  peek({ mergeRequest, sha, path }: SidePlace): DiffOfSide | undefined {
    const set = this.#changes.peek(mergeRequest);
    if (set === undefined) return undefined;
    return inSet(set.refs, set.files, sha, path) ?? inSet(set.fromRefs, befores(set), sha, path);
  }

  /**
   * Returns the diff from a version that starts or ends at the commit; undefined if no version changes the
   * file.
   */
  async find(place: SidePlace, options?: CallOptions): Promise<DiffOfSide | undefined> {
    const { mergeRequest, sha, path } = place;
    const known = this.peek(place);
    if (known !== undefined) return known;
    const versions = await this.#changes.versions(mergeRequest, options);
    const version = versionOf(versions, place);
    if (version === undefined && versions.length > 0) return undefined;
    // If the server has no versions, use the current changes.
    const range = { from: undefined, to: version?.id };
    const set = await this.#changes.whole(mergeRequest, range, options);
    return inSet(set.refs, set.files, sha, path);
  }

  /** Returns the commits of the version that ends at `head`. If there are several, `which` selects one. */
  async refs(
    mergeRequest: MergeRequestKey,
    head: string,
    which: 'newest' | 'oldest',
    options?: CallOptions,
  ): Promise<DiffRefs | undefined> {
    const versions = await this.#changes.versions(mergeRequest, options);
    const isIt = ({ head_commit_sha: sha }: DiffVersion): boolean => sha === head;
    const version = which === 'newest' ? versions.find(isIt) : versions.findLast(isIt);
    if (version === undefined || !version.base_commit_sha) return undefined;
    const { base_commit_sha: base, start_commit_sha: start } = version;
    return { base, start: start ?? base, head };
  }
}

function versionOf(versions: readonly DiffVersion[], { sha, other }: SidePlace): DiffVersion | undefined {
  const ends = ({ head_commit_sha: head, base_commit_sha: base }: DiffVersion): readonly unknown[] => [
    base,
    head,
  ];
  return (
    versions.find((version) => ends(version).includes(sha) && ends(version).includes(other)) ??
    versions.find(({ head_commit_sha: head }) => head === sha) ??
    versions.find(({ base_commit_sha: base }) => base === sha)
  );
}

function inSet(
  refs: DiffRefs | undefined,
  files: readonly Pick<ReviewFile, 'diff'>[],
  sha: string,
  path: string,
): DiffOfSide | undefined {
  const side = sha === refs?.head ? 'new' : sha === refs?.base ? 'old' : undefined;
  if (side === undefined) return undefined;
  const gone = side === 'new' ? 'deleted' : 'added';
  const found = files.find(
    ({ diff }) => diff.change !== gone && (side === 'new' ? diff.newPath : diff.oldPath) === path,
  );
  return found === undefined ? undefined : { diff: found.diff, side };
}

/** The diffs of the older one of two compared versions. */
const befores = ({ files }: ChangeSet): readonly Pick<ReviewFile, 'diff'>[] =>
  files.flatMap(({ before }) => (before === undefined ? [] : [{ diff: before }]));
