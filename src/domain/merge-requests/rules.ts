import { isLive } from '../jobs/status';
import { type AccessLevel, lacksRole } from '../projects/access-level';
import { mergeStatusFacts } from './merge-status';

/** What a person can do to a merge request (server-behavior.md#merge-requests). */
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

/** What the rules look at. `approvals` is known only where it was asked for. */
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
  /** What the server says of the person who asks; lists do not tell. */
  readonly user?: { readonly can_merge?: boolean | null | undefined } | null | undefined;
  /** Null: the server has no approvals. */
  readonly approvals?:
    | {
        readonly user_has_approved?: boolean | null | undefined;
        readonly user_can_approve?: boolean | null | undefined;
        readonly require_password_to_approve?: boolean | null | undefined;
      }
    | null
    | undefined;
}

/** What decides about what a role may do to a merge request. */
export interface MergeRequestRoleFacts {
  /** The person's level in the project of the merge request. */
  readonly access?: AccessLevel;
  /** Whether the person is its author or an assignee; undefined where that isn't known. */
  readonly isOwn?: boolean | undefined;
  readonly project_id?: number | null | undefined;
  readonly source_project_id?: number | null | undefined;
}

/** Why an action is not possible: each has a sentence of its own. */
export type MergeRequestObstacle =
  | 'not-open'
  /** Only the server's web interface asks for it. */
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

/** A status that is not known does not stop anybody: the server decides. */
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
  // What else stands in the way may be gone when the pipeline ends: newer servers take it then.
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

/** What stands in the way of an action; undefined where nothing does, as far as is known here. */
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

/** What may be tried but is not offered: of two opposites the one that is known to change something. */
const UNOFFERED: Readonly<Partial<Record<MergeRequestAction, (facts: MergeRequestFacts) => boolean>>> = {
  // Servers that don't tell who approved are older than the field: then both may be needed.
  unapprove: ({ approvals }) => approvals === undefined,
  subscribe: ({ subscribed }) => subscribed !== false,
  unsubscribe: ({ subscribed }) => subscribed !== true,
  // The server can do neither; conflicts are resolved in a clone.
  rebase: hasConflicts,
  previewMerge: hasConflicts,
};

interface Person {
  readonly username: string;
}

/** Whether somebody is its author or an assignee; undefined for an unknown user. */
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
/** Authors and assignees may change their own whatever their role. */
const mayNotEdit: RoleRule = (facts) => isNoDeveloper(facts) && facts.isOwn === false;
/** In a fork, the role in the fork counts, which isn't known here. */
const mayNotPush: RoleRule = (facts) =>
  isNoDeveloper(facts) && facts.project_id !== undefined && facts.project_id === facts.source_project_id;
/** Where the server says who may merge, that counts. */
const mayNotMerge: RoleRule = (facts) => isNoDeveloper(facts) && typeof facts.user?.can_merge !== 'boolean';

/** What a known role can't do, as the service documents it. */
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

/** What to offer. */
export function mergeRequestActions(
  facts: MergeRequestFacts & MergeRequestRoleFacts,
): readonly MergeRequestAction[] {
  return possibleActions(facts).filter((action) => !isForbiddenByRole(action, facts));
}

/** What would be offered but for the role. */
export function withheldActions(
  facts: MergeRequestFacts & MergeRequestRoleFacts,
): readonly MergeRequestAction[] {
  return possibleActions(facts).filter((action) => isForbiddenByRole(action, facts));
}

const possibleActions = (facts: MergeRequestFacts): readonly MergeRequestAction[] =>
  MERGE_REQUEST_ACTIONS.filter((action) => {
    const obstacle = RULES[action](facts);
    // What the browser is needed for is offered: the command says so and opens it.
    const isPossible = obstacle === undefined || obstacle === 'needs-password';
    return isPossible && UNOFFERED[action]?.(facts) !== true;
  });
