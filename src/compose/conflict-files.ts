import { Clones } from '../app/git/clones';
import { ConflictFiles } from '../app/git/conflict-files';
import { SourceBranches } from '../app/merge-requests/after-merge/source-branches';
import type { DisposableStore } from '../base/disposable';
import { GitMerging } from '../editor/git/merging';
import { editorGit } from '../editor/git/show';
import { GitWork } from '../editor/git/work';
import type { AccountsModule } from './accounts';
import { clearOnAccountChange } from './clear-on-account-change';
import type { ProjectsModule } from './projects';

/** The conflicting files and the remaining branches of merge requests, for their rows and pages. */
export interface ConflictFilesModule {
  readonly conflictFiles: ConflictFiles;
  readonly sourceBranches: SourceBranches;
}

export function composeConflictFiles(
  store: DisposableStore,
  { accounts, clientFor, moves, added }: AccountsModule & ProjectsModule,
): ConflictFilesModule {
  const git = new GitWork(editorGit);
  const clones = new Clones(git, clientFor, moves, added);
  const conflictFiles = store.add(new ConflictFiles({ git, clones, merging: new GitMerging(editorGit) }));
  const sourceBranches = store.add(new SourceBranches(clientFor));
  store.add(clearOnAccountChange(accounts, [conflictFiles, sourceBranches]));
  return { conflictFiles, sourceBranches };
}
