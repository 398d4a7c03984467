import type { ReportedPosition } from '../../domain/changes/positions';
import {
  findSuggested,
  type SuggestedLines,
  type SuggestedOn,
  type SuggestionPlace,
} from '../../domain/discussions/suggestions';
import { NoSuchFileError } from '../../domain/shared/file-content';
import type { Changes } from '../changes/changes';
import type { MergeRequestKey } from '../shared/keys';
import { type LineAt, VersionLines, type VersionLinesDeps, withoutReturn } from './version-lines';

/** A suggestion in the server's response, in addition to the text of the comment. Only newer servers send it. */
export interface ServerSuggestion {
  readonly id?: number | undefined;
  readonly from_line?: number | null | undefined;
  readonly to_line?: number | null | undefined;
  /** False if the server refuses to apply it, for example because the lines have changed. */
  readonly appliable?: boolean | null | undefined;
  readonly applied: boolean;
  readonly from_content?: string | null | undefined;
}

/** A suggestion and the lines that it replaces. */
export interface SuggestedChange {
  readonly suggestion: SuggestedLines;
  /** Path of the file in the version that the comment was made on. */
  readonly path: string;
  /** Undefined if the lines aren't known, so that the suggestion can't be applied. */
  readonly on: SuggestedOn | undefined;
  /** True if the server reports it as applied. */
  readonly applied: boolean;
  /** Its ID on the server if the server can apply it; undefined otherwise, and on older servers. */
  readonly appliableId?: number | undefined;
}

export interface SuggestedChangesDeps extends VersionLinesDeps {
  readonly changes: Pick<Changes, 'versions'>;
}

/**
 * Finds the lines that suggestions replace, in the version that their comments were made on, not in the
 * displayed one.
 */
export class SuggestedChanges {
  readonly #deps: SuggestedChangesDeps;
  readonly #lines: VersionLines;

  constructor(deps: SuggestedChangesDeps) {
    this.#deps = deps;
    this.#lines = new VersionLines(deps);
  }

  /**
   * Returns the changes of a comment's suggestions, in order; empty if the comment isn't on a line of the new
   * side.
   */
  async of(
    key: MergeRequestKey,
    position: ReportedPosition | null | undefined,
    suggestions: readonly SuggestedLines[],
    serverSuggestions: readonly ServerSuggestion[] = [],
  ): Promise<readonly SuggestedChange[]> {
    const line = position?.new_line;
    const path = position?.new_path;
    if (!position || suggestions.length === 0 || typeof line !== 'number' || !path) return [];
    // The server may count different blocks as suggestions.
    const known = serverSuggestions.length === suggestions.length ? serverSuggestions : [];
    const lineAt = (await this.#lines.of(key, position, { side: 'new', fallBackAfter: 'any' }))?.lineAt;
    return suggestions.map((suggestion, index) => {
      const [start, end] = [line - suggestion.above, line + suggestion.below];
      const lines = fromContent(known[index], start, end) ?? (lineAt && rangeOf(lineAt, start, end));
      const on = lines && { lines, start, above: lineAt?.(start - 1), below: lineAt?.(end + 1) };
      return {
        suggestion,
        path,
        on,
        applied: known[index]?.applied === true,
        appliableId: appliableId(known[index]),
      };
    });
  }

  /**
   * Returns whether the latest version still contains the lines that a suggestion replaces; undefined if it
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
      const lines = await this.#lines.read(key, { base, head }, { side: 'new', path });
      return lines && findSuggested(lines, on, suggestion).kind;
    } catch (error) {
      return error instanceof NoSuchFileError ? 'gone' : undefined;
    }
  }
}

function appliableId(suggestion: ServerSuggestion | undefined): number | undefined {
  return suggestion?.applied === false && suggestion.appliable !== false ? suggestion.id : undefined;
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

/** Returns the replaced lines that the server stored with the suggestion, if they have the same line numbers. */
function fromContent(
  serverSuggestion: ServerSuggestion | undefined,
  start: number,
  end: number,
): readonly string[] | undefined {
  const { from_line: from, to_line: to, from_content: content } = serverSuggestion ?? {};
  if (from !== start || to !== end || typeof content !== 'string') return undefined;
  const lines = content.replace(/\n$/, '').split('\n').map(withoutReturn);
  return lines.length === end - start + 1 ? lines : undefined;
}
