import { isLive } from './job-status';
import { mergeStatusFacts } from './merge-status';

/** What a person can do to a merge request (doc 2 §3, §4; approvals are beyond the description). */
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
  readonly approvals?: { readonly user_has_approved?: boolean | null | undefined } | undefined;
}

/** Why an action is not possible: each has a sentence of its own. */
export type MergeRequestObstacle =
  | 'not-open'
  | 'not-closed'
  | 'merged'
  | 'may-not-merge'
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
  when(
    ({ has_conflicts: conflicts, detailed_merge_status: status }) =>
      conflicts || status === 'broken_status' || status === 'conflict',
    'conflicts',
  ),
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
    when(({ approvals }) => approvals?.user_has_approved === true, 'already-so'),
  ),
  unapprove: first(
    isOpen,
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

export function mergeRequestActions(facts: MergeRequestFacts): readonly MergeRequestAction[] {
  return MERGE_REQUEST_ACTIONS.filter((action) => RULES[action](facts) === undefined);
}

/** Thrown before anything is sent where the rules do not allow an action. */
export class MergeRequestRefused extends Error {
  override readonly name = 'MergeRequestRefused';
  readonly action: MergeRequestAction;
  readonly iid: number;
  readonly obstacle: MergeRequestObstacle;
  /** What the server says about merging it, where that is what blocks. */
  readonly status: string | undefined;

  constructor(
    action: MergeRequestAction,
    iid: number,
    obstacle: MergeRequestObstacle,
    status?: string | null,
  ) {
    super(`${action} of merge request ${iid} is not possible: ${obstacle}`);
    this.action = action;
    this.iid = iid;
    this.obstacle = obstacle;
    this.status = status ?? undefined;
  }
}

/** Thrown before anything is sent where something else is being done to the merge request at this moment. */
export class MergeRequestBusy extends Error {
  override readonly name = 'MergeRequestBusy';
  readonly iid: number;
  readonly doing: MergeRequestAction;

  constructor(iid: number, doing: MergeRequestAction) {
    super(`${doing} of merge request ${iid} is still under way`);
    this.iid = iid;
    this.doing = doing;
  }
}

/** What an action ended in, with what it was about: the same refusal means something else to each (doc 2 §7). */
export class MergeRequestActionFailed extends Error {
  override readonly name = 'MergeRequestActionFailed';
  readonly action: MergeRequestAction;
  readonly iid: number;

  constructor(action: MergeRequestAction, iid: number, cause: unknown) {
    super(
      `${action} of merge request ${iid} failed: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
    this.action = action;
    this.iid = iid;
  }
}
