import { createHash } from 'node:crypto';
import type { CallOptions } from '../../api/client';
import { follow } from '../../domain/review/follow';
import {
  type CommentPosition,
  type Frame,
  isOfFile,
  isOfVersion,
  type LineSpan,
  pathOfCodes,
  positionAt,
  type Side,
  spanOf,
  type ToldPosition,
} from '../../domain/review/positions';
import type { DiffRefs, ReviewFile } from '../../domain/review/review-file';
import type { MergeRequestKey } from '../shared/keys';
import type { Changes } from './changes';

/** A side of a file in a diff that is shown, as its address names it. */
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

/** The version and the file of it that a side shows, and which side of that version's own diff it is. */
export interface SideFrame extends Frame {
  readonly side: Side;
}

/** Where a comment stands in a frame; `older`: it was made on another version, and its line was followed. */
export interface Placed {
  readonly span: LineSpan;
  readonly older: boolean;
}

/**
 * Between sides of files that are shown and positions of comments. What a side shows is found by its shas: a diff of a
 * version has its base and its head, one between two versions has the heads of both.
 */
export class CommentFrames {
  readonly #changes: Pick<Changes, 'versions' | 'whole'>;

  constructor(changes: Pick<Changes, 'versions' | 'whole'>) {
    this.#changes = changes;
  }

  /** Undefined for a side on which nothing can be said: one that was moved or is empty, or of no known version. */
  async of(shown: ShownSide, options?: CallOptions): Promise<SideFrame | undefined> {
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

  /** The file of the version that a comment was made on; undefined where that version is not known any more. */
  async ofPosition(
    key: MergeRequestKey,
    position: ToldPosition,
    options?: CallOptions,
  ): Promise<Frame | undefined> {
    const versions = await this.#versions(key, options);
    const version = versions.find(({ refs }) => isOfVersion(refs, position));
    return version && this.#file(key, version, options, ({ diff }) => isOfFile(diff, position));
  }

  /** Where a comment stands in a frame; undefined where it is about another file, or its line is gone. */
  async place(
    key: MergeRequestKey,
    frame: Frame,
    position: ToldPosition,
    options?: CallOptions,
  ): Promise<Placed | undefined> {
    const span = spanOf(position);
    if (span === undefined) return undefined;
    if (isOfVersion(frame.refs, position)) {
      return isOfFile(frame.diff, position) ? { span, older: false } : undefined;
    }
    if (!mayBeOf(frame, position)) return undefined;
    const from = await this.ofPosition(key, position, options);
    if (from === undefined) return undefined;
    const found = follow(span, from, frame);
    return found && { span: found, older: true };
  }

  /** Newest first. A server without versions has the diff as it is now. */
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
  ): Promise<Frame | undefined> {
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
function mayBeOf({ diff }: Frame, { old_path: oldPath, new_path: newPath }: ToldPosition): boolean {
  return [oldPath, newPath].some((path) => path === diff.oldPath || path === diff.newPath);
}

/** The position that the API wants for lines of a side that is shown. */
export function positionIn(
  { side, ...frame }: SideFrame,
  start: number,
  end: number,
): CommentPosition | undefined {
  const hash = createHash('sha1').update(pathOfCodes(frame.diff)).digest('hex');
  return positionAt(frame, { side, start, end }, hash);
}
