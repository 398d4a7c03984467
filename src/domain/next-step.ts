import { isChecking, mergeStatusFacts } from './merge-status';

/** What a merge request waits for, from the view of one person, in the order in which a person would do it. */
export const NEXT_STEPS = ['review', 'conflicts', 'threads', 'ci', 'finish', 'merge', 'others'] as const;
export type NextStep = (typeof NEXT_STEPS)[number];

interface PersonFacts {
  readonly username: string;
}

export interface NextStepFacts {
  readonly draft: boolean;
  readonly detailed_merge_status?: string | null | undefined;
  readonly has_conflicts: boolean;
  readonly blocking_discussions_resolved?: boolean | null | undefined;
  readonly merge_when_pipeline_succeeds: boolean;
  readonly state: string;
  readonly author?: PersonFacts | null | undefined;
  readonly assignees?: readonly PersonFacts[] | null | undefined;
  readonly reviewers?: readonly PersonFacts[] | null | undefined;
  readonly head_pipeline?: { readonly status: string } | null | undefined;
}

const CONFLICTS = ['broken_status', 'conflict', 'need_rebase'];

/**
 * The next step for a person: `others` where nothing is theirs to do. A reviewer reviews, whatever else stands in the
 * way; who wrote it or is assigned resolves what stands in the way, the hardest first, and then merges.
 */
export function nextStepFor(username: string, facts: NextStepFacts): NextStep {
  const is = (person: PersonFacts): boolean => person.username === username;
  const reviews = facts.reviewers?.some(is) ?? false;
  const owns = (facts.author && is(facts.author)) === true || (facts.assignees?.some(is) ?? false);
  // A draft is not ready to be read.
  if (reviews && !owns) return facts.draft ? 'others' : 'review';
  if (!owns) return 'others';
  const status = facts.detailed_merge_status ?? '';
  if (facts.has_conflicts || CONFLICTS.includes(status)) return 'conflicts';
  const open = facts.blocking_discussions_resolved === false || status === 'discussions_not_resolved';
  if (open || status === 'requested_changes') return 'threads';
  if (status === 'ci_must_pass' || facts.head_pipeline?.status === 'failed') return 'ci';
  if (facts.draft || status === 'draft_status') return 'finish';
  if (facts.merge_when_pipeline_succeeds || isChecking(facts)) return 'others';
  return mergeStatusFacts(status)?.readiness === 'ready' ? 'merge' : 'others';
}
