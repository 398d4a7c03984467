import type { Clones } from '../app/clones';
import { CommentFrames } from '../app/comment-frames';
import { CommitDiffs } from '../app/commit-diffs';
import { CommittedFiles } from '../app/committed-files';
import { DiscussionActions } from '../app/discussion-actions';
import type { MergeRequestKey } from '../app/keys';
import { SideContent } from '../app/side-content';
import { SideDiffs } from '../app/side-diffs';
import { changeCommands } from '../commands/change-commands';
import { commitCommands, showCommit } from '../commands/change-commit-commands';
import { commentCommands } from '../commands/comment-commands';
import { reviewDiffCommands } from '../commands/review-diff-commands';
import { reviewWalkCommands } from '../commands/review-walk-commands';
import { versionCommands } from '../commands/version-commands';
import { CommentThreads } from '../documents/comment-threads';
import { ReviewFiles } from '../documents/review-files';
import { ActiveCommit } from '../editor/active-commit';
import { ActiveViewed } from '../editor/active-viewed';
import { editorContextKeys } from '../editor/context-keys';
import type { GitWork } from '../editor/git-work';
import { SIDE_WORDS } from '../presentation/side-words';
import type { Core } from './core';
import type { MergeRequestViewCore } from './merge-request-view';

export interface ReviewParts {
  readonly git: GitWork;
  readonly clones: Clones;
  readonly mergeRequestOf: (argument: unknown, title: string) => Promise<MergeRequestKey | undefined>;
  /** Opens all that is changed as one text. */
  readonly openAsText: (key: MergeRequestKey) => Promise<void>;
  /** Opens all that is shown of the changes, each file in the editor's own diff. */
  readonly openAllChanges: (key: MergeRequestKey) => Promise<void>;
  /** Fetches a commit, or leads to its page. */
  readonly fetchCommit: (key: MergeRequestKey, sha: string) => Promise<void>;
}

/** What reading the changes of a merge request needs: both sides of its files, and the commands around them. */
export function composeReview(core: Core, { review, seen }: MergeRequestViewCore, parts: ReviewParts) {
  const { store, clock, clientFor, prompts, accounts, mergeRequests, report } = core;
  const { changes, viewed, filters, layout, generated, shown, discussions, reactions, outbox } = review;
  const { git, clones, mergeRequestOf, openAsText, openAllChanges, fetchCommit } = parts;
  const files = new CommittedFiles({ clientFor, git, now: () => clock.now() });
  const content = new SideContent({ files, diffs: new SideDiffs(changes), words: SIDE_WORDS });
  store.add(
    accounts.onDidChange(() => {
      content.clear();
    }),
  );
  const frames = new CommentFrames(changes);
  const userOf = (base: string) => accounts.user(base);
  const talk = store.add(
    new DiscussionActions({ clientFor, mergeRequests, discussions, outbox, userOf, clock }),
  );
  store.add(
    talk.onDidAct(({ key, before, after }) => {
      if (!seen.isUnread(key, before?.updated_at)) void seen.saw(key, after.updated_at);
    }),
  );
  const boxes = store.add(
    new CommentThreads({
      discussions,
      outbox,
      reactions,
      userOf,
      frames,
      readerOf: userOf,
      // Pages of a project stand in front of "/-/".
      projectPage: (key) => mergeRequests.peek(key)?.web_url?.split('/-/')[0] ?? key.base,
      mergeRequests,
      contextKeys: editorContextKeys,
      clock,
      prompts,
      report,
    }),
  );
  store.add(new ActiveViewed({ changes, viewed, contextKeys: editorContextKeys }));
  const look = () => ({
    layout: layout.current,
    generated: generated.current(),
  });
  const open = { changes, content, prompts };
  const walk = {
    commits: new CommitDiffs({ clientFor, git, mergeRequests }),
    active: store.add(new ActiveCommit(editorContextKeys)),
    ...{ content, prompts, mergeRequestOf, otherwise: fetchCommit },
  };
  const rows = [
    ...reviewDiffCommands({ ...open, clones, mergeRequestOf, look }),
    ...reviewWalkCommands({ ...open, viewed, look }),
    ...commitCommands(walk),
    ...changeCommands({
      changes,
      shown,
      viewed,
      filters,
      layout,
      prompts,
      choices: core.choices,
      mergeRequestOf,
      openAsText,
    }),
    ...versionCommands({
      changes,
      reviewed: review.reviewed,
      pushes: review.pushes,
      prompts,
      now: () => clock.now(),
      mergeRequestOf,
      openAllChanges,
    }),
    ...commentCommands({
      discussions,
      talk,
      outbox,
      frames,
      changes,
      boxes,
      mergeRequests,
      clones,
      prompts,
      report,
      now: () => clock.now(),
      mergeRequestOf,
    }),
  ];
  return {
    rows,
    files: new ReviewFiles(content),
    content,
    talk,
    boxes,
    showCommit: (key: MergeRequestKey, sha: string) => showCommit(walk, key, sha),
  };
}
