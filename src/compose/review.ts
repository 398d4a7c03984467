import { CommittedFiles } from '../app/git/committed-files';
import { CommentFrames } from '../app/review/comment-frames';
import { DiscussionActions } from '../app/review/discussion-actions';
import { OwnComments } from '../app/review/own-comments';
import { SideContent } from '../app/review/side-content';
import { SideDiffs } from '../app/review/side-diffs';
import { SuggestedChanges } from '../app/review/suggested-changes';
import { Suggestions } from '../app/review/suggestions';
import type { MergeRequestKey } from '../app/shared/keys';
import type { CurrentMergeRequest } from '../commands/merge-requests/current';
import type { CommandRow } from '../commands/shared/command-row';
import type { CommentThreads } from '../documents/review/comment-threads';
import { ReviewFiles } from '../documents/review/review-files';
import { ActiveViewed } from '../editor/review/active-viewed';
import { WorkingFiles } from '../editor/review/working-files';
import { editorContextKeys } from '../editor/shared/context-keys';
import { suggestionsIn } from '../presentation/review/comment-markdown';
import { SIDE_WORDS } from '../presentation/review/side-messages';
import { clearOnAccountChange } from './clear-on-account-change';
import { composeCommentCommands } from './commands/comment-commands';
import { composeReviewCommands } from './commands/review-commands';
import type { Core } from './core';
import type { GitModule } from './git';
import type { MergeRequestViewModule } from './merge-request-view';

/** What the diffs of merge requests show, and the commands on them. */
export interface ReviewModule {
  readonly rows: readonly CommandRow[];
  readonly files: ReviewFiles;
  readonly content: SideContent;
  readonly talk: DiscussionActions;
  readonly boxes: CommentThreads;
  readonly showCommit: (key: MergeRequestKey, sha: string) => Promise<void>;
}

export function composeReview(
  core: Core,
  view: MergeRequestViewModule,
  gitModule: GitModule,
  mergeRequestOf: CurrentMergeRequest['ofArgument'],
): ReviewModule {
  const { accounts, clientFor, clock, mergeRequests, store } = core;
  const { git, clones } = gitModule;
  const { changes, discussions, outbox, viewed } = view.review;
  const files = new CommittedFiles({ clientFor, git, now: () => clock.now() });
  const content = new SideContent({ files, diffs: new SideDiffs(changes), messages: SIDE_WORDS });
  store.add(clearOnAccountChange(accounts, [content]));
  const frames = new CommentFrames(changes);
  const workingFiles = new WorkingFiles({ mergeRequests, clones, git });
  const suggestions = new Suggestions({
    changes: new SuggestedChanges({ frames, changes, content }),
    files: workingFiles,
    read: suggestionsIn,
  });
  const userOf = (base: string) => accounts.user(base);
  const talk = store.add(
    new DiscussionActions({ clientFor, mergeRequests, discussions, outbox, userOf, clock }),
  );
  const { lookups, seen } = view;
  store.add(new OwnComments({ discussions: talk, mergeRequests, lookups, seen }));
  store.add(new ActiveViewed({ changes, viewed, contextKeys: editorContextKeys }));
  const comments = composeCommentCommands(core, view, { talk, frames, suggestions, mergeRequestOf });
  const review = composeReviewCommands(core, view, {
    git: gitModule,
    content,
    workingFiles,
    mergeRequestOf,
  });
  return {
    rows: [...review.rows, ...comments.rows],
    files: new ReviewFiles(content),
    content,
    talk,
    boxes: comments.boxes,
    showCommit: review.showCommit,
  };
}
