import type { ConflictFiles } from '../../app/git/conflict-files';
import type { ConflictResolution } from '../../app/git/conflict-resolution';
import type { MergePort } from '../../app/git/merge-port';
import type { ResolutionStore } from '../../app/git/resolution-store';
import type { GitPromptDeps } from '../git/prompts';
import type { ChoosingDeps } from './choice';

export interface ConflictDeps extends GitPromptDeps {
  readonly choosing: ChoosingDeps;
  readonly merging: MergePort;
  readonly resolution: ConflictResolution;
  readonly resolutions: ResolutionStore;
  readonly conflictFiles: Pick<ConflictFiles, 'fetch'>;
  /** Opens a file with conflicts in the merge editor. */
  readonly openConflict: (repository: string, path: string) => Promise<void>;
  /** Returns the files whose merge editor has unsaved changes. */
  readonly unsavedConflicts: (repository: string, paths: readonly string[]) => readonly string[];
  /** Closes the merge editors of files without saving: the active one, or with `opens` those of all files. */
  readonly closeConflicts: (
    repository: string,
    paths: readonly string[],
    options: { readonly opens: boolean },
  ) => Promise<void>;
}
