import { type MergePipelineFacts, pipelineNeed } from './merge-pipeline';
import { isChecking, mergeStatusFacts } from './merge-status';

/**
 * The next step for a merge request from the point of view of one user, in the order in which a user would
 * take them.
 */
export const NEXT_STEPS = [
  'review',
  'conflicts',
  'threads',
  'ci',
  'finish',
  'merge',
  'reviewed',
  'author',
  'others',
] as const;
export type MergeRequestStep = (typeof NEXT_STEPS)[number];

/** Steps that don't require an action from the user. */
const WAITING_STEPS = ['reviewed', 'author', 'others'] as const;
type WaitingStep = (typeof WAITING_STEPS)[number];
/** Steps that require an action from the user. */
export type AttentionStep = Exclude<MergeRequestStep, WaitingStep>;

export const isWaiting = (step: MergeRequestStep): step is WaitingStep =>
  WAITING_STEPS.some((each) => each === step);

/** In the order in which a user would take them. */
export const ATTENTION_STEPS = NEXT_STEPS.filter((step): step is AttentionStep => !isWaiting(step));

interface PersonFacts {
  readonly username: string;
}

export interface NextStepFacts extends MergePipelineFacts {
  readonly draft: boolean;
  readonly detailed_merge_status?: string | null | undefined;
  readonly has_conflicts: boolean;
  readonly blocking_discussions_resolved?: boolean | null | undefined;
  readonly merge_when_pipeline_succeeds: boolean;
  readonly state: string;
  /** True if the project is archived, and therefore read-only. */
  readonly archived?: boolean | null | undefined;
  /** Permissions of the user; lists don't include them. */
  readonly user?: { readonly can_merge?: boolean | null | undefined } | null | undefined;
  readonly author?: PersonFacts | null | undefined;
  readonly assignees?: readonly PersonFacts[] | null | undefined;
  readonly reviewers?: readonly PersonFacts[] | null | undefined;
  /** State of the user's own review, if it was fetched. */
  readonly review?: string | undefined;
  /** The head of the source branch, and the one that the user reviewed last, as far as it is known. */
  readonly sha?: string | null | undefined;
  readonly reviewedHead?: string | undefined;
  /** The result of the server's last check, while it is checking again. */
  readonly settled?: SettledStatus | undefined;
}

/** The result of the server's check whether a merge request can be merged. */
export interface SettledStatus {
  readonly detailed_merge_status?: string | null | undefined;
  readonly has_conflicts: boolean;
}

/**
 * Review states after which the reviewer has nothing to do. All other states, including unknown ones, require
 * a review.
 */
const REVIEWED: Readonly<Partial<Record<string, MergeRequestStep>>> = {
  reviewed: 'reviewed',
  approved: 'reviewed',
  requested_changes: 'author',
};

/** True if commits were pushed after the user's last review, which the server doesn't report. */
export const isChangedSinceReview = ({
  review,
  sha,
  reviewedHead,
}: Pick<NextStepFacts, 'review' | 'sha' | 'reviewedHead'>): boolean =>
  REVIEWED[review ?? ''] !== undefined &&
  reviewedHead !== undefined &&
  typeof sha === 'string' &&
  sha !== reviewedHead;

const CONFLICTS = ['broken_status', 'conflict', 'need_rebase'];

/**
 * Returns the user's role in a merge request. Authors and assignees are owners, even if they are also
 * reviewers.
 */
export function roleInMergeRequest(
  username: string,
  { author, assignees, reviewers }: Pick<NextStepFacts, 'author' | 'assignees' | 'reviewers'>,
): 'owner' | 'reviewer' | undefined {
  const is = (person: PersonFacts): boolean => person.username === username;
  if ((author && is(author)) === true || assignees?.some(is) === true) return 'owner';
  return reviewers?.some(is) === true ? 'reviewer' : undefined;
}

/**
 * Returns the next step for a user; `others` if the user has nothing to do. Reviewers only review, regardless
 * of what blocks the merge request, and are done after their review until commits are pushed. Authors and assignees resolve the
 * obstacles, the most difficult one first, and then merge if they have permission. Merge requests of archived
 * projects can't be changed. While the server is checking again, the last result is used, so that a merge
 * request doesn't change its group.
 */
export function nextStepFor(username: string, rawFacts: NextStepFacts): MergeRequestStep {
  const { settled } = rawFacts;
  if (rawFacts.archived === true) return 'others';
  const facts = settled !== undefined && isChecking(rawFacts) ? { ...rawFacts, ...settled } : rawFacts;
  const part = roleInMergeRequest(username, facts);
  // Drafts aren't ready for review.
  if (part === 'reviewer') {
    if (facts.draft) return 'others';
    return (isChangedSinceReview(facts) ? undefined : REVIEWED[facts.review ?? '']) ?? 'review';
  }
  if (part === undefined) return 'others';
  const status = facts.detailed_merge_status ?? '';
  if (facts.has_conflicts || CONFLICTS.includes(status)) return 'conflicts';
  const open = facts.blocking_discussions_resolved === false || status === 'discussions_not_resolved';
  if (open || status === 'requested_changes') return 'threads';
  if (pipelineNeed(facts) !== undefined) return 'ci';
  if (facts.draft || status === 'draft_status') return 'finish';
  if (facts.merge_when_pipeline_succeeds || isChecking(facts)) return 'others';
  const isReady = mergeStatusFacts(status)?.readiness === 'ready';
  return isReady && facts.user?.can_merge !== false ? 'merge' : 'others';
}
