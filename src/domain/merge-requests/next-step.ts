import { type MergePipelineFacts, pipelineNeed } from './merge-pipeline';
import { isChecking, mergeStatusFacts } from './merge-status';

/** What a merge request waits for, from the view of one person, in the order in which a person would do it. */
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

/** Steps in which the person has nothing to do. */
export const WAITING_STEPS: readonly MergeRequestStep[] = ['reviewed', 'author', 'others'];

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
  readonly author?: PersonFacts | null | undefined;
  readonly assignees?: readonly PersonFacts[] | null | undefined;
  readonly reviewers?: readonly PersonFacts[] | null | undefined;
  /** State of the person's own review, where that was looked up. */
  readonly review?: string | undefined;
  /** What the server found out last, where it is checking again. */
  readonly settled?: SettledStatus | undefined;
}

/** Whether a merge request can be merged, as the server found out. */
export interface SettledStatus {
  readonly detailed_merge_status?: string | null | undefined;
  readonly has_conflicts: boolean;
}

/** States of a review after which the reviewer has nothing to do; the others, and new ones, ask for a review. */
const REVIEWED: Readonly<Partial<Record<string, MergeRequestStep>>> = {
  reviewed: 'reviewed',
  approved: 'reviewed',
  requested_changes: 'author',
};

const CONFLICTS = ['broken_status', 'conflict', 'need_rebase'];

/** Who a person is to a merge request: who wrote it or is assigned owns it, and does not review it. */
export function partOf(
  username: string,
  { author, assignees, reviewers }: Pick<NextStepFacts, 'author' | 'assignees' | 'reviewers'>,
): 'owner' | 'reviewer' | undefined {
  const is = (person: PersonFacts): boolean => person.username === username;
  if ((author && is(author)) === true || assignees?.some(is) === true) return 'owner';
  return reviewers?.some(is) === true ? 'reviewer' : undefined;
}

/**
 * The next step for a person: `others` where nothing is theirs to do. A reviewer reviews, whatever else stands in the
 * way, and is done when the review is; who wrote it or is assigned resolves what stands in the way, the hardest first,
 * and then merges. While the server checks again, a merge request stays where it was.
 */
export function nextStepFor(username: string, told: NextStepFacts): MergeRequestStep {
  const { settled } = told;
  const facts = settled !== undefined && isChecking(told) ? { ...told, ...settled } : told;
  const part = partOf(username, facts);
  // A draft is not ready to be read.
  if (part === 'reviewer') return facts.draft ? 'others' : (REVIEWED[facts.review ?? ''] ?? 'review');
  if (part === undefined) return 'others';
  const status = facts.detailed_merge_status ?? '';
  if (facts.has_conflicts || CONFLICTS.includes(status)) return 'conflicts';
  const open = facts.blocking_discussions_resolved === false || status === 'discussions_not_resolved';
  if (open || status === 'requested_changes') return 'threads';
  if (pipelineNeed(facts) !== undefined) return 'ci';
  if (facts.draft || status === 'draft_status') return 'finish';
  if (facts.merge_when_pipeline_succeeds || isChecking(facts)) return 'others';
  return mergeStatusFacts(status)?.readiness === 'ready' ? 'merge' : 'others';
}
