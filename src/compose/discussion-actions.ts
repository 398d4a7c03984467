import { DiscussionActions } from '../app/discussions/discussion-actions';
import { OwnComments } from '../app/discussions/own-comments';
import { recordReview } from '../app/discussions/review-completion';
import { ReviewSubmission } from '../app/discussions/review-submission';
import { COMMAND } from '../presentation/shared/command-ids';
import { AttachFiles } from '../ui/discussions/commands/attach-files';
import { PageComments } from '../ui/discussions/commands/page-comments';
import { PageReview } from '../ui/discussions/commands/page-review';
import { ReviewOffer } from '../ui/discussions/commands/review-offer';
import { mergeRequestName } from '../ui/merge-requests/commands/choice';
import { runPlainAction } from '../ui/merge-requests/commands/plain-commands';
import { execute } from '../ui/shared/editor/execute';
import type { AccountsModule } from './accounts';
import type { BranchModule } from './branch';
import type { MergeRequestViewModule } from './merge-request-view';
import type { OutputModule } from './output';
import type { WindowModule } from './registered';

/** Writing comments on merge requests. */
export interface DiscussionActionsModule {
  readonly discussionActions: DiscussionActions;
  readonly pageComments: PageComments;
  readonly pageReview: PageReview;
  readonly offer: ReviewOffer;
  readonly attachments: AttachFiles;
}

type DiscussionActionsParts = WindowModule & OutputModule & AccountsModule & BranchModule;

export function composeDiscussionActions(
  { accounts, clientFor, clock, mergeRequests, prompts, report, store }: DiscussionActionsParts,
  { actions, lookups, queue, review, seen }: MergeRequestViewModule,
): DiscussionActionsModule {
  const { changes, discussions, outbox, reactions, reviewed } = review;
  const userOf = (base: string) => accounts.user(base);
  const discussionActions = store.add(
    new DiscussionActions({ clientFor, mergeRequests, discussions, outbox, userOf, clock }),
  );
  store.add(new OwnComments({ discussions: discussionActions, mergeRequests, lookups, seen }));
  const offer = new ReviewOffer({ changes, reviewed, discussions, queue, userOf, prompts, execute });
  const submission = new ReviewSubmission({
    clientFor,
    discussions,
    discussionActions,
    mergeRequests,
    userOf,
    clock,
  });
  return {
    discussionActions,
    offer,
    pageReview: new PageReview({
      submission,
      discussions,
      discussionActions,
      recordReview: (key, sha) => recordReview({ changes, reviewed }, key, sha),
      offer,
      prompts,
      report,
      openMergeRequest: (mergeRequest) =>
        execute(COMMAND.openMergeRequest, { target: { kind: 'merge-request', mergeRequest } }),
      approve: (key, sha) =>
        runPlainAction({ actions, prompts }, 'approve', { key, name: mergeRequestName(key), sha }),
    }),
    attachments: new AttachFiles({ clientFor, prompts, report }),
    pageComments: new PageComments({ discussions, discussionActions, reactions, userOf, prompts, report }),
  };
}
