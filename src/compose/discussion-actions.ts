import { DiscussionActions } from '../app/review/discussion-actions';
import { OwnComments } from '../app/review/own-comments';
import { AttachFiles } from '../commands/review/attach-files';
import { PageComments } from '../commands/review/page-comments';
import type { Core } from './core';
import type { MergeRequestViewModule } from './merge-request-view';

/** Writing comments on merge requests. */
export interface DiscussionActionsModule {
  readonly discussionActions: DiscussionActions;
  readonly pageComments: PageComments;
  readonly attachments: AttachFiles;
}

export function composeDiscussionActions(
  { accounts, clientFor, clock, mergeRequests, prompts, report, store }: Core,
  { lookups, review, seen }: MergeRequestViewModule,
): DiscussionActionsModule {
  const { discussions, outbox, reactions } = review;
  const userOf = (base: string) => accounts.user(base);
  const discussionActions = store.add(
    new DiscussionActions({ clientFor, mergeRequests, discussions, outbox, userOf, clock }),
  );
  store.add(new OwnComments({ discussions: discussionActions, mergeRequests, lookups, seen }));
  return {
    discussionActions,
    attachments: new AttachFiles({ clientFor, prompts, report }),
    pageComments: new PageComments({ discussions, discussionActions, reactions, userOf, prompts, report }),
  };
}
