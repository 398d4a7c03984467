import type { CallOptions } from '../../api/client';
import { linesOfHunk } from '../../domain/changes/hunk-lines';
import type { CommentableFile, ReportedPosition, Side } from '../../domain/changes/positions';
import { LINK_MODE, NoSuchFileError, SUBMODULE_MODE } from '../../domain/shared/file-content';
import type { CommentableFiles } from '../changes/commentable-files';
import type { SideContent } from '../changes/sides/side-content';
import { isRefusal } from '../changes/sides/side-text';
import type { MergeRequestKey } from '../shared/keys';

/** Returns a line without its line ending. Line numbers start at 1. Undefined if the line isn't known. */
export type LineAt = (line: number) => string | undefined;

export interface VersionLinesDeps {
  readonly frames: Pick<CommentableFiles, 'ofPosition'>;
  readonly content: Pick<SideContent, 'read'>;
}

/** A side of a file in a version. `frame`: its diff, if the version is still known. */
export interface VersionFile {
  readonly lineAt: LineAt;
  readonly frame: CommentableFile | undefined;
}

/** Reads the lines of files in the versions that comments were made on. */
export class VersionLines {
  readonly #deps: VersionLinesDeps;

  constructor(deps: VersionLinesDeps) {
    this.#deps = deps;
  }

  /**
   * Returns a side of the file of a comment; undefined if the file isn't text or isn't known. Uses the hunks of the
   * diff if the file can't be read: if the server refuses it, or with `any` also after other failures.
   */
  async of(
    key: MergeRequestKey,
    position: ReportedPosition,
    { side, fallBackAfter }: { readonly side: Side; readonly fallBackAfter: 'refusal' | 'any' },
    options?: CallOptions,
  ): Promise<VersionFile | undefined> {
    const frame = await this.#deps.frames.ofPosition(key, position, options);
    const mode = side === 'new' ? frame?.diff.newMode : frame?.diff.oldMode;
    if (mode === LINK_MODE || mode === SUBMODULE_MODE) return undefined;
    const { base_sha: base, head_sha: head } = position;
    const path = side === 'new' ? position.new_path : position.old_path;
    const lines =
      base && head && path
        ? await this.read(key, { base, head }, { side, path }, options).catch((error: unknown) => {
            if (fallBackAfter === 'any' || isRefusal(error) || error instanceof NoSuchFileError)
              return undefined;
            throw error;
          })
        : undefined;
    if (lines !== undefined) return { lineAt: (line) => lines[line - 1], frame };
    return frame && { lineAt: hunkLines(frame, side), frame };
  }

  /** Returns all lines of a side of a file; undefined if it isn't text. Throws if it can't be read. */
  async read(
    key: MergeRequestKey,
    { base: from, head: to }: Pick<CommentableFile['refs'], 'base' | 'head'>,
    { side, path }: { readonly side: Side; readonly path: string },
    options?: CallOptions,
  ): Promise<readonly string[] | undefined> {
    const text = await this.#deps.content.read({ ...key, from, to, side, form: 'file', path }, options);
    // A note means that the text may not be the actual file.
    if (text.what !== 'text' || text.note !== undefined) return undefined;
    return new TextDecoder().decode(text.bytes).split('\n').map(withoutReturn);
  }
}

/** Lines of editors don't include carriage returns. */
export const withoutReturn = (line: string): string => line.replace(/\r$/, '');

function hunkLines({ diff }: CommentableFile, side: Side): LineAt {
  const lines = new Map<number, string>();
  for (const hunk of diff.hunks) {
    for (const { oldLine, newLine, text } of linesOfHunk(diff, hunk)) {
      const line = side === 'new' ? newLine : oldLine;
      if (line !== undefined) lines.set(line, withoutReturn(text));
    }
  }
  return (line) => lines.get(line);
}
