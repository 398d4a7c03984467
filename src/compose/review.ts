import type { SideContent } from '../app/changes/sides/side-content';
import type { DiscussionActions } from '../app/discussions/discussion-actions';
import { SuggestedChanges } from '../app/discussions/suggested-changes';
import { Suggestions } from '../app/discussions/suggestions';
import type { MergeRequestKey } from '../app/shared/keys';
import { suggestionsIn } from '../presentation/discussions/comment-suggestions';
import { ReviewFiles } from '../ui/changes/documents/review-files';
import { ActiveViewed } from '../ui/changes/editor/active-viewed';
import { DiffNotes } from '../ui/changes/editor/diff-notes';
import { ReviewFileKeys } from '../ui/changes/editor/review-file-keys';
import { WorkingFiles } from '../ui/changes/editor/working-files';
import { attachCommand } from '../ui/discussions/commands/attach-command';
import type { PageReview } from '../ui/discussions/commands/page-review';
import { readCommand } from '../ui/discussions/commands/read-command';
import { registerCommentAttachments } from '../ui/discussions/documents/comment-attachments';
import type { CommentThreads } from '../ui/discussions/documents/comment-threads';
import { ReadingDocuments } from '../ui/discussions/documents/reading-documents';
import type { CurrentMergeRequest } from '../ui/merge-requests/commands/current';
import type { CommandRow } from '../ui/shared/commands/command-row';
import type { LazyTexts } from '../ui/shared/documents/lazy-documents';
import { editorContextKeys } from '../ui/shared/editor/context-keys';
import type { AccountsModule } from './accounts';
import type { BranchModule } from './branch';
import {
  composeCommentCommands,
  composeCommentCompletions,
  composePreview,
} from './commands/comment-commands';
import { composeReviewCommands } from './commands/review-commands';
import type { DiscussionActionsModule } from './discussion-actions';
import type { GitModule } from './git';
import type { MergeRequestViewModule } from './merge-request-view';
import type { OutputModule } from './output';
import type { ProjectsModule } from './projects';
import type { WindowModule } from './registered';
import type { SideContentModule } from './side-content';

/** Content of the diffs of merge requests, and their commands. */
export interface ReviewModule {
  readonly rows: readonly CommandRow[];
  readonly diffNotes: DiffNotes;
  readonly files: ReviewFiles;
  readonly content: SideContent;
  readonly discussionActions: DiscussionActions;
  readonly pageReview: PageReview;
  readonly boxes: CommentThreads;
  readonly reading: LazyTexts;
  readonly showCommit: (key: MergeRequestKey, sha: string) => Promise<void>;
}

type ReviewParts = WindowModule & OutputModule & AccountsModule & ProjectsModule & BranchModule;

export function composeReview(
  core: ReviewParts,
  view: MergeRequestViewModule,
  modules: GitModule & SideContentModule & DiscussionActionsModule,
  mergeRequestOf: CurrentMergeRequest['ofArgument'],
): ReviewModule {
  const { clock, mergeRequests, prompts, store } = core;
  const { git, clones, content, discussionActions, frames, requestClones, workingSides } = modules;
  const { changes, discussions, events, viewed } = view.review;
  const workingFiles = new WorkingFiles({ mergeRequests, clones: requestClones, git });
  const suggestions = new Suggestions({
    changes: new SuggestedChanges({ frames, changes, content }),
    files: workingFiles,
    read: suggestionsIn,
  });
  store.add(new ReviewFileKeys({ sides: workingSides, contextKeys: editorContextKeys }));
  store.add(new ActiveViewed({ changes, viewed, contextKeys: editorContextKeys }));
  const diffNotes = store.add(new DiffNotes({ changes, content }));
  store.add(composeCommentCompletions(core));
  store.add(registerCommentAttachments(modules));
  const reading = store.add(
    new ReadingDocuments({ mergeRequests, discussions, changes, viewed, events, clock }),
  );
  const comments = composeCommentCommands(core, view, {
    reading,
    discussionActions,
    frames,
    suggestions,
    workingSides,
    mergeRequestOf,
    offer: modules.offer,
    projectOf: (key, signal) => clones.details(key, signal),
  });
  const review = composeReviewCommands(core, view, {
    git: modules,
    content,
    workingFiles,
    workingSides,
    mergeRequestOf,
  });
  return {
    rows: [
      ...review.rows,
      ...comments.rows,
      attachCommand({ attachments: modules.attachments, prompts }),
      composePreview(core, view),
      readCommand({ open: (key) => reading.open(key), mergeRequestOf }),
    ],
    diffNotes,
    files: new ReviewFiles(content),
    content,
    discussionActions,
    pageReview: modules.pageReview,
    boxes: comments.boxes,
    reading,
    showCommit: review.showCommit,
  };
}
