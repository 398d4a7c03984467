import { lacksRole } from '../projects/access-level';
import type { MergeRequestAction, MergeRequestFacts, MergeRequestRoleFacts } from './facts';

type RoleRule = (facts: MergeRequestFacts & MergeRequestRoleFacts) => boolean;

const isNoDeveloper: RoleRule = ({ access }) => lacksRole(access, 'developer');
/** Authors and assignees can edit their merge requests regardless of their role. */
const mayNotEdit: RoleRule = (facts) => isNoDeveloper(facts) && facts.isOwn === false;
/** For merge requests from forks, the role in the fork counts, which isn't known here. */
const mayNotPush: RoleRule = (facts) =>
  isNoDeveloper(facts) && facts.project_id !== undefined && facts.project_id === facts.source_project_id;
/** Only their authors, and with `allow_collaboration` developers, can usually push to branches of forks. */
const mayNotPushToFork: RoleRule = (facts) =>
  facts.source_project_id !== undefined &&
  facts.source_project_id !== facts.project_id &&
  facts.isOwn === false &&
  (facts.allow_collaboration !== true || isNoDeveloper(facts));
/** If the server returns `can_merge` or `user_can_approve`, it takes precedence over the role. */
const mayNotMerge: RoleRule = (facts) => isNoDeveloper(facts) && typeof facts.user?.can_merge !== 'boolean';
const mayNotApprove: RoleRule = (facts) => isNoDeveloper(facts) && facts.approvals?.user_can_approve !== true;

/** Actions that a known role doesn't allow, according to the service's documentation. */
const FORBIDDEN: Readonly<Partial<Record<MergeRequestAction, RoleRule>>> = {
  merge: mayNotMerge,
  setAutoMerge: mayNotMerge,
  approve: mayNotApprove,
  rebase: mayNotPush,
  resolveConflicts: (facts) => mayNotPush(facts) || mayNotPushToFork(facts),
  createPipeline: mayNotPush,
  close: mayNotEdit,
  reopen: mayNotEdit,
  markDraft: mayNotEdit,
  markReady: mayNotEdit,
  edit: mayNotEdit,
  changeTarget: mayNotEdit,
  lockDiscussion: mayNotEdit,
  unlockDiscussion: mayNotEdit,
  trackTime: mayNotEdit,
  revert: isNoDeveloper,
  cherryPick: isNoDeveloper,
  deleteSourceBranch: mayNotPush,
};

/** Actions that don't change anything with the token. Resolved conflicts are pushed by Git. */
const WITHOUT_WRITING: readonly MergeRequestAction[] = ['checkOut', 'previewMerge', 'resolveConflicts'];

/** True only if the token is read-only, or the role is known and too low for the action. */
export const isForbiddenByRole = (
  action: MergeRequestAction,
  facts: MergeRequestFacts & MergeRequestRoleFacts,
): boolean =>
  facts.access === 'read-only-token'
    ? !WITHOUT_WRITING.includes(action)
    : FORBIDDEN[action]?.(facts) === true;
