import { commands, workspace } from 'vscode';
import { knownUsername } from '../app/accounts/known-username';
import { ConflictResolution } from '../app/git/conflict-resolution';
import { ResolutionStore } from '../app/git/resolution-store';
import { ResolutionWatch } from '../app/git/resolution-watch';
import type { MergeRequestKey } from '../app/shared/keys';
import { background } from '../base/background';
import { activeHead } from '../ui/changes/editor/active-review';
import { connectGit } from '../ui/git/editor/extension';
import { MergeEditors } from '../ui/git/editor/merge-editor';
import { GitMerging } from '../ui/git/editor/merging';
import { watchRepository } from '../ui/git/editor/repository-changes';
import type { ChoosingDeps } from '../ui/merge-requests/commands/choice';
import { conflictCommands } from '../ui/merge-requests/commands/conflict-commands';
import { offerToContinue } from '../ui/merge-requests/commands/conflict-push';
import { announceResolved } from '../ui/merge-requests/commands/conflict-steps';
import type { CurrentMergeRequest } from '../ui/merge-requests/commands/current';
import { ResolvingItem } from '../ui/merge-requests/editor/resolving-item';
import type { CommandRow } from '../ui/shared/commands/command-row';
import { editorContextKeys } from '../ui/shared/editor/context-keys';
import { execute } from '../ui/shared/editor/execute';
import type { AccountsModule } from './accounts';
import type { BranchModule } from './branch';
import type { GitModule } from './git';
import type { GitCredentialsModule } from './git-credentials';
import type { MergeRequestViewModule } from './merge-request-view';
import type { OutputModule } from './output';
import type { ProjectsModule } from './projects';
import type { WindowModule } from './registered';

/** Resolving the conflicts of merge requests in clones. */
export interface ConflictsModule {
  readonly rows: readonly CommandRow[];
  readonly resolvingItem: ResolvingItem;
}

interface ConflictsDeps {
  readonly choosing: Pick<ChoosingDeps, 'choice' | 'now' | 'prompts'>;
  readonly current: CurrentMergeRequest;
  readonly git: GitModule;
}

type ConflictsParts = WindowModule &
  OutputModule &
  AccountsModule &
  GitCredentialsModule &
  ProjectsModule &
  BranchModule;

export function composeConflicts(
  {
    accounts,
    gitWorkDeps,
    mergeRequests,
    projects,
    prompts,
    store,
    workspaceMemory,
    worktrees,
  }: ConflictsParts,
  { actions, conflictFiles, review }: MergeRequestViewModule,
  { choosing, current, git: { git, promptDeps } }: ConflictsDeps,
): ConflictsModule {
  const merging = new GitMerging(gitWorkDeps);
  const resolutions = store.add(new ResolutionStore(workspaceMemory));
  const resolution = new ConflictResolution({ git, merging, worktrees, store: resolutions });
  const watch = store.add(
    new ResolutionWatch({
      store: resolutions,
      merging,
      repositoryOf: (stored) => resolution.repositoryOf(stored),
      watch: (repository, changed) =>
        watchRepository({ connect: connectGit, worktrees }, repository, changed),
    }),
  );
  const deps = {
    ...promptDeps,
    mergeRequests,
    merging,
    worktrees,
    resolution,
    resolutions,
    conflictFiles,
    editors: new MergeEditors(worktrees),
    execute,
    isTrusted: () => workspace.isTrusted,
    manageTrust: () => commands.executeCommand<undefined>('workbench.trust.manage'),
    choosing: {
      ...choosing,
      store: mergeRequests,
      actions,
      prompts,
      roles: projects,
      who: (base: string) => knownUsername(accounts, base),
      active: current.active,
      shownHead: (key: MergeRequestKey) => activeHead(review.changes, key),
    },
  };
  store.add(watch.onDidResolve((resolved) => background(announceResolved(deps, resolved))));
  offerToContinue(deps);
  background(worktrees.removeUnused((id) => resolutions.uses(id)));
  return {
    rows: conflictCommands(deps),
    resolvingItem: store.add(new ResolvingItem(watch, editorContextKeys)),
  };
}
