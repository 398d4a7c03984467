import { projectPage } from '../../app/merge-requests/project-page';
import type { CommentFrames } from '../../app/review/comment-frames';
import type { DiscussionActions } from '../../app/review/discussion-actions';
import type { Suggestions } from '../../app/review/suggestions';
import { UnfinishedComments } from '../../app/review/unfinished-comments';
import type { CurrentMergeRequest } from '../../commands/merge-requests/current';
import { commentCommands } from '../../commands/review/comment-commands';
import { ReviewOffer } from '../../commands/review/review-offer';
import type { CommandRow } from '../../commands/shared/command-row';
import { CommentBoxTexts } from '../../documents/review/comment-box-texts';
import { CommentThreads } from '../../documents/review/comment-threads';
import { editorContextKeys } from '../../editor/shared/context-keys';
import type { Core } from '../core';
import type { MergeRequestViewModule } from '../merge-request-view';

/** Comments in diffs, and the commands on them. */
export interface CommentCommandsModule {
  readonly rows: readonly CommandRow[];
  readonly boxes: CommentThreads;
}

interface CommentCommandsDeps {
  readonly talk: DiscussionActions;
  readonly frames: CommentFrames;
  readonly suggestions: Suggestions;
  readonly mergeRequestOf: CurrentMergeRequest['ofArgument'];
}

export function composeCommentCommands(
  core: Core,
  { review }: MergeRequestViewModule,
  deps: CommentCommandsDeps,
): CommentCommandsModule {
  const { accounts, clock, mergeRequests, prompts, report, store, workspaceMemory } = core;
  const { changes, discussions, outbox, reactions, reviewed } = review;
  const { frames, suggestions } = deps;
  const userOf = (base: string) => accounts.user(base);
  const boxes = store.add(
    new CommentThreads({
      discussions,
      outbox,
      reactions,
      userOf,
      frames,
      suggestions,
      readerOf: userOf,
      projectPage: (key) => projectPage(mergeRequests, key),
      mergeRequests,
      contextKeys: editorContextKeys,
      clock,
      prompts,
      report,
    }),
  );
  const unfinished = store.add(new UnfinishedComments(workspaceMemory));
  const rows = commentCommands({
    ...deps,
    discussions,
    outbox,
    changes,
    boxes,
    boxTexts: store.add(new CommentBoxTexts({ unfinished, threads: boxes, prompts })),
    offer: new ReviewOffer({ changes, reviewed, discussions, userOf, prompts }),
    unfinished,
    prompts,
    report,
    now: () => clock.now(),
  });
  return { rows, boxes };
}
