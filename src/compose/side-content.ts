import { CommentableFiles } from '../app/changes/commentable-files';
import { SideContent } from '../app/changes/sides/side-content';
import { SideDiffs } from '../app/changes/sides/side-diffs';
import { HeadClones } from '../app/changes/working-files/head-clones';
import { MergeRequestClones } from '../app/changes/working-files/merge-request-clones';
import { ThreadCode } from '../app/discussions/thread-code';
import { VersionLines } from '../app/discussions/version-lines';
import { CommittedFiles } from '../app/git/committed-files';
import { SIDE_MESSAGES } from '../presentation/changes/side-messages';
import { WorkingSides } from '../ui/changes/editor/working-sides';
import { isOn, onDidChangeSettings } from '../ui/shared/editor/settings';
import type { AccountsModule } from './accounts';
import type { BranchModule } from './branch';
import { clearOnAccountChange } from './clear-on-account-change';
import type { GitModule } from './git';
import type { MergeRequestViewModule } from './merge-request-view';
import type { ProjectsModule } from './projects';
import type { WindowModule } from './registered';

/** Content of files in the versions of merge requests. */
export interface SideContentModule {
  readonly content: SideContent;
  readonly frames: CommentableFiles;
  readonly threadCode: ThreadCode;
  readonly requestClones: MergeRequestClones;
  readonly workingSides: WorkingSides;
}

type SideContentParts = WindowModule & AccountsModule & ProjectsModule & BranchModule;

export function composeSideContent(
  { accounts, checkedOut, clientFor, clock, mergeRequests, repositories, store }: SideContentParts,
  { review: { changes } }: MergeRequestViewModule,
  { git, clones }: GitModule,
): SideContentModule {
  const files = new CommittedFiles({ clientFor, git, now: () => clock.now() });
  const content = new SideContent({ files, diffs: new SideDiffs(changes), messages: SIDE_MESSAGES });
  const frames = new CommentableFiles(changes);
  const threadCode = store.add(new ThreadCode(new VersionLines({ frames, content })));
  const requestClones = new MergeRequestClones({ mergeRequests, clones });
  const workingSides = store.add(
    new WorkingSides({
      changes,
      content,
      heads: new HeadClones({ git, clones: requestClones, mergeRequests }),
      branch: checkedOut,
      isOn: () => isOn('reviewUseWorkspaceFiles'),
      changed: [repositories.onDidChange, checkedOut.onDidChange, onDidChangeSettings],
    }),
  );
  store.add(clearOnAccountChange(accounts, [content, threadCode, workingSides]));
  return { content, frames, threadCode, requestClones, workingSides };
}
