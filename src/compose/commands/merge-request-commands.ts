import { knownUsername } from '../../app/accounts/known-username';
import { DescriptionDrafts } from '../../app/merge-requests/description-drafts';
import { DefaultMessages } from '../../app/merge-requests/messages/default-messages';
import { MergeMessages } from '../../app/merge-requests/messages/merge-messages';
import type { TimeTimer } from '../../app/merge-requests/timer';
import type { UnconfirmedPipelines } from '../../app/pipelines/unconfirmed-pipelines';
import { ProjectParts } from '../../app/projects/members-and-milestones';
import { pipelineCheckOutCommand } from '../../commands/git/pipeline-check-out';
import { mergeRequestCommands } from '../../commands/merge-requests/action-commands';
import { checkOutCommands } from '../../commands/merge-requests/check-out-commands';
import type { ChoosingDeps } from '../../commands/merge-requests/choice';
import { cleanUpCommands } from '../../commands/merge-requests/clean-up-commands';
import type { CurrentMergeRequest } from '../../commands/merge-requests/current';
import type { CommandRow } from '../../commands/shared/command-row';
import { DescriptionFiles } from '../../documents/merge-requests/description-files';
import type { MergeRequestTexts } from '../../documents/merge-requests/lazy-texts';
import { byAddress, MessageFiles } from '../../documents/merge-requests/message-files';
import type { TimerItem } from '../../editor/merge-requests/timer-item';
import { activeHead } from '../../editor/review/active-review';
import { isOn } from '../../editor/shared/settings';
import type { Core } from '../core';
import type { GitModule } from '../git';
import type { MergeRequestViewModule } from '../merge-request-view';
import { composeTimer } from '../timer';

/** Commands that act on a merge request, with the documents and the timer that they use. */
export interface MergeRequestCommandsModule {
  readonly rows: readonly CommandRow[];
  readonly descriptions: MergeRequestTexts['descriptions'];
  readonly timer: TimeTimer;
  readonly timerItem: TimerItem;
}

interface MergeRequestCommandsDeps {
  readonly unconfirmed: UnconfirmedPipelines;
  readonly choosing: Pick<ChoosingDeps, 'choice' | 'choices' | 'now'>;
  readonly current: CurrentMergeRequest;
  readonly git: GitModule;
}

export function composeMergeRequestCommands(
  core: Core,
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
      mayDelete: () => isOn('allowDelete'),
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
