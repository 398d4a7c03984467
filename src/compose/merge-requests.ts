import { commands } from 'vscode';
import type { MergeRequestKey, ProjectKey } from '../app/keys';
import { BranchCleanUp } from '../app/branch-clean-up';
import { CheckOut } from '../app/check-out';
import { Clones } from '../app/clones';
import { LocalCommits } from '../app/local-commits';
import { DescriptionDrafts } from '../app/description-drafts';
import { MergeRequestChoice } from '../app/merge-request-choice';
import { ProjectParts } from '../app/project-parts';
import { TimeTimer } from '../app/time-timer';
import { mergeRequestTargetOf } from '../app/targets';
import { checkOutCommands } from '../commands/check-out-commands';
import type { CommandRow } from '../commands/command-row';
import { diffCommands } from '../commands/diff-commands';
import { gitOffers } from '../commands/git-offers';
import { mergeRequestCommands } from '../commands/merge-request-action-commands';
import { pageCommands } from '../commands/page-commands';
import { DescriptionFiles } from '../documents/description-files';
import { DiffDocuments } from '../documents/diff-documents';
import { editorContextKeys } from '../editor/context-keys';
import { editorGit, gitShow } from '../editor/git-show';
import { GitWork } from '../editor/git-work';
import { isOn, setting } from '../editor/settings';
import { TimerItem } from '../editor/timer-item';
import { COMMAND_OF_ACT } from '../panels/overview-commands';
import { overviewKind } from '../panels/overview-panel';
import { Panels } from '../panels/panel-frame';
import { PanelImages } from '../panels/panel-images';
import type { Core } from './core';
import { composeCreate } from './create-merge-request';

/** What merge requests need beyond their store: git, pages, forms and commands. Loaded when it is first needed. */
export function composeMergeRequests(core: Core) {
  const { store, clock, clientFor, prompts, report, mergeRequests, mergeRequestActions, signals } = core;
  const git = new GitWork(editorGit);
  const show = gitShow(git);
  const clones = new Clones(git, clientFor, core.moves);
  const gitPorts = {
    mergeRequests,
    git,
    show,
    clones,
    checkOut: new CheckOut(git, clones),
    cleanUp: new BranchCleanUp(git, clones, clientFor),
    localCommits: new LocalCommits(git, clones),
    prompts,
    report,
  };
  const offers = gitOffers(gitPorts);

  const overview = store.add(
    new Panels<MergeRequestKey>(
      core.extensionUri,
      overviewKind({
        store: mergeRequests,
        actions: mergeRequestActions,
        clock,
        interval: () => setting('refreshInterval') * 1000,
        act: (act, key, shown, value) => {
          if (act === 'showPipeline') {
            void signals.opening.showPipeline({
              base: key.base,
              project: key.project,
              pipeline: Number(value),
            });
            return;
          }
          const target =
            act === 'showCommit'
              ? { kind: 'commit', mergeRequest: key, sha: value ?? '' }
              : { kind: 'merge-request', mergeRequest: key };
          // What is merged or approved is what was shown.
          void commands.executeCommand(COMMAND_OF_ACT[act], { target, sha: shown.sha });
        },
        log: core.log,
        seen: (key, { updated_at: at }) => void core.seen.saw(key, at),
        images: ({ base }) => new PanelImages(core.wire, base),
      }),
    ),
  );
  const create = composeCreate(core, git, clones);
  const diffs = store.add(new DiffDocuments(clientFor));

  const timer = store.add(new TimeTimer(core.workspaceMemory, clock));
  const branchOf = async (key: ProjectKey): Promise<string | undefined> => {
    await core.projects.search();
    return core.projects.headsOf(key).find(({ name }) => name !== undefined)?.name;
  };
  const timerItem = store.add(
    new TimerItem({
      timer,
      prompts,
      contextKeys: editorContextKeys,
      onDidChangeBranch: core.projects.onDidChange,
      branchOf: ({ key }) => branchOf(key),
    }),
  );
  const descriptions = store.add(
    new DescriptionFiles({
      store: mergeRequests,
      actions: mergeRequestActions,
      drafts: new DescriptionDrafts(core.workspaceMemory),
      prompts,
    }),
  );

  const mergeRequestOf = async (argument: unknown): Promise<MergeRequestKey | undefined> =>
    mergeRequestTargetOf(argument) ?? overview.active;
  const rows: readonly CommandRow[] = [
    ...create.rows,
    ...checkOutCommands({ ...gitPorts, offers, choose: () => mergeRequestOf(undefined) }),
    ...mergeRequestCommands({
      store: mergeRequests,
      actions: mergeRequestActions,
      choice: new MergeRequestChoice(clientFor, core.projects),
      parts: new ProjectParts(clientFor),
      prompts,
      choices: core.choices,
      git: offers,
      timer,
      branchOf,
      active: () => overview.active ?? signals.branch.facts?.mergeRequests[0],
      now: () => clock.now(),
      mayDelete: () => isOn('allowDelete'),
      openDescription: (key) => descriptions.open(key),
      pipelineStarted: (key) => {
        signals.started(key, undefined);
      },
      showPipeline: (key) => signals.opening.showPipeline(key),
    }),
    ...diffCommands({
      clientFor,
      mergeRequests,
      prompts,
      now: () => clock.now(),
      mergeRequestOf,
      reread: (uri) => {
        diffs.reread(uri);
      },
    }),
    ...pageCommands({
      mergeRequestOf,
      open: (key) => {
        overview.open(key);
      },
    }),
  ];
  return {
    rows,
    timer,
    timerItem,
    panels: { 'switchyard.mergeRequest': overview, 'switchyard.createMergeRequest': create.panel },
    newForms: create.open,
  };
}
