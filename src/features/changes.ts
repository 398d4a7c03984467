import type { ChangeSet } from '../app/changes/change-set';
import { CommitDiffs } from '../app/changes/commit-diffs';
import type { MergeRequestKey } from '../app/shared/keys';
import { ignoreFailure } from '../base/background';
import { COMMAND } from '../presentation/shared/command-ids';
import type { Services } from '../services';
import { changeCommands } from '../ui/changes/commands/change-commands';
import { commitCommands, showCommit } from '../ui/changes/commands/commit-commands';
import { diffCommands, latestVersionCommand } from '../ui/changes/commands/diff-commands';
import { reviewDiffCommands } from '../ui/changes/commands/review-diff-commands';
import { versionCommands } from '../ui/changes/commands/version-commands';
import { reviewWalkCommands } from '../ui/changes/commands/walk-commands';
import { DiffDocuments } from '../ui/changes/documents/diff-documents';
import { ReviewFiles } from '../ui/changes/documents/review-files';
import { ActiveCommit } from '../ui/changes/editor/active-commit';
import { ActiveViewed } from '../ui/changes/editor/active-viewed';
import { DiffNotes } from '../ui/changes/editor/diff-notes';
import { ReviewFileKeys } from '../ui/changes/editor/review-file-keys';
import type { CurrentMergeRequest } from '../ui/merge-requests/commands/current';
import type { CommandRow } from '../ui/shared/commands/command-row';
import { execute } from '../ui/shared/editor/execute';
import type { MergeRequestServices } from './merge-request-services';
import type { MergeRequestTools } from './merge-request-tools';

/** Diffs of merge requests, and the commands of files, commits, and versions. */
export interface ChangesFeature {
  readonly rows: readonly CommandRow[];
  readonly diffNotes: DiffNotes;
  readonly diffs: DiffDocuments;
  readonly files: ReviewFiles;
  readonly showCommit: (key: MergeRequestKey, sha: string) => Promise<void>;
}

export function createChanges(
  services: Services,
  { review }: MergeRequestServices,
  { content, git, gitPrompts, workingFiles, workingSides }: MergeRequestTools,
  { ofArgument: mergeRequestOf }: CurrentMergeRequest,
): ChangesFeature {
  const { clientFor, contextKeys, mergeRequests, prompts, registered, store } = services;
  const { changes, generated, layout, viewed } = review;
  store.add(new ReviewFileKeys({ sides: workingSides, contextKeys }));
  store.add(new ActiveViewed({ changes, viewed, contextKeys }));
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
    commits: new CommitDiffs({ clientFor, git, mergeRequests }),
    active: store.add(new ActiveCommit(contextKeys)),
    content,
    prompts,
    mergeRequestOf,
    otherwise: gitPrompts.showCommit,
  };
  const rows = [
    ...reviewDiffCommands({ ...open, workingFiles, mergeRequestOf, walkView }),
    latestVersionCommand(open),
    ...reviewWalkCommands({ ...open, viewed, walkView }),
    ...commitCommands(walk),
    ...changeCommands({
      ...review,
      prompts,
      mergeRequestOf,
      openAsText: (mergeRequest) =>
        execute(COMMAND.openDiff, { target: { kind: 'merge-request', mergeRequest } }),
    }),
    ...versionCommands({
      ...services,
      ...review,
      mergeRequestOf,
      openAllChanges: (mergeRequest) =>
        execute(COMMAND.openAllChanges, { target: { kind: 'merge-request', mergeRequest } }),
    }),
    ...diffCommands({ ...services, mergeRequestOf, reread: registered.rereadDiff }),
  ];
  return {
    rows,
    diffNotes: store.add(new DiffNotes({ changes, content })),
    diffs: store.add(new DiffDocuments(clientFor)),
    files: new ReviewFiles(content),
    showCommit: (key, sha) => showCommit(walk, key, sha),
  };
}
