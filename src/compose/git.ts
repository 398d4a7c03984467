import { BranchCleanUp } from '../app/git/branch-clean-up';
import { CheckOut } from '../app/git/check-out';
import { Clones } from '../app/git/clones';
import { LocalCommits } from '../app/git/local-commits';
import { StartedStashes } from '../app/git/started-stashes';
import { background } from '../base/background';
import { offerLeftStashes } from '../ui/git/commands/left-stashes';
import { type GitPromptDeps, type GitPrompts, gitPrompts } from '../ui/git/commands/prompts';
import { gitShow } from '../ui/git/editor/show';
import { GitWork } from '../ui/git/editor/work';
import type { AccountsModule } from './accounts';
import type { BranchModule } from './branch';
import type { GitCredentialsModule } from './git-credentials';
import type { OutputModule } from './output';
import type { ProjectsModule } from './projects';
import type { WindowModule } from './registered';

/** The clones of the workspace, and Git operations for merge requests. */
export interface GitModule {
  readonly git: GitWork;
  readonly clones: Clones;
  readonly promptDeps: GitPromptDeps;
  readonly prompts: GitPrompts;
}

type GitParts = WindowModule &
  OutputModule &
  AccountsModule &
  GitCredentialsModule &
  ProjectsModule &
  BranchModule;

export function composeGit(core: GitParts): GitModule {
  const { added, clientFor, gitWorkDeps, mergeRequests, moves, prompts, report, sharedMemory: memory } = core;
  const started = core.store.add(new StartedStashes(core.workspaceMemory));
  const git = new GitWork(gitWorkDeps);
  const clones = new Clones(git, clientFor, moves, added);
  const promptDeps = {
    mergeRequests,
    git,
    started,
    show: gitShow(git),
    clones,
    checkOut: new CheckOut(git, clones),
    cleanUp: new BranchCleanUp(git, clones, clientFor),
    localCommits: new LocalCommits(git, clones),
    prompts,
    report,
    memory,
  };
  background(offerLeftStashes(promptDeps));
  return { git, clones, promptDeps, prompts: gitPrompts(promptDeps) };
}
