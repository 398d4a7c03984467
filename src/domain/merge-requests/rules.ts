import { isLive } from '../jobs/status';
import {
  MERGE_REQUEST_ACTIONS,
  type MergeRequestAction,
  type MergeRequestFacts,
  type MergeRequestRoleFacts,
} from './facts';
import { mergeStatusFacts } from './merge-status';
import { isForbiddenByRole } from './role-rules';

export {
  MERGE_REQUEST_ACTIONS,
  type MergeRequestAction,
  type MergeRequestFacts,
  type MergeRequestRoleFacts,
} from './facts';
export { isForbiddenByRole } from './role-rules';

/** Why an action isn't possible. Each obstacle has its own message. */
export type MergeRequestObstacle =
  | 'not-open'
  /** The project is archived, and therefore read-only. */
  | 'archived'
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
  | 'no-conflicts'
  | 'blocked'
  | 'pipeline-running'
  | 'no-pipeline-running'
  | 'auto-merge-set'
  | 'no-auto-merge'
  | 'rebasing'
  | 'no-head'
  | 'not-merged'
  /** The merge created no commit (fast-forward), so its changes aren't in a single commit. */
  | 'no-merge-commit'
  | 'still-open'
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

/** The commit with the changes of a merged merge request, relative to its first parent. */
export const pickedSha = ({
  merge_commit_sha: merge,
  squash_commit_sha: squash,
}: MergeRequestFacts): string | undefined =>
  [merge, squash].find((sha) => sha !== null && sha !== undefined && sha !== '') ?? undefined;

const isPickable = first(
  when(({ state }) => state !== 'merged', 'not-merged'),
  when((facts) => pickedSha(facts) === undefined, 'no-merge-commit'),
);

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
  resolveConflicts: first(
    isOpen,
    when((facts) => !rebaseConflicts(facts), 'no-conflicts'),
  ),
  edit: always,
  changeTarget: isOpen,
  lockDiscussion: when(({ discussion_locked: locked }) => locked, 'already-so'),
  unlockDiscussion: when(({ discussion_locked: locked }) => !locked, 'already-so'),
  trackTime: always,
  revert: isPickable,
  cherryPick: isPickable,
  deleteSourceBranch: when(({ state }) => state === 'opened' || state === 'locked', 'still-open'),
};

/** Actions that don't change anything on the server, which archived projects allow. */
const READING: readonly MergeRequestAction[] = ['checkOut'];

/** Returns the known obstacle to an action, or undefined if there is none. */
export function obstacleToMergeRequest(
  action: MergeRequestAction,
  facts: MergeRequestFacts,
): MergeRequestObstacle | undefined {
  if (facts.archived === true && !READING.includes(action)) return 'archived';
  return RULES[action](facts);
}

const hasConflicts = ({
  has_conflicts: conflicts,
  detailed_merge_status: status,
}: MergeRequestFacts): boolean => conflicts || status === 'broken_status' || status === 'conflict';

/** A rebase also conflicts if the last one failed because of conflicts (server-behavior.md#rebase). */
const rebaseConflicts = (facts: MergeRequestFacts): boolean =>
  hasConflicts(facts) || /^Rebase failed\b.*\bconflict/is.test(facts.merge_error ?? '');

/** Actions that are allowed but not offered, for example the one of two opposite actions that changes nothing. */
const UNOFFERED: Readonly<Partial<Record<MergeRequestAction, (facts: MergeRequestFacts) => boolean>>> = {
  // Servers that don't return who approved are older than the field; both actions may be needed then.
  unapprove: ({ approvals }) => approvals === undefined,
  subscribe: ({ subscribed }) => subscribed !== false,
  unsubscribe: ({ subscribed }) => subscribed !== true,
  // The server can't do these with conflicts, which have to be resolved in a clone.
  rebase: rebaseConflicts,
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
    const obstacle = obstacleToMergeRequest(action, facts);
    // Approving with a password is offered; the command explains it and opens the browser.
    const isPossible = obstacle === undefined || obstacle === 'needs-password';
    return isPossible && UNOFFERED[action]?.(facts) !== true;
  });
