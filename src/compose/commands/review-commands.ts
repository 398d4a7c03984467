import type { ChangeSet } from '../../app/changes/change-set';
import { CommitDiffs } from '../../app/changes/commit-diffs';
import type { SideContent } from '../../app/changes/sides/side-content';
import type { MergeRequestKey } from '../../app/shared/keys';
import { ignoreFailure } from '../../base/background';
import { COMMAND } from '../../presentation/shared/command-ids';
import { changeCommands } from '../../ui/changes/commands/change-commands';
import { commitCommands, showCommit } from '../../ui/changes/commands/commit-commands';
import { latestVersionCommand } from '../../ui/changes/commands/diff-commands';
import { reviewDiffCommands } from '../../ui/changes/commands/review-diff-commands';
import { versionCommands } from '../../ui/changes/commands/version-commands';
import { reviewWalkCommands } from '../../ui/changes/commands/walk-commands';
import { ActiveCommit } from '../../ui/changes/editor/active-commit';
import type { WorkingFiles } from '../../ui/changes/editor/working-files';
import type { WorkingSides } from '../../ui/changes/editor/working-sides';
import type { CurrentMergeRequest } from '../../ui/merge-requests/commands/current';
import type { CommandRow } from '../../ui/shared/commands/command-row';
import { editorContextKeys } from '../../ui/shared/editor/context-keys';
import { execute } from '../../ui/shared/editor/execute';
import type { AccountsModule } from '../accounts';
import type { BranchModule } from '../branch';
import type { GitModule } from '../git';
import type { MergeRequestViewModule } from '../merge-request-view';
import type { OutputModule } from '../output';
import type { WindowModule } from '../registered';

/** Commands that show the changes of merge requests: files, commits, and versions. */
export interface ReviewCommandsModule {
  readonly rows: readonly CommandRow[];
  readonly showCommit: (key: MergeRequestKey, sha: string) => Promise<void>;
}

interface ReviewCommandsDeps {
  readonly git: GitModule;
  readonly content: SideContent;
  readonly workingFiles: WorkingFiles;
  readonly workingSides: WorkingSides;
  readonly mergeRequestOf: CurrentMergeRequest['ofArgument'];
}

type ReviewCommandsParts = WindowModule & OutputModule & AccountsModule & BranchModule;

export function composeReviewCommands(
  core: ReviewCommandsParts,
  { review }: MergeRequestViewModule,
  { git, content, workingFiles, workingSides, mergeRequestOf }: ReviewCommandsDeps,
): ReviewCommandsModule {
  const { clientFor, clock, mergeRequests, prompts, store } = core;
  const { changes, filters, generated, layout, pushes, reviewed, shown, viewed } = review;
  const walkView = ({ mergeRequest, files }: ChangeSet) => ({
    layout: layout.current,
    generated: generated.for(mergeRequest, files),
  });
  const loadComments = (key: MergeRequestKey): void => {
    // The boxes report a failure.
    ignoreFailure(review.discussions.get(key));
  };
  const open = { changes, content, workingSides, prompts, loadComments };
  const walk = {
    commits: new CommitDiffs({ clientFor, git: git.git, mergeRequests }),
    active: store.add(new ActiveCommit(editorContextKeys)),
    content,
    prompts,
    mergeRequestOf,
    otherwise: git.prompts.showCommit,
  };
  const rows = [
    ...reviewDiffCommands({ ...open, workingFiles, mergeRequestOf, walkView }),
    latestVersionCommand(open),
    ...reviewWalkCommands({ ...open, viewed, walkView }),
    ...commitCommands(walk),
    ...changeCommands({
      changes,
      shown,
      viewed,
      filters,
      layout,
      prompts,
      mergeRequestOf,
      openAsText: (mergeRequest) =>
        execute(COMMAND.openDiff, { target: { kind: 'merge-request', mergeRequest } }),
    }),
    ...versionCommands({
      changes,
      reviewed,
      pushes,
      prompts,
      now: () => clock.now(),
      mergeRequestOf,
      openAllChanges: (mergeRequest) =>
        execute(COMMAND.openAllChanges, { target: { kind: 'merge-request', mergeRequest } }),
    }),
  ];
  return { rows, showCommit: (key, sha) => showCommit(walk, key, sha) };
}
