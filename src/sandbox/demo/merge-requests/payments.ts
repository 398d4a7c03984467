import { USERS } from '../../world/people';
import type { DemoComment, DemoFacts } from './request';

const { owner, maintainer, developer } = USERS;

/** Merge requests of acme/payments, which uses an external issue tracker. */
export const PAYMENTS_REQUESTS: readonly DemoFacts[] = [
  {
    iid: 1,
    branch: 'feature/instant',
    author: developer,
    title: 'Add instant transfers',
    description: 'Part of PAY-7.',
    daysAgo: 7,
    check: 'checking',
  },
  {
    iid: 2,
    branch: 'docs/ledger',
    author: developer,
    title: 'Document ledger entries',
    description: 'No related issue.',
    daysAgo: 6,
    facts: () => ({ labels: ['docs'] }),
  },
  {
    iid: 3,
    branch: 'chore/icons',
    author: owner,
    title: 'Draft: Add icon set',
    description: 'PAY-3',
    daysAgo: 4,
    facts: () => ({ labels: ['chore'] }),
  },
  {
    iid: 4,
    branch: 'fix/currency',
    author: maintainer,
    title: 'Support Swiss francs',
    description: 'Closes PAY-12, PAY-13',
    daysAgo: 1,
    facts: () => ({ assignees: [developer] }),
  },
  {
    iid: 5,
    branch: 'feature/limits',
    author: developer,
    title: 'Add daily payout limit',
    description: 'Fixes PAY-21',
    daysAgo: 0.8,
  },
];

/**
 * Merge requests of acme/labs/prism, which is in a subgroup. The second one is locked, because its merge
 * started but didn't finish (server-behavior.md#merge-request-states).
 */
export const PRISM_REQUESTS: readonly DemoFacts[] = [
  { iid: 1, branch: 'docs/colors', author: owner, title: 'Define the colors', daysAgo: 6 },
  {
    iid: 2,
    branch: 'docs/colors',
    author: maintainer,
    title: 'Document color palette',
    daysAgo: 5,
    facts: () => ({ state: 'locked' }),
  },
];

/** The merge request of acme/attic, which was open when the project was archived. */
export const ATTIC_REQUESTS: readonly DemoFacts[] = [
  { iid: 1, branch: 'docs/keep', author: maintainer, title: 'Add archive notice', daysAgo: 110 },
];

/** A comment on it from before the project was archived. */
export const ATTIC_COMMENT: DemoComment = {
  by: owner,
  text: 'Should the notice name the new shop?',
  daysAgo: 109,
  line: { path: 'docs/keep.md', line: 3 },
};
