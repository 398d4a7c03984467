import type { Change, Edit } from './history';

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
  step(139, 'owner', 'Begin payments', {
    path: 'README.md',
    text: '# Payments\n\nMoves money, exactly once.\n',
  }),
  step(138, 'owner', 'Run the checks on every push', { path: '.gitlab-ci.yml', text: CI }),
  step(40, 'maintainer', 'Keep a ledger', { path: 'src/ledger.ts', text: LEDGER }),
  step(20, 'developer', 'Explain refunds', {
    path: 'docs/refunds.md',
    text: '# Refunds\n\nA refund is an entry below zero.\n',
  }),
  {
    ...step(7, 'developer', 'Try instant transfers', {
      path: 'docs/instant.md',
      text: '# Instant transfers\n',
    }),
    branch: 'feature/instant',
    from: 'main',
  },
  step(2, 'maintainer', 'Name the currencies', {
    path: 'src/currency.ts',
    text: "export type Currency = 'EUR' | 'GBP';\n",
  }),
];

/** A project that only owner and maintainer may see. */
export const VAULT: readonly Change[] = [
  step(50, 'owner', 'Begin the vault', {
    path: 'README.md',
    text: '# Vault\n\nPolicies for who may hold which key.\n',
  }),
  step(10, 'maintainer', 'Check policies', {
    path: '.gitlab-ci.yml',
    text: 'check-policies:\n  script: ./check.sh\n',
  }),
];

/** A project for everybody who is signed in, without pipelines. */
export const HANDBOOK: readonly Change[] = [
  step(45, 'owner', 'Begin the handbook', {
    path: 'README.md',
    text: '# Handbook\n\nHow we work, for everybody here.\n',
  }),
];

/** A private project that has guests, without pipelines. */
export const ROADMAP: readonly Change[] = [
  step(30, 'maintainer', 'Begin the roadmap', {
    path: 'README.md',
    text: '# Roadmap\n\nGift cards first.\n',
  }),
];

/** A project of a subgroup, without pipelines. */
export const PRISM: readonly Change[] = [
  step(28, 'maintainer', 'Begin the prism', {
    path: 'README.md',
    text: '# Prism\n\nWhat light is made of.\n',
  }),
  {
    ...step(6, 'owner', 'Name the colors', {
      path: 'docs/colors.md',
      text: '# Colors\n\nThe rainbow has seven colors.\n',
    }),
    branch: 'docs/colors',
    from: 'main',
  },
];

/** A project that is archived: what was open then is open forever. */
export const ATTIC: readonly Change[] = [
  step(120, 'owner', 'Begin the old shop', {
    path: 'README.md',
    text: '# The old shop\n\nClosed since long.\n',
  }),
  {
    ...step(110, 'maintainer', 'Ask to keep this project', {
      path: 'docs/keep.md',
      text: '# Keep\n\nPlease.\n',
    }),
    branch: 'docs/keep',
    from: 'main',
  },
];
