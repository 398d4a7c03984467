import { MILESTONES } from '../../world/merge-requests/milestones';
import type { Reviewer } from '../../world/merge-requests/model';
import { USERS } from '../../world/people';
import { LOGO_PATH } from '../../world/uploads';
import { TEAPOT_GUIDE } from './markdown';
import { type DemoFacts, singleComment, thread } from './request';

const { owner, maintainer, developer, reporter } = USERS;
const DAY = 24 * 60 * 60_000;

const review = (user: Reviewer['user'], at: number, state: Reviewer['state'] = 'unreviewed'): Reviewer => ({
  user,
  state,
  at,
});
const [v12, v13] = MILESTONES;

/**
 * Merge requests of acme/storefront. Together with those of acme/payments, they have all detailed statuses
 * (server-behavior.md#detailed-merge-status).
 */
export const STOREFRONT_REQUESTS: readonly DemoFacts[] = [
  {
    iid: 5,
    branch: 'spike/wishlist',
    author: owner,
    title: 'Add wish list prototype',
    description: 'Prototype for customer interviews.',
    daysAgo: 20,
    updated: 15,
    facts: (now) => ({ state: 'closed', closedAt: now - 15 * DAY, closedBy: owner, labels: ['feature'] }),
  },
  {
    iid: 8,
    branch: 'fix/rounding',
    author: developer,
    title: 'Document how prices are rounded',
    description: 'Half a cent is rounded up, as described in [Prices](docs/prices.md).',
    daysAgo: 24,
    updated: 21,
    facts: (now) => ({
      state: 'merged',
      mergedAt: now - 21 * DAY,
      mergeUser: maintainer,
      labels: ['docs'],
      milestone: v12,
      approvedBy: [{ user: maintainer, at: now - 22 * DAY }],
      reviewers: [review(maintainer, now - 23 * DAY, 'approved')],
      spent: 5400,
    }),
    addComments: (world, request) => {
      request.mergeCommit = [...request.project.commits.values()].find(({ title }) =>
        title.startsWith("Merge branch 'fix/rounding'"),
      )?.sha;
      singleComment(world, request, { by: maintainer, text: 'Thank you!', daysAgo: 21 });
    },
  },
  {
    iid: 11,
    branch: 'feature/search-facets',
    author: maintainer,
    title: 'Hide products without sales in the search',
    description:
      'Search queries can specify a minimum rank.\n\n- [x] Filter results\n- [ ] Update the docs\n\nCloses #6',
    daysAgo: 14,
    updated: 2,
    facts: (now) => ({
      labels: ['feature', 'needs design'],
      assignees: [maintainer],
      reviewers: [review(developer, now - 13 * DAY, 'reviewed'), review(owner, now - 13 * DAY)],
      milestone: v13,
    }),
    addComments: (world, request) => {
      thread(world, request, [
        {
          by: developer,
          text: 'What does a rank of zero mean?',
          daysAgo: 12,
          line: { path: 'src/catalog/search.ts', line: 5 },
          reactions: [
            [maintainer, 'thumbsup'],
            [owner, 'thumbsup'],
          ],
        },
        {
          by: maintainer,
          text: 'The product has no sales yet.',
          daysAgo: 11.5,
          reactions: [[developer, 'bulb']],
        },
      ]);
      thread(world, request, [
        { by: owner, text: 'Can we mention this in the docs?', daysAgo: 9, resolved: true },
      ]);
    },
  },
  {
    iid: 12,
    branch: 'feature/gift-cards',
    author: developer,
    title: 'Pay with a gift card',
    description: "Adds gift cards as a payment method. They don't change prices.\n\nCloses #3 and #4",
    daysAgo: 5,
    updated: 0.5,
    facts: (now) => ({
      labels: ['feature'],
      assignees: [developer],
      reviewers: [review(maintainer, now - 4 * DAY)],
      milestone: v13,
      squash: true,
      removeSource: true,
      approvedBy: [{ user: owner, at: now - DAY }],
      reactions: [
        { user: owner, emoji: 'thumbsup' },
        { user: reporter, emoji: 'thumbsup' },
      ],
      estimate: 3 * 8 * 3600,
      spent: 10 * 3600,
    }),
    addComments: (world, request) => {
      thread(world, request, [
        {
          by: maintainer,
          text: 'Can the balance go below zero?',
          daysAgo: 1.8,
          resolved: true,
          line: { path: 'src/checkout/pay.ts', line: 5 },
        },
      ]);
      singleComment(world, request, {
        by: reporter,
        text: 'I tried it on staging. Works for me.',
        daysAgo: 1,
        reactions: [
          [developer, 'tada'],
          [owner, 'thumbsup'],
          [maintainer, 'thumbsup'],
        ],
      });
    },
    changes: [
      { by: reporter, text: 'mentioned in issue #4', daysAgo: 4.95 },
      { by: developer, text: 'changed time estimate to 3d', daysAgo: 4.9 },
      {
        by: developer,
        text: 'changed title from **{-G-}ift card{-s-}** to **{+Pay with a g+}ift card**',
        daysAgo: 4.6,
      },
      { by: developer, text: 'changed the description', daysAgo: 4.5 },
      { by: developer, text: 'marked this merge request as **draft**', daysAgo: 4.4 },
      { by: developer, text: 'marked this merge request as **ready**', daysAgo: 3.9 },
      { by: developer, text: 'added 1d 2h of time spent', daysAgo: 0.9 },
    ],
  },
  {
    iid: 14,
    branch: 'chore/node-22',
    author: owner,
    title: 'Require Node 22',
    daysAgo: 8,
    updated: 3,
    facts: () => ({ labels: ['chore'] }),
  },
  {
    iid: 15,
    branch: 'feature/cart-page',
    author: developer,
    title: 'Draft: Redesign cart page',
    description: '- [x] Header\n- [ ] Items\n- [ ] Total\n',
    daysAgo: 7,
    facts: () => ({ labels: ['feature'], assignees: [developer], estimate: 2 * 5 * 8 * 3600 }),
  },
  {
    iid: 16,
    branch: 'feature/price-table',
    author: maintainer,
    title: 'Read discounts from a table',
    description: 'Conflicts with the latest price changes on main.',
    daysAgo: 5,
    facts: (now) => ({ labels: ['feature', 'bug'], reviewers: [review(owner, now - 4 * DAY)] }),
  },
  { iid: 17, branch: 'fix/typos', author: developer, title: 'Fix two typos', daysAgo: 3.5 },
  {
    iid: 18,
    branch: 'feature/wide-search',
    author: maintainer,
    title: 'Include descriptions in search',
    daysAgo: 3.2,
    facts: (now) => ({
      approvalsRequired: 2,
      approvedBy: [{ user: developer, at: now - 2 * DAY }],
      reviewers: [review(developer, now - 3 * DAY, 'approved'), review(owner, now - 3 * DAY)],
    }),
  },
  {
    iid: 19,
    branch: 'feature/cart-badge',
    author: developer,
    title: 'Add cart badge with item count',
    description: 'Depends on !15.',
    daysAgo: 3,
    facts: () => ({ gates: { blockedBy: 15 } }),
  },
  {
    iid: 20,
    branch: 'chore/licenses',
    author: owner,
    title: 'Add license report',
    daysAgo: 2.8,
    facts: () => ({ gates: { externalChecks: true } }),
  },
  {
    iid: 21,
    branch: 'chore/lock-file',
    author: owner,
    title: 'Pin dependencies',
    daysAgo: 2.5,
    facts: () => ({ gates: { policies: true }, labels: ['chore'] }),
  },
  {
    iid: 22,
    branch: 'chore/tidy',
    author: maintainer,
    title: 'Clean up scripts',
    description: `Renames the deployment script, makes the scan script executable, and adds the logo.\n\n![Logo](${LOGO_PATH})`,
    daysAgo: 2.2,
    check: 'unchecked',
    facts: () => ({ assignees: [maintainer, developer] }),
  },
  {
    iid: 23,
    branch: 'docs/teapots',
    fork: true,
    author: developer,
    title: 'Add teapot care guide',
    description: TEAPOT_GUIDE,
    daysAgo: 1.5,
    facts: () => ({ collaboration: true }),
  },
];
