import { DescriptionDrafts } from '../app/merge-requests/description-drafts';
import { DefaultMessages } from '../app/merge-requests/messages/default-messages';
import { MergeMessages } from '../app/merge-requests/messages/merge-messages';
import { TimeTimer } from '../app/merge-requests/timer';
import { ProjectParts } from '../app/projects/members-and-milestones';
import type { Services } from '../services';
import type { GitPrompts } from '../ui/git/commands/prompts';
import { mergeRequestCommands } from '../ui/merge-requests/commands/action-commands';
import type { ChoosingDeps } from '../ui/merge-requests/commands/choice';
import { DescriptionFiles } from '../ui/merge-requests/documents/description-files';
import type { MergeRequestTexts } from '../ui/merge-requests/documents/lazy-texts';
import { byAddress, MessageFiles } from '../ui/merge-requests/documents/message-files';
import { TimerItem } from '../ui/merge-requests/editor/timer-item';
import type { CommandRow } from '../ui/shared/commands/command-row';
import type { ItemOpener } from '../ui/shared/editor/opening';
import { isOn } from '../ui/shared/editor/settings';
import type { MergeRequestServices } from './merge-request-services';

/** Commands that act on a merge request, with the documents and the timer that they use. */
export interface MergeRequestCommands {
  readonly rows: readonly CommandRow[];
  readonly descriptions: MergeRequestTexts['descriptions'];
  /** Measures the time spent on a merge request. */
  readonly timer: TimeTimer;
  readonly timerItem: TimerItem;
}

interface MergeRequestCommandOptions extends Pick<ItemOpener, 'showPipeline'> {
  readonly choosing: ChoosingDeps;
  readonly git: GitPrompts;
}

export function createMergeRequestCommands(
  services: Services,
  { actions, sourceBranches }: MergeRequestServices,
  { choosing, git, showPipeline }: MergeRequestCommandOptions,
): MergeRequestCommands {
  const { clientFor, clock, contextKeys, mergeRequests, notifications, projects, prompts, store } = services;
  const { unconfirmed, workspaceMemory: memory } = services;
  const timer = store.add(new TimeTimer(memory, clock));
  const timerItem = store.add(
    new TimerItem({
      timer,
      prompts,
      contextKeys,
      onDidChangeBranch: projects.onDidChange,
      branchOf: ({ key }) => projects.branchOf(key),
    }),
  );
  const descriptions = store.add(
    new DescriptionFiles({ store: mergeRequests, actions, drafts: new DescriptionDrafts(memory), prompts }),
  );
  const messages = new MergeMessages(memory);
  const defaults = new DefaultMessages(clientFor, mergeRequests);
  const files = new MessageFiles({ messages, defaults: (key) => defaults.of(key) });
  const rows = mergeRequestCommands({
    ...choosing,
    unconfirmed,
    parts: new ProjectParts(clientFor),
    sourceBranches,
    git,
    timer,
    branchOf: (key) => projects.branchOf(key),
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
    showPipeline,
  });
  return { rows, descriptions: byAddress(descriptions, files), timer, timerItem };
}
