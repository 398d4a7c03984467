import { USERS } from '../people';
import type { DemoFacts } from './demo-request';

const { owner, maintainer, developer } = USERS;

/** Merge requests of acme/payments, whose issues live in an external tracker. */
export const PAYMENTS_REQUESTS: readonly DemoFacts[] = [
  {
    iid: 1,
    branch: 'feature/instant',
    author: developer,
    title: 'Try instant transfers',
    description: 'Part of PAY-7.',
    daysAgo: 7,
    check: 'checking',
  },
  {
    iid: 2,
    branch: 'docs/ledger',
    author: developer,
    title: 'Explain the ledger',
    description: 'Nobody asked for it, so there is no issue.',
    daysAgo: 6,
    facts: () => ({ labels: ['docs'] }),
  },
  {
    iid: 3,
    branch: 'chore/icons',
    author: owner,
    title: 'Draft: Bundle all icons',
    description: 'PAY-3',
    daysAgo: 4,
    facts: () => ({ labels: ['chore'] }),
  },
  {
    iid: 4,
    branch: 'fix/currency',
    author: maintainer,
    title: 'Support the Swiss franc',
    description: 'Closes PAY-12, PAY-13',
    daysAgo: 1,
    facts: () => ({ assignees: [developer] }),
  },
  {
    iid: 5,
    branch: 'feature/limits',
    author: developer,
    title: 'Limit daily payouts',
    description: 'Fixes PAY-21',
    daysAgo: 0.8,
  },
];

/**
 * Those of acme/labs/prism, in a subgroup. The merge of the second began and never came to its end
 * (server-behavior.md#merge-request-states).
 */
export const PRISM_REQUESTS: readonly DemoFacts[] = [
  { iid: 1, branch: 'docs/colors', author: owner, title: 'Name the colors', daysAgo: 6 },
  {
    iid: 2,
    branch: 'docs/colors',
    author: maintainer,
    title: 'Describe the palette',
    daysAgo: 5,
    facts: () => ({ state: 'locked' }),
  },
];

/** The one of acme/attic, which was open when the project was archived. */
export const ATTIC_REQUESTS: readonly DemoFacts[] = [
  { iid: 1, branch: 'docs/keep', author: maintainer, title: 'Ask to keep this project', daysAgo: 110 },
];
