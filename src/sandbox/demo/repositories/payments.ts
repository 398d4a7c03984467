import type { Change, Edit } from '../../world/repositories/history';

const CI = `stages: [build, test, verify]

compile:
  stage: build
  script: npm run build

contract-tests:
  stage: test
  script: npm test

"storefront: smoke":
  stage: verify
  trigger: { project: acme/storefront }
  when: manual
`;

const LEDGER = `export interface Entry {
  readonly id: string;
  /** In cents; below zero for what was paid out. */
  readonly amount: number;
}

export const balanceOf = (entries: readonly Entry[]): number => entries.reduce((sum, { amount }) => sum + amount, 0);
`;

const step = (daysAgo: number, author: Change['author'], title: string, edit: Edit): Change => ({
  branch: 'main',
  author,
  daysAgo,
  title,
  edits: [edit],
});

export const PAYMENTS: readonly Change[] = [
  step(139, 'owner', 'Initial commit', {
    path: 'README.md',
    text: '# Payments\n\nPayment service of the shop.\n',
  }),
  step(138, 'owner', 'Add CI pipeline', { path: '.gitlab-ci.yml', text: CI }),
  step(40, 'maintainer', 'Add ledger', { path: 'src/ledger.ts', text: LEDGER }),
  step(20, 'developer', 'Document refunds', {
    path: 'docs/refunds.md',
    text: '# Refunds\n\nA refund is an entry below zero.\n',
  }),
  {
    ...step(7, 'developer', 'Add instant transfers', {
      path: 'docs/instant.md',
      text: '# Instant transfers\n',
    }),
    branch: 'feature/instant',
    from: 'main',
  },
  step(2, 'maintainer', 'Add currency type', {
    path: 'src/currency.ts',
    text: "export type Currency = 'EUR' | 'GBP';\n",
  }),
];

/** A project that only the owner and the maintainer can see. */
export const VAULT: readonly Change[] = [
  step(50, 'owner', 'Initial commit', {
    path: 'README.md',
    text: '# Vault\n\nAccess policies for keys.\n',
  }),
  step(10, 'maintainer', 'Check policies in CI', {
    path: '.gitlab-ci.yml',
    text: 'check-policies:\n  script: ./check.sh\n',
  }),
];

/** An internal project without pipelines. */
export const HANDBOOK: readonly Change[] = [
  step(45, 'owner', 'Initial commit', {
    path: 'README.md',
    text: '# Handbook\n\nHow we work.\n',
  }),
];

/** A private project with guests and without pipelines. */
export const ROADMAP: readonly Change[] = [
  step(30, 'maintainer', 'Initial commit', {
    path: 'README.md',
    text: '# Roadmap\n\nGift cards first.\n',
  }),
];

/** A project of a subgroup, without pipelines. */
export const PRISM: readonly Change[] = [
  step(28, 'maintainer', 'Initial commit', {
    path: 'README.md',
    text: '# Prism\n\nColor tools for the design team.\n',
  }),
  {
    ...step(6, 'owner', 'Define the colors', {
      path: 'docs/colors.md',
      text: '# Colors\n\nThe palette has seven colors.\n',
    }),
    branch: 'docs/colors',
    from: 'main',
  },
];

/** An archived project, whose merge request stays open. */
export const ATTIC: readonly Change[] = [
  step(120, 'owner', 'Initial commit', {
    path: 'README.md',
    text: '# Previous shop\n\nNo longer in use.\n',
  }),
  {
    ...step(110, 'maintainer', 'Add archive notice', {
      path: 'docs/keep.md',
      text: '# Archive notice\n\nThis project is archived.\n',
    }),
    branch: 'docs/keep',
    from: 'main',
  },
];
