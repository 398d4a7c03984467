import type { ConflictFiles } from '../../../app/git/conflict-files';
import type { ConflictResolution } from '../../../app/git/conflict-resolution';
import type { MergePort, Worktrees } from '../../../app/git/merge-port';
import type { ResolutionStore } from '../../../app/git/resolution-store';
import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import type { GitShow } from '../../../app/shared/git-port';
import type { GitPromptDeps } from '../../git/commands/prompts';
import type { execute } from '../../shared/editor/execute';
import type { Prompts } from '../../shared/editor/prompts';
import type { Report } from '../../shared/editor/report';
import type { ChoosingDeps } from './choice';
import type { ConflictTrustDeps } from './conflict-trust';

/** A file with conflicts to open in the merge editor. */
export interface ConflictToOpen {
  /** Identifies the repository with the conflicts. */
  readonly repository: string;
  readonly path: string;
  /** The branches of both sides. `ours` is that of HEAD. */
  readonly ours: string;
  readonly theirs: string;
  /** For example "2 of 5". */
  readonly position: string;
}

/** The editors of files with conflicts. */
export interface ConflictEditors {
  /** Opens a file in the merge editor; without that editor, as text. */
  readonly open: (file: ConflictToOpen) => Promise<void>;
  /** Opens a file with its conflict markers. */
  readonly openText: (repository: string, path: string) => Promise<void>;
  /**
   * Saves and closes the active editor of a file, and returns the path. Undefined if it isn't a file of the repository, or
   * if the user cancels because there are conflicts left.
   */
  readonly accept: (repository: string) => Promise<string | undefined>;
  /** True if a file is open in the merge editor. */
  readonly isOpen: (repository: string, path: string) => boolean;
  /** Returns the files whose merge editor has unsaved changes. */
  readonly unsaved: (repository: string, paths: readonly string[]) => readonly string[];
  /** Closes the merge editors of files without saving: the active one, or with `opens` those of all files. */
  readonly close: (
    repository: string,
    paths: readonly string[],
    options: { readonly opens: boolean },
  ) => Promise<void>;
}

/** Dependencies of the steps after the start. */
export interface ConflictStepDeps {
  readonly merging: MergePort;
  readonly resolution: ConflictResolution;
  readonly resolutions: ResolutionStore;
  readonly editors: ConflictEditors;
  readonly mergeRequests: Pick<MergeRequests, 'get' | 'refresh' | 'acted'>;
  readonly prompts: Prompts;
  readonly report: Report;
  readonly show: Pick<GitShow, 'terminal'>;
  readonly execute: typeof execute;
}

export interface ConflictDeps extends GitPromptDeps, ConflictStepDeps, ConflictTrustDeps {
  readonly choosing: ChoosingDeps;
  readonly conflictFiles: Pick<ConflictFiles, 'fetch'>;
  readonly worktrees: Worktrees;
  readonly show: GitShow;
  readonly mergeRequests: Pick<MergeRequests, 'get' | 'refresh' | 'acted'>;
}
