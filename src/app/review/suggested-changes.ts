import { linesOfHunk } from '../../domain/review/hunk-lines';
import type { Frame, ToldPosition } from '../../domain/review/positions';
import {
  findSuggested,
  type SuggestedLines,
  type SuggestedOn,
  type SuggestionPlace,
} from '../../domain/review/suggestions';
import { LINK_MODE, NoSuchFile, SUBMODULE_MODE } from '../../domain/shared/file-content';
import type { MergeRequestKey } from '../shared/keys';
import type { Changes } from './changes';
import type { CommentFrames } from './comment-frames';
import type { SideContent } from './side-content';

/** A suggestion as the server tells it beside the text of its comment; newer servers do. */
export interface ToldSuggestion {
  readonly from_line?: number | null | undefined;
  readonly to_line?: number | null | undefined;
  readonly applied: boolean;
  readonly from_content?: string | null | undefined;
}

/** A suggestion with the lines that it replaces. */
export interface SuggestedChange {
  readonly suggestion: SuggestedLines;
  /** Path of the file in the version that the comment was made on. */
  readonly path: string;
  /** Undefined where the lines are not known: such a suggestion can't be applied. */
  readonly on: SuggestedOn | undefined;
  /** The server says that it was applied. */
  readonly applied: boolean;
}

export interface SuggestedChangesDeps {
  readonly frames: Pick<CommentFrames, 'ofPosition'>;
  readonly changes: Pick<Changes, 'versions'>;
  readonly content: Pick<SideContent, 'read'>;
}

type Version = Frame['refs'];

/** Finds the lines that suggestions replace, in the version their comments were made on: never in the one that is shown. */
export class SuggestedChanges {
  readonly #deps: SuggestedChangesDeps;

  constructor(deps: SuggestedChangesDeps) {
    this.#deps = deps;
  }

  /** What the suggestions of one comment replace, in their order; none where the comment is not on a new line. */
  async of(
    key: MergeRequestKey,
    position: ToldPosition | null | undefined,
    suggestions: readonly SuggestedLines[],
    told: readonly ToldSuggestion[] = [],
  ): Promise<readonly SuggestedChange[]> {
    const line = position?.new_line;
    const path = position?.new_path;
    if (!position || suggestions.length === 0 || typeof line !== 'number' || !path) return [];
    // The server may count other blocks as suggestions than we do.
    const known = told.length === suggestions.length ? told : [];
    const lineAt = await this.#linesAt(key, position, path);
    return suggestions.map((suggestion, index) => {
      const [start, end] = [line - suggestion.above, line + suggestion.below];
      const lines = fromContent(known[index], start, end) ?? (lineAt && rangeOf(lineAt, start, end));
      const on = lines && { lines, start, above: lineAt?.(start - 1), below: lineAt?.(end + 1) };
      return { suggestion, path, on, applied: known[index]?.applied === true };
    });
  }

  /**
   * What the newest version of the merge request has in place of the lines that a suggestion replaces; undefined if it
   * can't be read.
   */
  async inNewest(
    key: MergeRequestKey,
    { suggestion, path, on }: SuggestedChange,
  ): Promise<SuggestionPlace['kind'] | undefined> {
    const [newest] = await this.#deps.changes.versions(key);
    const { base_commit_sha: base, head_commit_sha: head } = newest ?? {};
    if (on === undefined || !base || !head) return undefined;
    try {
      const lines = await this.#read(key, { base, start: base, head }, path);
      return lines && findSuggested(lines, on, suggestion).kind;
    } catch (error) {
      return error instanceof NoSuchFile ? 'gone' : undefined;
    }
  }

  /** Lines of the new side of a version, from 1; undefined where the file is no text, or not known. */
  async #linesAt(key: MergeRequestKey, position: ToldPosition, path: string): Promise<LineAt | undefined> {
    const frame = await this.#deps.frames.ofPosition(key, position);
    const mode = frame?.diff.newMode;
    if (mode === LINK_MODE || mode === SUBMODULE_MODE) return undefined;
    const { base_sha: base, head_sha: head } = position;
    const lines = base && head ? await this.#file(key, { base, start: base, head }, path) : undefined;
    return lines === undefined ? frame && hunkLines(frame) : (line) => lines[line - 1];
  }

  async #file(key: MergeRequestKey, version: Version, path: string): Promise<readonly string[] | undefined> {
    try {
      return await this.#read(key, version, path);
    } catch {
      return undefined; // The hunks of the diff may hold them.
    }
  }

  async #read(
    key: MergeRequestKey,
    { base: from, head: to }: Version,
    path: string,
  ): Promise<readonly string[] | undefined> {
    const text = await this.#deps.content.read({ ...key, from, to, side: 'new', form: 'file', path });
    // With gaps, lines stand for what is not known.
    if (text.what !== 'text' || text.note !== undefined) return undefined;
    return new TextDecoder().decode(text.bytes).split('\n').map(withoutReturn);
  }
}

type LineAt = (line: number) => string | undefined;

/** The editor's lines have no carriage return at their end. */
export const withoutReturn = (line: string): string => line.replace(/\r$/, '');

function hunkLines({ diff }: Frame): LineAt {
  const lines = new Map<number, string>();
  for (const hunk of diff.hunks) {
    for (const { newLine, text } of linesOfHunk(diff, hunk))
      if (newLine !== undefined) lines.set(newLine, withoutReturn(text));
  }
  return (line) => lines.get(line);
}

function rangeOf(lineAt: LineAt, start: number, end: number): readonly string[] | undefined {
  const lines: string[] = [];
  for (let line = start; line <= end; line++) {
    const text = line < 1 ? undefined : lineAt(line);
    if (text === undefined) return undefined;
    lines.push(text);
  }
  return lines;
}

/** The lines that the server kept with the suggestion, where they are about the same lines. */
function fromContent(
  told: ToldSuggestion | undefined,
  start: number,
  end: number,
): readonly string[] | undefined {
  const { from_line: from, to_line: to, from_content: content } = told ?? {};
  if (from !== start || to !== end || typeof content !== 'string') return undefined;
  const lines = content.replace(/\n$/, '').split('\n').map(withoutReturn);
  return lines.length === end - start + 1 ? lines : undefined;
}
