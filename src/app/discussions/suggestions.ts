import { deepEqual } from '../../base/deep-equal';
import { type ReportedPosition, spanOf } from '../../domain/changes/positions';
import {
  findSuggested,
  type SuggestedLines,
  type SuggestionPlace,
} from '../../domain/discussions/suggestions';
import type { WorkingFile } from '../changes/working-files/merge-request-clones';
import type { MergeRequestKey } from '../shared/keys';
import type { ServerSuggestion, SuggestedChange, SuggestedChanges } from './suggested-changes';

export interface SuggestionsDeps {
  readonly changes: Pick<SuggestedChanges, 'of' | 'inNewest'>;
  readonly files: {
    find(key: MergeRequestKey, path: string): Promise<WorkingFile>;
    /** The text in the editor if the file is open; undefined if it can't be read. */
    lines(address: string): Promise<readonly string[] | undefined>;
  };
  /** Parses the suggestions in the text of a comment. */
  readonly read: (body: string) => readonly SuggestedLines[];
}

/**
 * `unknown`: the replaced lines couldn't be read. `changed-here`: the latest version contains the lines, but
 * the file in the workspace was changed. `unchanged`: the suggestion is the same as its lines.
 */
export type SuggestionState = 'open' | 'applied' | 'unchanged' | 'outdated' | 'changed-here' | 'unknown';

/** A suggestion in a comment, the lines that it replaces, and whether it can be applied. */
export interface SuggestedEdit extends SuggestedChange {
  readonly state: SuggestionState;
}

/** A comment that may contain suggestions. */
export interface SuggestingComment {
  readonly body: string;
  readonly position: ReportedPosition | null | undefined;
  readonly serverSuggestions?: readonly ServerSuggestion[] | undefined;
}

/** Compares the suggestions in comments with the files in the workspace. */
export class Suggestions {
  readonly #deps: SuggestionsDeps;

  constructor(deps: SuggestionsDeps) {
    this.#deps = deps;
  }

  async of(
    key: MergeRequestKey,
    { body, position, serverSuggestions }: SuggestingComment,
  ): Promise<readonly SuggestedEdit[]> {
    const { changes, read } = this.#deps;
    const found = await changes.of(key, position, read(body), serverSuggestions);
    return Promise.all(found.map(async (change) => ({ ...change, state: await this.stateOf(key, change) })));
  }

  /**
   * Returns the lines that a comment is on, as they were in its version; undefined if they aren't known, or if the comment
   * isn't on lines of the new side.
   */
  async linesOf(
    key: MergeRequestKey,
    position: ReportedPosition | null | undefined,
  ): Promise<readonly string[] | undefined> {
    const span = position ? spanOf(position) : undefined;
    if (span?.side !== 'new') return undefined;
    const all = { above: span.end - span.start, below: 0, lines: [] };
    const [found] = await this.#deps.changes.of(key, position, [all]);
    return found?.on?.lines;
  }

  file(key: MergeRequestKey, { path }: Pick<SuggestedEdit, 'path'>): Promise<WorkingFile> {
    return this.#deps.files.find(key, path);
  }

  /**
   * Returns the state. The lines must be unchanged in the latest version too, because the file may be
   * outdated.
   */
  async stateOf(key: MergeRequestKey, change: SuggestedChange): Promise<SuggestionState> {
    const { changes, files } = this.#deps;
    if (change.applied) return 'applied';
    if (change.on === undefined) return 'unknown';
    if (deepEqual(change.on.lines, change.suggestion.lines)) return 'unchanged';
    const file = await files.find(key, change.path);
    const lines = file.kind === 'file' ? await files.lines(file.address) : undefined;
    const place = lines && findSuggested(lines, change.on, change.suggestion).kind;
    if (place === 'applied') return 'applied';
    const hasBranch = file.kind === 'file' && file.hasBranch;
    const newest = await changes.inNewest(key, change);
    if (place !== 'there' && hasBranch) return newest === 'there' ? 'changed-here' : 'outdated';
    // If the latest version isn't known, use the branch. If the file doesn't have the lines, another branch
    // may need to be checked out.
    if (newest === undefined) return place !== 'there' ? 'outdated' : hasBranch ? 'open' : 'unknown';
    return NEWEST[newest];
  }
}

const NEWEST: Readonly<Record<SuggestionPlace['kind'], SuggestionState>> = {
  there: 'open',
  applied: 'applied',
  gone: 'outdated',
  several: 'outdated',
};
