import { CommentableFiles } from '../app/changes/commentable-files';
import { SideContent } from '../app/changes/sides/side-content';
import { SideDiffs } from '../app/changes/sides/side-diffs';
import { HeadClones } from '../app/changes/working-files/head-clones';
import { MergeRequestClones } from '../app/changes/working-files/merge-request-clones';
import { DiscussionActions } from '../app/discussions/discussion-actions';
import { OwnComments } from '../app/discussions/own-comments';
import { recordReview } from '../app/discussions/review-completion';
import { ReviewSubmission } from '../app/discussions/review-submission';
import { ThreadCode } from '../app/discussions/thread-code';
import { VersionLines } from '../app/discussions/version-lines';
import { BranchCleanUp } from '../app/git/branch-clean-up';
import { CheckOut } from '../app/git/check-out';
import { Clones } from '../app/git/clones';
import { CommittedFiles } from '../app/git/committed-files';
import { LocalCommits } from '../app/git/local-commits';
import { StartedStashes } from '../app/git/started-stashes';
import { background } from '../base/background';
import { SIDE_MESSAGES } from '../presentation/changes/side-messages';
import { COMMAND } from '../presentation/shared/command-ids';
import type { Services } from '../services';
import { WorkingFiles } from '../ui/changes/editor/working-files';
import { WorkingSides } from '../ui/changes/editor/working-sides';
import { AttachFiles } from '../ui/discussions/commands/attach-files';
import { PageComments } from '../ui/discussions/commands/page-comments';
import { PageReview } from '../ui/discussions/commands/page-review';
import { ReviewOffer } from '../ui/discussions/commands/review-offer';
import { offerLeftStashes } from '../ui/git/commands/left-stashes';
import { gitPrompts } from '../ui/git/commands/prompts';
import { gitShow } from '../ui/git/editor/show';
import { GitWork } from '../ui/git/editor/work';
import { mergeRequestName } from '../ui/merge-requests/commands/choice';
import { runPlainAction } from '../ui/merge-requests/commands/plain-commands';
import { execute } from '../ui/shared/editor/execute';
import { isOn, onDidChangeSettings } from '../ui/shared/editor/settings';
import type { MergeRequestServices } from './merge-request-services';

/** Clones of the workspace, the content of diffs, and actions on discussions. Loaded with the first command. */
export type MergeRequestTools = ReturnType<typeof createMergeRequestTools>;

export function createMergeRequestTools(services: Services, view: MergeRequestServices) {
  const git = createGit(services);
  return { ...git, ...createSides(services, view, git), ...createDiscussionActions(services, view) };
}

/** Creates the Git operations for merge requests. */
function createGit(services: Services) {
  const { added, clientFor, gitWorkDeps, moves, sharedMemory, store, workspaceMemory } = services;
  const git = new GitWork(gitWorkDeps);
  const clones = new Clones(git, clientFor, moves, added);
  const promptDeps = {
    ...services,
    git,
    started: store.add(new StartedStashes(workspaceMemory)),
    show: gitShow(git),
    clones,
    checkOut: new CheckOut(git, clones),
    cleanUp: new BranchCleanUp(git, clones, clientFor),
    localCommits: new LocalCommits(git, clones),
    memory: sharedMemory,
  };
  background(offerLeftStashes(promptDeps));
  return { git, clones, promptDeps, gitPrompts: gitPrompts(promptDeps) };
}

/** Creates the content of files in the versions of merge requests. */
function createSides(
  services: Services,
  { review: { changes } }: MergeRequestServices,
  { git, clones }: ReturnType<typeof createGit>,
) {
  const { checkedOut, clientFor, mergeRequests, now, repositories, store } = services;
  const files = new CommittedFiles({ clientFor, git, now });
  const content = services.cleared(
    new SideContent({ files, diffs: new SideDiffs(changes), messages: SIDE_MESSAGES }),
  );
  const frames = new CommentableFiles(changes);
  const threadCode = services.cleared(store.add(new ThreadCode(new VersionLines({ frames, content }))));
  const requestClones = new MergeRequestClones({ mergeRequests, clones });
  const workingSides = services.cleared(
    store.add(
      new WorkingSides({
        changes,
        content,
        heads: new HeadClones({ git, clones: requestClones, mergeRequests }),
        branch: checkedOut,
        isOn: () => isOn('reviewUseWorkspaceFiles'),
        changed: [repositories.onDidChange, checkedOut.onDidChange, onDidChangeSettings],
      }),
    ),
  );
  const workingFiles = new WorkingFiles({ mergeRequests, clones: requestClones, git });
  return { content, frames, threadCode, workingSides, workingFiles };
}

/** Creates what writes comments on merge requests. */
function createDiscussionActions(services: Services, view: MergeRequestServices) {
  const { mergeRequests, prompts, store } = services;
  const { changes, reviewed } = view.review;
  const deps = { ...services, ...view.review, queue: view.queue, execute };
  const discussionActions = store.add(new DiscussionActions(deps));
  store.add(new OwnComments({ ...view, discussions: discussionActions, mergeRequests }));
  const offer = new ReviewOffer(deps);
  return {
    discussionActions,
    offer,
    pageReview: new PageReview({
      ...deps,
      discussionActions,
      submission: new ReviewSubmission({ ...deps, discussionActions }),
      recordReview: (key, sha) => recordReview({ changes, reviewed }, key, sha),
      offer,
      openMergeRequest: (mergeRequest) =>
        execute(COMMAND.openMergeRequest, { target: { kind: 'merge-request', mergeRequest } }),
      approve: (key, sha) =>
        runPlainAction({ actions: view.actions, prompts }, 'approve', {
          key,
          name: mergeRequestName(key),
          sha,
        }),
    }),
    attachments: new AttachFiles(services),
    pageComments: new PageComments({ ...deps, discussionActions }),
  };
}
