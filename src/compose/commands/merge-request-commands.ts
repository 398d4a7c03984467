import { knownUsername } from '../../app/accounts/known-username';
import { DescriptionDrafts } from '../../app/merge-requests/description-drafts';
import { DefaultMessages } from '../../app/merge-requests/messages/default-messages';
import { MergeMessages } from '../../app/merge-requests/messages/merge-messages';
import { TimeTimer } from '../../app/merge-requests/timer';
import type { UnconfirmedPipelines } from '../../app/pipelines/unconfirmed-pipelines';
import { ProjectParts } from '../../app/projects/members-and-milestones';
import { COMMAND } from '../../presentation/shared/command-ids';
import { activeHead } from '../../ui/changes/editor/active-review';
import { reviewNextCommand } from '../../ui/discussions/commands/review-next-command';
import { pipelineCheckOutCommand } from '../../ui/git/commands/pipeline-check-out';
import { mergeRequestCommands } from '../../ui/merge-requests/commands/action-commands';
import { checkOutCommands } from '../../ui/merge-requests/commands/check-out-commands';
import type { ChoosingDeps } from '../../ui/merge-requests/commands/choice';
import { cleanUpCommands } from '../../ui/merge-requests/commands/clean-up-commands';
import type { CurrentMergeRequest } from '../../ui/merge-requests/commands/current';
import { DescriptionFiles } from '../../ui/merge-requests/documents/description-files';
import type { MergeRequestTexts } from '../../ui/merge-requests/documents/lazy-texts';
import { byAddress, MessageFiles } from '../../ui/merge-requests/documents/message-files';
import { TimerItem } from '../../ui/merge-requests/editor/timer-item';
import type { CommandRow } from '../../ui/shared/commands/command-row';
import { editorContextKeys } from '../../ui/shared/editor/context-keys';
import { execute } from '../../ui/shared/editor/execute';
import { isOn } from '../../ui/shared/editor/settings';
import type { AccountsModule } from '../accounts';
import type { BranchModule } from '../branch';
import type { GitModule } from '../git';
import type { MergeRequestViewModule } from '../merge-request-view';
import type { OutputModule } from '../output';
import type { PipelineViewModule } from '../pipeline-view';
import type { PipelinesModule } from '../pipelines';
import type { ProjectsModule } from '../projects';
import type { WindowModule } from '../registered';

/** Commands that act on a merge request, with the documents and the timer that they use. */
export interface MergeRequestCommandsModule {
  readonly rows: readonly CommandRow[];
  readonly descriptions: MergeRequestTexts['descriptions'];
  readonly timer: TimeTimer;
  readonly timerItem: TimerItem;
}

interface MergeRequestCommandsDeps {
  readonly unconfirmed: UnconfirmedPipelines;
  readonly choosing: Pick<ChoosingDeps, 'choice' | 'now' | 'prompts'>;
  readonly current: CurrentMergeRequest;
  readonly git: GitModule;
}

type MergeRequestCommandsParts = WindowModule &
  OutputModule &
  AccountsModule &
  ProjectsModule &
  PipelinesModule &
  BranchModule &
  PipelineViewModule;

export function composeMergeRequestCommands(
  core: MergeRequestCommandsParts,
  { actions, review, sourceBranches }: MergeRequestViewModule,
  { unconfirmed, choosing, current, git }: MergeRequestCommandsDeps,
): MergeRequestCommandsModule {
  const { store, clientFor, mergeRequests, notifications, opening, projects, prompts } = core;
  const { workspaceMemory: memory } = core;
  const { timer, timerItem } = composeTimer(core);
  const descriptions = store.add(
    new DescriptionFiles({ store: mergeRequests, actions, drafts: new DescriptionDrafts(memory), prompts }),
  );
  const messages = new MergeMessages(memory);
  const defaults = new DefaultMessages(clientFor, mergeRequests);
  const files = new MessageFiles({ messages, defaults: (key) => defaults.of(key) });
  const gitDeps = {
    ...git.promptDeps,
    offers: git.prompts,
    choose: current.activeOrChosen,
    choosing,
    active: current.active,
  };
  const rows = [
    ...checkOutCommands(gitDeps),
    pipelineCheckOutCommand({ ...gitDeps, pipelines: core.pipelines }),
    ...cleanUpCommands({ ...gitDeps, mergeRequests }),
    ...mergeRequestCommands({
      store: mergeRequests,
      actions,
      unconfirmed,
      ...choosing,
      parts: new ProjectParts(clientFor),
      sourceBranches,
      prompts,
      roles: projects,
      who: (base) => knownUsername(core.accounts, base),
      git: git.prompts,
      timer,
      branchOf: (key) => projects.branchOf(key),
      active: current.active,
      shownHead: (key) => activeHead(review.changes, key),
      mayDelete: () => isOn('mergeRequestsAllowDelete'),
      messages: {
        get: (key, kind) => messages.get(key, kind),
        edit: (key, kind) => files.edit(key, kind),
        keep: (key, kind, text) => messages.keep(key, kind, text),
        finish: (argument) => files.finish(argument),
        forget: (key) => messages.forget(key),
      },
      openDescription: (key) => descriptions.open(key),
      pipelineStarted: (key) => {
        notifications.watch(key, 'started');
      },
      showPipeline: opening.showPipeline,
    }),
  ];
  return { rows, descriptions: byAddress(descriptions, files), timer, timerItem };
}

/** Measures the time spent on a merge request, and shows it in the status bar. */
export interface TimerModule {
  readonly timer: TimeTimer;
  readonly timerItem: TimerItem;
}

type TimerParts = WindowModule & OutputModule & AccountsModule & ProjectsModule;

function composeTimer({ store, workspaceMemory, clock, projects, prompts }: TimerParts): TimerModule {
  const timer = store.add(new TimeTimer(workspaceMemory, clock));
  const timerItem = store.add(
    new TimerItem({
      timer,
      prompts,
      contextKeys: editorContextKeys,
      onDidChangeBranch: projects.onDidChange,
      branchOf: ({ key }) => projects.branchOf(key),
    }),
  );
  return { timer, timerItem };
}

export const composeReviewNext = (
  { prompts }: OutputModule,
  { queue }: MergeRequestViewModule,
  current: CurrentMergeRequest,
): CommandRow =>
  reviewNextCommand({
    queue,
    prompts,
    active: current.inEditor,
    openMergeRequest: (mergeRequest) =>
      execute(COMMAND.openMergeRequest, { target: { kind: 'merge-request', mergeRequest } }),
  });
