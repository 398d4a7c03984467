import { t } from '../../base/localize';
import { parts } from '../shared/row';
import { reviewerState } from './part-rows';

interface Person {
  readonly name: string;
  readonly username: string;
}

/** The reviewers of a merge request, as far as loaded. */
export interface ReviewFacts {
  readonly reviewers: readonly { readonly user: Person; readonly state: string }[];
  /** Users who have approved; older servers don't include approvals in the review state. */
  readonly approvedBy: readonly Pick<Person, 'username'>[];
}

/** The state of all reviews in a few words. */
export interface ReviewSummary {
  readonly text: string;
  readonly verdict: string;
  /** Merge statuses that the text contains. */
  readonly covers: readonly string[];
}

const stateOf = ({ user, state }: ReviewFacts['reviewers'][number], { approvedBy }: ReviewFacts): string =>
  state === 'reviewed' && approvedBy.some(({ username }) => username === user.username) ? 'approved' : state;

/**
 * Summarizes what the reviewers have done, for a row: `changes requested by Dana`, `approved by 1 of 2`. The
 * state is first, because narrow rows cut off the end. Undefined if no other reviewer has reviewed.
 */
export function reviewSummary(facts: ReviewFacts, who: string | undefined): ReviewSummary | undefined {
  const all = facts.reviewers.map((each) => ({ user: each.user, state: stateOf(each, facts) }));
  const others = all.filter(({ user }) => user.username !== who);
  const has = (wanted: string) => others.filter(({ state }) => state === wanted);
  const [first, ...more] = has('requested_changes');
  if (first !== undefined) {
    const text =
      more.length === 0
        ? t('changes requested by {0}', first.user.name)
        : t('changes requested by {0} of {1}', more.length + 1, all.length);
    return { text, verdict: 'requested_changes', covers: ['requested_changes'] };
  }
  for (const [state, one, several] of DONE) {
    const [found] = has(state);
    if (found === undefined) continue;
    const count = all.filter((each) => each.state === state).length;
    return {
      text: all.length === 1 ? one(found.user.name) : several(count, all.length),
      verdict: state,
      covers: [],
    };
  }
  return undefined;
}

type Verdict = readonly [
  state: string,
  one: (name: string) => string,
  several: (count: number, all: number) => string,
];
const DONE: readonly Verdict[] = [
  ['approved', (name) => t('approved by {0}', name), (count, all) => t('approved by {0} of {1}', count, all)],
  ['reviewed', (name) => t('reviewed by {0}', name), (count, all) => t('reviewed by {0} of {1}', count, all)],
];

/** Returns the reviewers with their states, for a tooltip. */
export const reviewersWithStates = (facts: ReviewFacts): string =>
  facts.reviewers
    .map((each) => parts(each.user.name, reviewerState(stateOf(each, facts)).word).replace(' · ', ': '))
    .join(', ');
