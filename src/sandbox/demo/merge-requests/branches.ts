import { USERS } from '../../world/people';
import type { BranchCommit, FileChange } from '../../world/repositories/branches';
import { HISTORIES } from '../repositories/histories';

const DAY = 24 * 60 * 60_000;

/** Returns the SHA of the commit with a title, because branches start at commits of the history. */
export type ShaOf = (title: string) => string;

const { owner, maintainer, developer } = USERS;

/** A commit in the tables below. */
interface DemoCommit extends Omit<BranchCommit, 'at'> {
  /** Title of the commit at which the branch starts; undefined to continue the branch. */
  readonly from?: string;
  /** Days before the start of the world. */
  readonly daysAgo: number;
}

/** Converts a table to commits with absolute times and SHAs. */
const branchesOf =
  (commits: readonly DemoCommit[]) =>
  (start: number, shaOf: ShaOf): BranchCommit[] =>
    commits.map(({ from, daysAgo, ...commit }) => ({
      ...commit,
      ...(from === undefined ? {} : { from: shaOf(from) }),
      at: start - daysAgo * DAY,
    }));

/** The CI configuration with the inputs of the recipe `release`. */
const RELEASE_CI = `spec:
  inputs:
    environment:
      description: Environment to deploy to
      options: [staging, production]
    version:
      description: Version to publish
      regex: ^v\\d+\\.\\d+\\.\\d+$
      default: v2.0.0
    canary_percent:
      description: Share of requests for the new version
      type: number
      default: 10
    dry_run:
      type: boolean
      default: false
    regions:
      description: Regions to deploy in
      type: array
      options: [eu-1, eu-2, us-1]
      default: [eu-1]
---
stages: [prepare, build, publish, deploy]

variables:
  LOG_LEVEL:
    description: Log level of the deployment
    value: info
    options: [debug, info, warning]
  DEPLOY_TOKEN:
    description: Token for the deployment
    value: ''

install:
  stage: prepare
  script: npm ci --cache .npm --prefer-offline

compile:
  stage: build
  script: npm run build

"publish $[[ inputs.version ]]":
  stage: publish
  script: npm publish

"deploy to $[[ inputs.environment ]]":
  stage: deploy
  resource_group: release
  script: ./scripts/deploy.sh "$[[ inputs.environment ]]"
`;

/** Returns the initial content of a file in the history of storefront. */
function first(path: string): string {
  for (const { edits } of HISTORIES.storefront) {
    const edit = edits.find((each) => each.path === path);
    if (edit !== undefined && 'text' in edit) return edit.text;
  }
  throw new Error(`The demo history has no ${path}`);
}

const LOCK = JSON.stringify({ name: '@acme/storefront', lockfileVersion: 3, packages: {} }, undefined, 2);
/** A PNG image of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Branches of acme/storefront with merge requests (`storefront.ts`), in addition to those of its
 * history, and a branch whose pipelines require inputs.
 */
export const storefrontBranches = branchesOf([
  {
    branch: 'spike/wishlist',
    from: 'Add catalog search',
    author: owner,
    daysAgo: 20,
    title: 'Add wish list prototype',
    files: [{ path: 'docs/wishlist.md', text: '# Wish list\n\nPrototype for customer interviews.\n' }],
  },
  {
    branch: 'feature/cart-page',
    from: 'Support French postcodes',
    author: developer,
    daysAgo: 7,
    title: 'Redesign cart page',
    files: [
      {
        path: 'src/cart/page.ts',
        text: "import { totalOf } from './price';\n\nexport const titleOf = (count: number): string => `Cart (${count})`;\nexport { totalOf };\n",
      },
    ],
  },
  {
    branch: 'feature/price-table',
    from: 'Scan for known vulnerabilities',
    author: maintainer,
    daysAgo: 5,
    title: 'Read discounts from a table',
    files: [
      {
        path: 'src/cart/price.ts',
        text: first('src/cart/price.ts')
          .replace('    // Gift cards have no discount rule.\n', '')
          .replace('  if (coupon.covers(line)) {\n', '  if (rule !== undefined && coupon.covers(line)) {\n'),
      },
    ],
  },
  {
    branch: 'fix/typos',
    from: 'Add contributing guide',
    author: developer,
    daysAgo: 3.5,
    title: 'Fix two typos',
    files: [
      {
        path: 'CONTRIBUTING.md',
        text: '# Contributing\n\nKeep merge requests small, and add tests for each change.\n',
      },
    ],
  },
  {
    branch: 'feature/wide-search',
    from: 'Add contributing guide',
    author: maintainer,
    daysAgo: 3.2,
    title: 'Include descriptions in search',
    files: [{ path: 'docs/search.md', text: '# Search\n\nTitles and descriptions.\n' }],
  },
  {
    branch: 'feature/cart-badge',
    from: 'Add contributing guide',
    author: developer,
    daysAgo: 3,
    title: 'Add cart badge with item count',
    files: [
      {
        path: 'src/cart/badge.ts',
        text: 'export const badgeOf = (count: number): string => (count > 99 ? "99+" : String(count));\n',
      },
    ],
  },
  {
    branch: 'chore/licenses',
    from: 'Add contributing guide',
    author: owner,
    daysAgo: 2.8,
    title: 'Add license report',
    files: [{ path: 'docs/licenses.md', text: '# Licenses\n\nMIT, ISC.\n' }],
  },
  {
    branch: 'chore/lock-file',
    from: 'Add contributing guide',
    author: owner,
    daysAgo: 2.5,
    title: 'Pin dependencies',
    files: [{ path: 'package-lock.json', text: `${LOCK}\n` }],
  },
  {
    branch: 'chore/tidy',
    from: 'Add contributing guide',
    author: maintainer,
    daysAgo: 2.2,
    title: 'Clean up scripts',
    files: [
      { path: 'scripts/release.sh', was: 'scripts/deploy.sh' },
      {
        path: 'scripts/scan.sh',
        mode: '100755',
        text: '#!/bin/sh\nset -eu\necho "Scanning"\n',
      },
      { path: 'docs/addresses.md' },
      { path: 'media/logo.png', text: PIXEL },
      { path: 'docs/prix à payer.md', text: '# Prix\n\nCe que l’on paie.\n' },
      { path: 'package-lock.json', text: `${LOCK}\n` },
    ],
  },
  {
    branch: 'chore/tidy',
    author: maintainer,
    daysAgo: 2.1,
    title: 'Document the origin of the logo',
    files: [{ path: 'media/README.md', text: 'Drawn by hand.\n' }],
  },
  {
    branch: 'release/2.0',
    from: 'Add contributing guide',
    author: owner,
    daysAgo: 1.8,
    title: 'Add inputs for releases',
    files: [{ path: '.gitlab-ci.yml', text: RELEASE_CI }],
  },
]);

/** The branch of the fork. */
export const forkBranches = branchesOf([
  {
    branch: 'docs/teapots',
    from: 'Add contributing guide',
    author: developer,
    daysAgo: 1.5,
    title: 'Add teapot care guide',
    files: [{ path: 'docs/teapots.md', text: '# Teapots\n\nRinse with warm water and let it dry.\n' }],
  },
]);

/** More files than the maximum that a diff contains (server-behavior.md#diff-limits). */
const ICONS = 1_050;

const icons = (): FileChange[] =>
  Array.from({ length: ICONS }, (_, index) => ({
    path: `icons/${String(index).padStart(4, '0')}.svg`,
    text: `<svg viewBox="0 0 ${index} 1"/>\n`,
  }));

/** Branches of acme/payments with merge requests. */
export const paymentsBranches = branchesOf([
  {
    branch: 'fix/currency',
    from: 'Add currency type',
    author: maintainer,
    daysAgo: 1,
    title: 'Support Swiss francs',
    files: [{ path: 'src/currency.ts', text: "export type Currency = 'CHF' | 'EUR' | 'GBP';\n" }],
  },
  {
    branch: 'docs/ledger',
    from: 'Document refunds',
    author: developer,
    daysAgo: 6,
    title: 'Document ledger entries',
    files: [{ path: 'docs/ledger.md', text: '# Ledger\n\nEach payment has exactly one entry.\n' }],
  },
  {
    branch: 'chore/icons',
    from: 'Document refunds',
    author: owner,
    daysAgo: 4,
    title: 'Add icon set',
    files: icons(),
  },
  {
    branch: 'feature/limits',
    from: 'Add currency type',
    author: developer,
    daysAgo: 0.8,
    title: 'Add daily payout limit',
    files: [{ path: 'src/limits.ts', text: 'export const DAILY = 1_000_000;\n' }],
  },
]);
