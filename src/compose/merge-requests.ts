import { commands, type Uri } from 'vscode';
import type { MergeRequestKey, ProjectKey } from '../app/keys';
import { BranchCleanUp } from '../app/branch-clean-up';
import { CheckOut } from '../app/check-out';
import { Clones } from '../app/clones';
import { LocalCommits } from '../app/local-commits';
import { DescriptionDrafts } from '../app/description-drafts';
import { MergeMessages } from '../app/merge-messages';
import { MergeRequestChoice } from '../app/merge-request-choice';
import { ProjectParts } from '../app/project-parts';
import { TimeTimer } from '../app/time-timer';
import { mergeRequestTargetOf } from '../app/targets';
import { checkOutCommands } from '../commands/check-out-commands';
import type { CommandRow } from '../commands/command-row';
import { diffCommands } from '../commands/diff-commands';
import { gitOffers } from '../commands/git-offers';
import { mergeRequestCommands } from '../commands/merge-request-action-commands';
import { pickMergeRequest } from '../commands/merge-request-choosing';
import { pageCommands } from '../commands/page-commands';
import { t } from '../base/localize';
import { DescriptionFiles } from '../documents/description-files';
import { byAddress, MessageFiles } from '../documents/message-files';
import { DiffDocuments } from '../documents/diff-documents';
import { editorContextKeys } from '../editor/context-keys';
import { editorGit, gitShow } from '../editor/git-show';
import { GitWork } from '../editor/git-work';
import { isOn, setting } from '../editor/settings';
import { TimerItem } from '../editor/timer-item';
import { COMMAND_OF_ACT, COMMAND_OF_TALK_ACT, talkTarget } from '../panels/overview-commands';
import { overviewKind } from '../panels/overview-panel';
import { Panels } from '../panels/panel-frame';
import { PanelImages } from '../panels/panel-images';
import { COMMAND } from '../presentation/command-ids';
import { alsoExplain } from '../presentation/error-sentences';
import { explainMergeRequests } from '../presentation/merge-request-errors';
import type { Core } from './core';
import { composeCreate } from './create-merge-request';
import type { MergeRequestViewCore } from './merge-request-view';
import { composeQueries } from './queries';
import { composeReview } from './review';

/** What merge requests need beyond their store: git, pages, forms and commands. Loaded when it is first needed. */
export function composeMergeRequests(core: Core, view: MergeRequestViewCore, reread: (uri: Uri) => void) {
  const { store, clock, clientFor, prompts, report, mergeRequests, signals } = core;
  const { actions, seen } = view;
  alsoExplain(explainMergeRequests);
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
  const gitOnly = gitOffers(gitPorts);

  const overview = store.add(
    new Panels<MergeRequestKey>(
      core.extensionUri,
      overviewKind({
        store: mergeRequests,
        actions,
        clock,
        interval: () => setting('refreshInterval') * 1000,
        act: (act, key, shown, value) => {
          if (act === 'showPipeline') {
            const pipeline = Number(value);
            const listed = mergeRequests.peekPart(key, 'pipelines')?.items.find(({ id }) => id === pipeline);
            // Those of a fork's branch run in the fork.
            const project = listed?.project_id ?? key.project;
            signals.opening.showPipeline({ base: key.base, project, pipeline }).catch((error: unknown) => {
              report(t('Pipeline #{0} could not be shown.', pipeline), error);
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
        talk: {
          discussions: view.review.discussions,
          reactions: view.review.reactions,
          outbox: view.review.outbox,
          act: (act, key, value) =>
            commands.executeCommand(COMMAND_OF_TALK_ACT[act], { target: talkTarget(act, key, value) }),
        },
        log: core.log,
        seen: (key, { updated_at: at }) => void seen.saw(key, at),
        images: ({ base }) => new PanelImages(core.wire, base),
        mayDelete: () => isOn('allowDelete'),
      }),
    ),
  );
  const lists = composeQueries(core, view);
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
      actions,
      drafts: new DescriptionDrafts(core.workspaceMemory),
      prompts,
    }),
  );
  const messages = new MergeMessages(core.workspaceMemory);
  const messageFiles = new MessageFiles(messages, prompts);

  const choosing = {
    choice: new MergeRequestChoice(clientFor, core.projects),
    choices: core.choices,
    now: () => clock.now(),
  };
  const choose = (title: string, placeholder: string): Promise<MergeRequestKey | undefined> =>
    pickMergeRequest(choosing, { title, placeholder, state: undefined });
  const active = (): MergeRequestKey | undefined => overview.active ?? signals.branch.facts?.mergeRequests[0];
  const mergeRequestOf = async (argument: unknown, title: string): Promise<MergeRequestKey | undefined> =>
    mergeRequestTargetOf(argument) ?? overview.active ?? choose(title, t('The merge request to open'));
  const review = composeReview(core, view, {
    git,
    clones,
    mergeRequestOf,
    openAsText: async (mergeRequest) => {
      await commands.executeCommand(COMMAND.openDiff, { target: { kind: 'merge-request', mergeRequest } });
    },
    openAllChanges: async (mergeRequest) => {
      const target = { kind: 'merge-request', mergeRequest };
      await commands.executeCommand(COMMAND.openAllChanges, { target });
    },
    fetchCommit: gitOnly.showCommit,
  });
  const offers = { ...gitOnly, showCommit: review.showCommit };
  const rows: readonly CommandRow[] = [
    ...lists.rows,
    ...create.rows,
    ...review.rows,
    ...checkOutCommands({
      ...gitPorts,
      offers,
      choose: async (title, placeholder) => active() ?? choose(title, placeholder),
    }),
    ...mergeRequestCommands({
      store: mergeRequests,
      actions,
      ...choosing,
      parts: new ProjectParts(clientFor),
      prompts,
      git: offers,
      timer,
      branchOf,
      active,
      mayDelete: () => isOn('allowDelete'),
      messages: {
        get: (key, kind) => messages.get(key, kind),
        edit: (key, kind) => messageFiles.edit(key, kind),
        forget: (key) => messages.forget(key),
      },
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
      reread,
    }),
    ...pageCommands({
      mergeRequestOf,
      open: (key, part) => {
        const panel = overview.open(key);
        if (part !== undefined) panel.post({ kind: 'reveal', id: part, focus: true });
      },
    }),
  ];
  return {
    rows,
    review,
    descriptions: byAddress(descriptions, messageFiles),
    diffs,
    timer,
    timerItem,
    panels: {
      'switchyard.query': lists.panel,
      'switchyard.mergeRequest': overview,
      'switchyard.createMergeRequest': create.panel,
    },
    newForms: create.open,
  };
}
