import { TaskToggles } from '../app/discussions/tasks/task-toggles';
import type { MergeRequestKey } from '../app/shared/keys';
import { background, ignoreFailure } from '../base/background';
import { componentLog } from '../base/log';
import { COMMAND } from '../presentation/shared/command-ids';
import { overviewKind } from '../ui/merge-request-page/panel/overview-panel';
import { toggleTask } from '../ui/merge-request-page/panel/overview-tasks';
import { execute, executeWith } from '../ui/shared/editor/execute';
import { isOn, pollInterval } from '../ui/shared/editor/settings';
import { windowFocus } from '../ui/shared/editor/window-focus';
import { PanelImages } from '../ui/shared/panels/panel-images';
import { Panels } from '../ui/shared/panels/panels';
import type { AccountsModule } from './accounts';
import type { BranchModule } from './branch';
import type { DiscussionActionsModule } from './discussion-actions';
import type { MergeRequestViewModule } from './merge-request-view';
import type { OutputModule } from './output';
import type { ProjectsModule } from './projects';
import type { WindowModule } from './registered';
import type { SideContentModule } from './side-content';

type MergeRequestPageParts = WindowModule & OutputModule & AccountsModule & ProjectsModule & BranchModule;

/** Creates the page of a merge request. */
export function composeMergeRequestPage(
  core: MergeRequestPageParts,
  { actions, conflictFiles, review, seen, sourceBranches }: MergeRequestViewModule,
  { threadCode }: SideContentModule,
  { pageComments: comments, pageReview: reviews, attachments }: DiscussionActionsModule,
): Panels<MergeRequestKey> {
  const { accounts, checkedOut, clientFor, clock, log, mergeRequests, projects, prompts } = core;
  const { report, wire } = core;
  const {
    activityView,
    changes,
    discussions,
    events,
    outbox,
    reactions,
    reviewForms,
    shown,
    textParts,
    unfinished,
    viewed,
  } = review;
  const tasks = core.store.add(new TaskToggles({ actions, clientFor, discussions, mergeRequests }));
  return core.store.add(
    new Panels<MergeRequestKey>(
      core.extensionUri,
      overviewKind({
        store: mergeRequests,
        actions,
        clock,
        focus: windowFocus,
        interval: pollInterval,
        run: executeWith,
        conflictFiles,
        sourceBranches,
        checkedOut,
        textParts,
        tasks,
        toggleTask: toggleTask({ toggles: tasks, prompts, report }),
        discussionDeps: { discussions, reactions, threadCode, outbox },
        activityDeps: { events, view: activityView },
        changesDeps: { changes, shown, viewed },
        writing: { comments, reviews, reviewForms, attachments, unfinished, clientFor },
        log: componentLog(log, 'merge-request-page'),
        seen: (key, { updated_at: at }) => {
          ignoreFailure(seen.saw(key, at));
        },
        lastSeen: (key) => seen.lastSeen(key),
        images: ({ base }) => new PanelImages(wire, base, () => clientFor(base)),
        follow: (mergeRequest) => (address) => {
          background(execute(COMMAND.openLink, { address, mergeRequest }));
        },
        userOf: (base) => accounts.user(base),
        me: (base) => accounts.list().find((account) => account.base === base)?.username,
        access: (project) => projects.accessOf(project),
        mayDelete: () => isOn('mergeRequestsAllowDelete'),
      }),
    ),
  );
}
