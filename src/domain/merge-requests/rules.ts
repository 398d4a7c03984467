import { isLive } from '../jobs/status';
import { type AccessLevel, lacksRole } from '../projects/access-level';
import { mergeStatusFacts } from './merge-status';

/** Actions of users on a merge request (server-behavior.md#merge-requests). */
export const MERGE_REQUEST_ACTIONS = [
  'merge',
  'setAutoMerge',
  'cancelAutoMerge',
  'rebase',
  'close',
  'reopen',
  'markDraft',
  'markReady',
  'delete',
  'approve',
  'unapprove',
  'subscribe',
  'unsubscribe',
  'addTodo',
  'createPipeline',
  'previewMerge',
  'checkOut',
  'edit',
  'changeTarget',
  'lockDiscussion',
  'unlockDiscussion',
  'trackTime',
] as const;
export type MergeRequestAction = (typeof MERGE_REQUEST_ACTIONS)[number];

/** Fields that the rules use. `approvals` is known only if it was fetched. */
export interface MergeRequestFacts {
  readonly state: string;
  readonly draft: boolean;
  readonly detailed_merge_status?: string | null | undefined;
  readonly merge_when_pipeline_succeeds: boolean;
  readonly has_conflicts: boolean;
  readonly rebase_in_progress: boolean;
  readonly discussion_locked: boolean;
  readonly subscribed?: boolean | null | undefined;
  readonly sha?: string | null | undefined;
  readonly head_pipeline?: { readonly status: string } | null | undefined;
  /** Permissions of the current user; lists don't include them. */
  readonly user?: { readonly can_merge?: boolean | null | undefined } | null | undefined;
  /** Null: the server doesn't support approvals. */
  readonly approvals?:
    | {
        readonly user_has_approved?: boolean | null | undefined;
        readonly user_can_approve?: boolean | null | undefined;
        readonly require_password_to_approve?: boolean | null | undefined;
      }
    | null
    | undefined;
}

/** Fields that determine which actions a role allows. */
export interface MergeRequestRoleFacts {
  /** The user's access level in the merge request's project. */
  readonly access?: AccessLevel;
  /** True if the user is the author or an assignee; undefined if that isn't known. */
  readonly isOwn?: boolean | undefined;
  readonly project_id?: number | null | undefined;
  readonly source_project_id?: number | null | undefined;
}

/** Why an action isn't possible. Each obstacle has its own message. */
export type MergeRequestObstacle =
  | 'not-open'
  /** Approving requires a password, which only the server's web interface can request. */
  | 'needs-password'
  | 'not-closed'
  | 'merged'
  | 'may-not-merge'
  | 'may-not-approve'
  | 'no-approvals'
  | 'draft'
  | 'not-draft'
  | 'conflicts'
  | 'blocked'
  | 'pipeline-running'
  | 'no-pipeline-running'
  | 'auto-merge-set'
  | 'no-auto-merge'
  | 'rebasing'
  | 'no-head'
  | 'already-so';

type Rule = (facts: MergeRequestFacts) => MergeRequestObstacle | undefined;

const isOpen: Rule = ({ state }) =>
  state === 'opened' ? undefined : state === 'merged' ? 'merged' : 'not-open';
const always: Rule = () => undefined;
const first =
  (...rules: readonly Rule[]): Rule =>
  (facts) => {
    for (const rule of rules) {
      const obstacle = rule(facts);
      if (obstacle !== undefined) return obstacle;
    }
    return undefined;
  };
const when =
  (stands: (facts: MergeRequestFacts) => boolean, obstacle: MergeRequestObstacle): Rule =>
  (facts) =>
    stands(facts) ? obstacle : undefined;

const isDraft = (facts: MergeRequestFacts): boolean =>
  facts.draft || facts.detailed_merge_status === 'draft_status';
const runs = ({ head_pipeline: pipeline, detailed_merge_status: status }: MergeRequestFacts): boolean =>
  status === 'ci_still_running' || (pipeline !== null && pipeline !== undefined && isLive(pipeline.status));

/** Unknown statuses don't block actions, because the server decides. */
const isBlocked = ({ detailed_merge_status: status }: MergeRequestFacts): boolean =>
  mergeStatusFacts(status)?.readiness === 'blocked';

const canMergeSoon = [
  isOpen,
  when(({ user }) => user?.can_merge === false, 'may-not-merge'),
  when(isDraft, 'draft'),
  when(({ sha }) => sha === null || sha === undefined, 'no-head'),
  when(({ rebase_in_progress: rebasing }) => rebasing, 'rebasing'),
  when((facts) => hasConflicts(facts), 'conflicts'),
] as const;

const RULES: Readonly<Record<MergeRequestAction, Rule>> = {
  merge: first(
    ...canMergeSoon,
    when(({ detailed_merge_status: status }) => status === 'ci_still_running', 'pipeline-running'),
    when(isBlocked, 'blocked'),
  ),
  // Other obstacles may be resolved before the pipeline finishes; newer servers allow auto-merge in this
  // case.
  setAutoMerge: first(
    ...canMergeSoon,
    when(({ merge_when_pipeline_succeeds: set }) => set, 'auto-merge-set'),
    when((facts) => !runs(facts), 'no-pipeline-running'),
  ),
  cancelAutoMerge: first(
    isOpen,
    when(({ merge_when_pipeline_succeeds: set }) => !set, 'no-auto-merge'),
  ),
  rebase: first(
    isOpen,
    when(({ rebase_in_progress: rebasing }) => rebasing, 'rebasing'),
  ),
  close: isOpen,
  reopen: when(({ state }) => state !== 'closed', 'not-closed'),
  markDraft: first(isOpen, when(isDraft, 'already-so')),
  markReady: first(
    isOpen,
    when((facts) => !isDraft(facts), 'not-draft'),
  ),
  delete: always,
  approve: first(
    isOpen,
    when(({ approvals }) => approvals === null, 'no-approvals'),
    when(({ approvals }) => approvals?.user_has_approved === true, 'already-so'),
    when(({ approvals }) => approvals?.user_can_approve === false, 'may-not-approve'),
    when(({ approvals }) => approvals?.require_password_to_approve === true, 'needs-password'),
  ),
  unapprove: first(
    isOpen,
    when(({ approvals }) => approvals === null, 'no-approvals'),
    when(({ approvals }) => approvals?.user_has_approved === false, 'already-so'),
  ),
  subscribe: when(({ subscribed }) => subscribed === true, 'already-so'),
  unsubscribe: when(({ subscribed }) => subscribed === false, 'already-so'),
  addTodo: always,
  createPipeline: isOpen,
  previewMerge: isOpen,
  checkOut: always,
  edit: always,
  changeTarget: isOpen,
  lockDiscussion: when(({ discussion_locked: locked }) => locked, 'already-so'),
  unlockDiscussion: when(({ discussion_locked: locked }) => !locked, 'already-so'),
  trackTime: always,
};

/** Returns the known obstacle to an action, or undefined if there is none. */
export function obstacleToMergeRequest(
  action: MergeRequestAction,
  facts: MergeRequestFacts,
): MergeRequestObstacle | undefined {
  return RULES[action](facts);
}

const hasConflicts = ({
  has_conflicts: conflicts,
  detailed_merge_status: status,
}: MergeRequestFacts): boolean => conflicts || status === 'broken_status' || status === 'conflict';

/**
 * Actions that are allowed but not offered. Of two opposite actions, only the one that changes the state is
 * offered.
 */
const UNOFFERED: Readonly<Partial<Record<MergeRequestAction, (facts: MergeRequestFacts) => boolean>>> = {
  // Servers that don't return who approved are older than the field; both actions may be needed then.
  unapprove: ({ approvals }) => approvals === undefined,
  subscribe: ({ subscribed }) => subscribed !== false,
  unsubscribe: ({ subscribed }) => subscribed !== true,
  // The server can't do these with conflicts, which have to be resolved in a clone.
  rebase: hasConflicts,
  previewMerge: hasConflicts,
};

interface Person {
  readonly username: string;
}

/** Returns true if the user is the author or an assignee; undefined if the user isn't known. */
export const isOwn = (
  {
    author,
    assignees,
  }: {
    readonly author?: Person | null | undefined;
    readonly assignees?: readonly Person[] | null | undefined;
  },
  who: string | undefined,
): boolean | undefined =>
  who === undefined ? undefined : [author, ...(assignees ?? [])].some((person) => person?.username === who);

type RoleRule = (facts: MergeRequestFacts & MergeRequestRoleFacts) => boolean;

const isNoDeveloper: RoleRule = ({ access }) => lacksRole(access, 'developer');
/** Authors and assignees can edit their merge requests regardless of their role. */
const mayNotEdit: RoleRule = (facts) => isNoDeveloper(facts) && facts.isOwn === false;
/** For merge requests from forks, the role in the fork counts, which isn't known here. */
const mayNotPush: RoleRule = (facts) =>
  isNoDeveloper(facts) && facts.project_id !== undefined && facts.project_id === facts.source_project_id;
/** If the server returns `can_merge`, it takes precedence over the role. */
const mayNotMerge: RoleRule = (facts) => isNoDeveloper(facts) && typeof facts.user?.can_merge !== 'boolean';

/** Actions that a known role doesn't allow, according to the service's documentation. */
const FORBIDDEN: Readonly<Partial<Record<MergeRequestAction, RoleRule>>> = {
  merge: mayNotMerge,
  setAutoMerge: mayNotMerge,
  rebase: mayNotPush,
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
};

/** True only if the role is known and too low for the action. */
export const isForbiddenByRole = (
  action: MergeRequestAction,
  facts: MergeRequestFacts & MergeRequestRoleFacts,
): boolean => FORBIDDEN[action]?.(facts) === true;

/** Returns the actions to offer. */
export function mergeRequestActions(
  facts: MergeRequestFacts & MergeRequestRoleFacts,
): readonly MergeRequestAction[] {
  return possibleActions(facts).filter((action) => !isForbiddenByRole(action, facts));
}

/** Returns the actions that would be offered if the user's role allowed them. */
export function withheldActions(
  facts: MergeRequestFacts & MergeRequestRoleFacts,
): readonly MergeRequestAction[] {
  return possibleActions(facts).filter((action) => isForbiddenByRole(action, facts));
}

const possibleActions = (facts: MergeRequestFacts): readonly MergeRequestAction[] =>
  MERGE_REQUEST_ACTIONS.filter((action) => {
    const obstacle = RULES[action](facts);
    // Approving with a password is offered; the command explains it and opens the browser.
    const isPossible = obstacle === undefined || obstacle === 'needs-password';
    return isPossible && UNOFFERED[action]?.(facts) !== true;
  });
