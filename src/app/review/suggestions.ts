import type { ToldPosition } from '../../domain/review/positions';
import { findSuggested, type SuggestedLines, type SuggestionPlace } from '../../domain/review/suggestions';
import type { MergeRequestKey } from '../shared/keys';
import type { SuggestedChange, SuggestedChanges, ToldSuggestion } from './suggested-changes';

/**
 * A file of the workspace that a merge request changes, by its address. `refused`: its path leads elsewhere, or into
 * git's own folder. `hasBranch`: the branch of the merge request is checked out there.
 */
export type WorkingFile =
  | { readonly kind: 'file'; readonly address: string; readonly hasBranch: boolean }
  | { readonly kind: 'no-clone' | 'missing' | 'refused' };

export interface SuggestionsDeps {
  readonly changes: Pick<SuggestedChanges, 'of' | 'inNewest'>;
  readonly files: {
    find(key: MergeRequestKey, path: string): Promise<WorkingFile>;
    /** As the editor has them where the file is open; undefined where it can't be read. */
    lines(address: string): Promise<readonly string[] | undefined>;
  };
  /** The suggestions in the text of a comment. */
  readonly read: (body: string) => readonly SuggestedLines[];
}

/**
 * `unknown`: the lines that it replaces could not be read. `changed-here`: the latest version has them, but the file in
 * the workspace was changed.
 */
export type SuggestionState = 'open' | 'applied' | 'outdated' | 'changed-here' | 'unknown';

/** A suggestion in a comment, with the lines that it replaces, and whether it can still be applied. */
export interface SuggestedEdit extends SuggestedChange {
  readonly state: SuggestionState;
}

/** A comment that may suggest changes. */
export interface Suggesting {
  readonly body: string;
  readonly position: ToldPosition | null | undefined;
  readonly told?: readonly ToldSuggestion[] | undefined;
}

/** What comments suggest, held against the files of the workspace. */
export class Suggestions {
  readonly #deps: SuggestionsDeps;

  constructor(deps: SuggestionsDeps) {
    this.#deps = deps;
  }

  async of(key: MergeRequestKey, { body, position, told }: Suggesting): Promise<readonly SuggestedEdit[]> {
    const { changes, read } = this.#deps;
    const found = await changes.of(key, position, read(body), told);
    return Promise.all(found.map(async (change) => ({ ...change, state: await this.stateOf(key, change) })));
  }

  file(key: MergeRequestKey, { path }: SuggestedEdit): Promise<WorkingFile> {
    return this.#deps.files.find(key, path);
  }

  /** It may only be applied to lines that are unchanged in the newest version too: a file may be an old one. */
  async stateOf(key: MergeRequestKey, change: SuggestedChange): Promise<SuggestionState> {
    const { changes, files } = this.#deps;
    if (change.applied) return 'applied';
    if (change.on === undefined) return 'unknown';
    const file = await files.find(key, change.path);
    const lines = file.kind === 'file' ? await files.lines(file.address) : undefined;
    const place = lines && findSuggested(lines, change.on, change.suggestion).kind;
    if (place === 'applied') return 'applied';
    const hasBranch = file.kind === 'file' && file.hasBranch;
    const newest = await changes.inNewest(key, change);
    if (place !== 'there' && hasBranch) return newest === 'there' ? 'changed-here' : 'outdated';
    // The branch is the best that is known of it. Without its lines, another branch may have to be checked out here.
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
