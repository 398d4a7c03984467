import { Clones } from '../app/git/clones';
import { ConflictFiles } from '../app/git/conflict-files';
import { SourceBranches } from '../app/merge-requests/after-merge/source-branches';
import type { DisposableStore } from '../base/disposable';
import { GitMerging } from '../ui/git/editor/merging';
import { GitWork } from '../ui/git/editor/work';
import type { AccountsModule } from './accounts';
import { clearOnAccountChange } from './clear-on-account-change';
import type { GitCredentialsModule } from './git-credentials';
import type { ProjectsModule } from './projects';

/** The conflicting files and the remaining branches of merge requests, for their rows and pages. */
export interface ConflictFilesModule {
  readonly conflictFiles: ConflictFiles;
  readonly sourceBranches: SourceBranches;
}

export function composeConflictFiles(
  store: DisposableStore,
  {
    accounts,
    clientFor,
    gitPlaces,
    moves,
    added,
  }: AccountsModule & ProjectsModule & Pick<GitCredentialsModule, 'gitPlaces'>,
): ConflictFilesModule {
  const git = new GitWork(gitPlaces);
  const clones = new Clones(git, clientFor, moves, added);
  const conflictFiles = store.add(new ConflictFiles({ git, clones, merging: new GitMerging(gitPlaces) }));
  const sourceBranches = store.add(new SourceBranches(clientFor));
  store.add(clearOnAccountChange(accounts, [conflictFiles, sourceBranches]));
  return { conflictFiles, sourceBranches };
}
