import { createHash } from 'node:crypto';
import type { CallOptions } from '../../api/client';
import { spanInVersion } from '../../domain/changes/follow';
import {
  type CommentableFile,
  type CommentPosition,
  isOfFile,
  isOfVersion,
  isOnWholeFile,
  type LineSpan,
  pathOfCodes,
  positionAt,
  type ReportedPosition,
  type Side,
  sideOfWholeFile,
  spanOf,
} from '../../domain/changes/positions';
import type { DiffRefs, ReviewFile } from '../../domain/changes/review-file';
import type { MergeRequestKey } from '../shared/keys';
import type { Changes } from './changes';

/** A side of a file in a displayed diff, as encoded in its URI. */
export interface ShownSide {
  readonly base: string;
  readonly project: number | string;
  readonly iid: number;
  readonly from: string;
  readonly to: string;
  readonly side: Side;
  readonly form: string;
  readonly path: string;
}

/** The version and file that a side shows, and the side of that version's diff. */
export interface CommentableSide extends CommentableFile {
  readonly side: Side;
}

/**
 * The position of a comment in a file of a version. `span` is undefined for a comment on the whole file. `older`: the comment
 * was made on another version, and its line was found in this one.
 */
export interface PlacedComment {
  readonly side: Side;
  readonly span: LineSpan | undefined;
  readonly older: boolean;
}

/**
 * Converts between the displayed sides of files and positions of comments. Identifies versions by SHAs: the
 * diff of a version has its base and its head, a comparison of two versions has both heads.
 */
export class CommentableFiles {
  readonly #changes: Pick<Changes, 'versions' | 'whole'>;

  constructor(changes: Pick<Changes, 'versions' | 'whole'>) {
    this.#changes = changes;
  }

  /** Undefined for a side that can't have comments: it is empty or rebased, or its version isn't known. */
  async of(shown: ShownSide, options?: CallOptions): Promise<CommentableSide | undefined> {
    if (shown.form !== 'file') return undefined;
    const key: MergeRequestKey = { base: shown.base, project: shown.project, iid: shown.iid };
    const versions = await this.#versions(key, options);
    const own = versions.find(({ refs }) => refs.base === shown.from && refs.head === shown.to);
    const between = versions.find(({ refs }) => refs.head === (shown.side === 'old' ? shown.from : shown.to));
    const version = own ?? between;
    if (version === undefined) return undefined;
    const side = own === undefined ? 'new' : shown.side;
    const frame = await this.#file(key, version, options, ({ diff, withheld }) =>
      withheld === undefined ? (side === 'old' ? diff.oldPath : diff.newPath) === shown.path : false,
    );
    return frame === undefined ? undefined : { ...frame, side };
  }

  /**
   * Returns the file in the version that a comment was made on; undefined if that version is no longer known.
   */
  async ofPosition(
    key: MergeRequestKey,
    position: ReportedPosition,
    options?: CallOptions,
  ): Promise<CommentableFile | undefined> {
    const versions = await this.#versions(key, options);
    const version = versions.find(({ refs }) => isOfVersion(refs, position));
    return version && this.#file(key, version, options, ({ diff }) => isOfFile(diff, position));
  }

  /**
   * Returns the position of a comment in a file of a version; undefined if it is on another file or its line no longer
   * exists.
   */
  async place(
    key: MergeRequestKey,
    frame: CommentableFile,
    position: ReportedPosition,
    options?: CallOptions,
  ): Promise<PlacedComment | undefined> {
    const older = !isOfVersion(frame.refs, position);
    const isHere = older ? mayBeOf(frame, position) : isOfFile(frame.diff, position);
    const span = spanOf(position);
    if (!isHere) return undefined;
    if (span === undefined)
      return isOnWholeFile(position)
        ? { side: sideOfWholeFile(frame.diff), span: undefined, older }
        : undefined;
    if (!older) return { side: span.side, span, older };
    const from = await this.ofPosition(key, position, options);
    if (from === undefined) return undefined;
    const found = spanInVersion(span, from, frame);
    return found && { side: found.side, span: found, older };
  }

  /** Returns a file in the latest version, by its path on either side; undefined if it isn't changed there. */
  async ofFile(
    key: MergeRequestKey,
    path: string,
    options?: CallOptions,
  ): Promise<CommentableFile | undefined> {
    const [latest] = await this.#versions(key, options);
    const isWanted = ({ diff }: ReviewFile): boolean => diff.newPath === path || diff.oldPath === path;
    return latest && this.#file(key, latest, options, isWanted);
  }

  /** Latest first. If the server has no versions, returns the current diff as one. */
  async #versions(key: MergeRequestKey, options: CallOptions | undefined): Promise<readonly Version[]> {
    const versions = await this.#changes.versions(key, options);
    if (versions.length > 0) {
      return versions.flatMap(({ id, ...version }) => {
        const { base_commit_sha: base, start_commit_sha: start, head_commit_sha: head } = version;
        return base && head ? [{ id, refs: { base, start: start ?? base, head } }] : [];
      });
    }
    const { refs } = await this.#changes.whole(key, NOW, options);
    return refs === undefined ? [] : [{ id: undefined, refs }];
  }

  async #file(
    key: MergeRequestKey,
    version: Version,
    options: CallOptions | undefined,
    fits: (file: ReviewFile) => boolean,
  ): Promise<CommentableFile | undefined> {
    const { files } = await this.#changes.whole(key, { from: undefined, to: version.id }, options);
    const file = files.find(fits);
    return file === undefined ? undefined : { refs: version.refs, diff: file.diff };
  }
}

interface Version {
  readonly id: number | undefined;
  readonly refs: DiffRefs;
}

const NOW = { from: undefined, to: undefined };

/** A file may have had another name in an older version. */
function mayBeOf(
  { diff }: CommentableFile,
  { old_path: oldPath, new_path: newPath }: ReportedPosition,
): boolean {
  return [oldPath, newPath].some((path) => path === diff.oldPath || path === diff.newPath);
}

/** Returns the API's position for lines of a displayed side. */
export function positionIn(
  { side, ...frame }: CommentableSide,
  start: number,
  end: number,
): CommentPosition | undefined {
  const hash = createHash('sha1').update(pathOfCodes(frame.diff)).digest('hex');
  return positionAt(frame, { side, start, end }, hash);
}
