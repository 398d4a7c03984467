import type { CheckedOutMergeRequests } from '../../../app/branch/checked-out-merge-requests';
import type { ConflictFiles } from '../../../app/git/conflict-files';
import type { MergeRequestActions } from '../../../app/merge-requests/actions';
import type { SourceBranches } from '../../../app/merge-requests/after-merge/source-branches';
import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import type { MergeRequestKey, ProjectKey } from '../../../app/shared/keys';
import type { Clock } from '../../../base/clock';
import type { Log } from '../../../base/log';
import type { AccessLevel } from '../../../domain/projects/access-level';
import type { CommandId } from '../../../presentation/shared/command-ids';
import type { MergeRequest } from '../../../schemas/merge-request';
import type { PageTextsDeps } from '../../discussions/panels/page-texts';
import type { WindowFocus } from '../../shared/editor/window-focus';
import type { FollowLink } from '../../shared/panels/panel-acts';
import type { PanelImages } from '../../shared/panels/panel-images';
import type { PageActivityDeps } from './activity';
import type { PageChangesDeps } from './changes';
import type { PageDiscussionsDeps } from './discussions';
import type { ReviewFormDeps } from './review-form';
import type { PageWritingDeps } from './writing';

/** Dependencies of the page of a merge request. */
export interface MergeRequestPageDeps extends PageTextsDeps {
  readonly store: MergeRequests;
  readonly actions: MergeRequestActions;
  readonly clock: Clock;
  readonly focus: WindowFocus;
  /** Polling interval while something is in progress, in milliseconds. */
  readonly interval: () => number;
  /** Runs a command, which validates its argument and reports failures itself. */
  readonly run: (command: CommandId, argument: unknown) => Promise<void>;
  readonly sourceBranches: Pick<SourceBranches, 'peek' | 'refresh' | 'onDidChange'>;
  readonly conflictFiles: Pick<ConflictFiles, 'get' | 'peek' | 'refresh' | 'onDidChange'>;
  /** Checks or unchecks a task. Reports failures itself. */
  readonly toggleTask: (key: MergeRequestKey, value: string | undefined) => Promise<void>;
  readonly discussionDeps: Omit<PageDiscussionsDeps, 'log' | 'shownThreads'>;
  readonly activityDeps: Omit<PageActivityDeps, 'log'>;
  readonly changesDeps: Omit<PageChangesDeps, 'log'>;
  readonly writing: Omit<PageWritingDeps & ReviewFormDeps, 'peek' | 'clock' | 'readComments'>;
  readonly log: Log;
  /** Called when the user sees the merge request. */
  readonly seen: (key: MergeRequestKey, mergeRequest: MergeRequest) => void;
  /** The `updated_at` when the user last saw the merge request; undefined if never. */
  readonly lastSeen: (key: MergeRequestKey) => string | undefined;
  readonly images: (key: MergeRequestKey) => PanelImages | undefined;
  readonly follow: (key: MergeRequestKey) => FollowLink;
  /** The user name of the account on a server, if known. */
  readonly me: (base: string) => string | undefined;
  /** Returns the signed-in user, and requests it if it isn't known. */
  readonly userOf: (base: string) => Promise<unknown>;
  /** The user's role in a project, as far as known. */
  readonly access: (project: ProjectKey) => AccessLevel;
  /** The merge requests of the checked-out branch. */
  readonly checkedOut: Pick<CheckedOutMergeRequests, 'current' | 'onDidChange'>;
  /** Returns the value of the setting that allows deleting merge requests. */
  readonly mayDelete: () => boolean;
}
