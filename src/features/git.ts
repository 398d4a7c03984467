import { commands, workspace } from 'vscode';
import { ConflictResolution } from '../app/git/conflict-resolution';
import { ResolutionStore } from '../app/git/resolution-store';
import { ResolutionWatch } from '../app/git/resolution-watch';
import { background } from '../base/background';
import type { Services } from '../services';
import { pipelineCheckOutCommand } from '../ui/git/commands/pipeline-check-out';
import type { GitPrompts } from '../ui/git/commands/prompts';
import { connectGit } from '../ui/git/editor/extension';
import { MergeEditors } from '../ui/git/editor/merge-editor';
import { GitMerging } from '../ui/git/editor/merging';
import { watchRepository } from '../ui/git/editor/repository-changes';
import { checkOutCommands } from '../ui/merge-requests/commands/check-out-commands';
import type { ChoosingDeps } from '../ui/merge-requests/commands/choice';
import { cleanUpCommands } from '../ui/merge-requests/commands/clean-up-commands';
import { conflictCommands } from '../ui/merge-requests/commands/conflict-commands';
import { offerToContinue } from '../ui/merge-requests/commands/conflict-push';
import { announceResolved } from '../ui/merge-requests/commands/conflict-steps';
import type { CurrentMergeRequest } from '../ui/merge-requests/commands/current';
import { ResolvingItem } from '../ui/merge-requests/editor/resolving-item';
import type { CommandRow } from '../ui/shared/commands/command-row';
import { execute } from '../ui/shared/editor/execute';
import type { MergeRequestServices } from './merge-request-services';
import type { MergeRequestTools } from './merge-request-tools';

/** Checking out branches, deleting merged ones, and resolving conflicts. */
export interface GitFeature {
  readonly rows: readonly CommandRow[];
  readonly resolvingItem: ResolvingItem;
}

/** How commands find their merge request, and what they offer. */
interface GitCommandOptions {
  readonly choosing: ChoosingDeps;
  readonly current: CurrentMergeRequest;
  readonly offers: GitPrompts;
}

export function createGitFeature(
  services: Services,
  { conflictFiles }: MergeRequestServices,
  { promptDeps }: MergeRequestTools,
  { choosing, current, offers }: GitCommandOptions,
): GitFeature {
  const { contextKeys, gitWorkDeps, store, workspaceMemory, worktrees } = services;
  const merging = new GitMerging(gitWorkDeps);
  const resolutions = store.add(new ResolutionStore(workspaceMemory));
  const resolution = new ConflictResolution({ ...promptDeps, merging, store: resolutions });
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
    merging,
    resolution,
    resolutions,
    conflictFiles,
    editors: new MergeEditors(worktrees),
    execute,
    isTrusted: () => workspace.isTrusted,
    manageTrust: () => commands.executeCommand<undefined>('workbench.trust.manage'),
    choosing,
    offers,
    choose: current.activeOrChosen,
    active: current.active,
  };
  store.add(watch.onDidResolve((resolved) => background(announceResolved(deps, resolved))));
  offerToContinue(deps);
  background(worktrees.removeUnused((id) => resolutions.uses(id)));
  return {
    rows: [
      ...conflictCommands(deps),
      ...checkOutCommands(deps),
      pipelineCheckOutCommand(deps),
      ...cleanUpCommands(deps),
    ],
    resolvingItem: store.add(new ResolvingItem(watch, contextKeys)),
  };
}
