import { USERS } from '../people';
import type { BranchCommit, FileChange } from '../repositories/branches';
import { STOREFRONT } from '../repositories/storefront';

const DAY = 24 * 60 * 60_000;

/** Finds the commit of a title: branches begin at commits of the history. */
export type ShaOf = (title: string) => string;

type Author = keyof typeof USERS;

const { owner, maintainer, developer } = USERS;
const BY = { owner, maintainer, developer } as const;

/** Makes commits of one repository, with times before the start of the world. */
const maker =
  (start: number, shaOf: ShaOf) =>
  (
    branch: string,
    from: string | undefined,
    author: Exclude<Author, 'reporter' | 'guest'>,
    daysAgo: number,
    title: string,
    ...files: FileChange[]
  ): BranchCommit => ({
    branch,
    ...(from === undefined ? {} : { from: shaOf(from) }),
    author: BY[author],
    at: start - daysAgo * DAY,
    title,
    files,
  });

/** Text of a file as the history of storefront first gave it. */
function first(path: string): string {
  for (const { edits } of STOREFRONT) {
    const edit = edits.find((each) => each.path === path);
    if (edit !== undefined && 'text' in edit) return edit.text;
  }
  throw new Error(`The demo history has no ${path}`);
}

const LOCK = JSON.stringify({ name: '@acme/storefront', lockfileVersion: 3, packages: {} }, undefined, 2);
/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Branches of acme/storefront with a merge request (`demo-storefront.ts`) besides those of its history. */
export function storefrontBranches(start: number, shaOf: ShaOf): BranchCommit[] {
  const commit = maker(start, shaOf);
  return [
    commit('spike/wishlist', 'Search the catalog', 'owner', 20, 'Try a wish list', {
      path: 'docs/wishlist.md',
      text: '# Wish list\n\nNobody asked for it.\n',
    }),
    commit('feature/cart-page', 'Know French postcodes', 'developer', 7, 'Rework the cart page', {
      path: 'src/cart/page.ts',
      text: "import { totalOf } from './price';\n\nexport const titleOf = (count: number): string => `Cart (${count})`;\nexport { totalOf };\n",
    }),
    commit('feature/price-table', 'Scan for known holes', 'maintainer', 5, 'Read discounts from a table', {
      path: 'src/cart/price.ts',
      text: first('src/cart/price.ts')
        .replace('    // Gift cards have no rule of their own.\n', '')
        .replace('  if (coupon.covers(line)) {\n', '  if (rule !== undefined && coupon.covers(line)) {\n'),
    }),
    commit('fix/typos', 'Tell how to contribute', 'developer', 3.5, 'Mend two typing mistakes', {
      path: 'CONTRIBUTING.md',
      text: '# Contributing\n\nSmall merge requests, and tests with them.\n',
    }),
    commit('feature/wide-search', 'Tell how to contribute', 'maintainer', 3.2, 'Search in descriptions too', {
      path: 'docs/search.md',
      text: '# Search\n\nTitles and descriptions.\n',
    }),
    commit('feature/cart-badge', 'Tell how to contribute', 'developer', 3, 'Count what is in the cart', {
      path: 'src/cart/badge.ts',
      text: 'export const badgeOf = (count: number): string => (count > 99 ? "99+" : String(count));\n',
    }),
    commit('chore/licences', 'Tell how to contribute', 'owner', 2.8, 'List the licences in use', {
      path: 'docs/licences.md',
      text: '# Licences\n\nMIT, ISC.\n',
    }),
    commit('chore/lock-file', 'Tell how to contribute', 'owner', 2.5, 'Pin what is installed', {
      path: 'package-lock.json',
      text: `${LOCK}\n`,
    }),
    commit(
      'chore/tidy',
      'Tell how to contribute',
      'maintainer',
      2.2,
      'Tidy up the scripts',
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
    ),
    commit('chore/tidy', undefined, 'maintainer', 2.1, 'Say where the logo comes from', {
      path: 'media/README.md',
      text: 'Drawn by hand.\n',
    }),
  ];
}

/** The branch of the fork. */
export function forkBranches(start: number, shaOf: ShaOf): BranchCommit[] {
  return [
    maker(start, shaOf)('docs/teapots', 'Tell how to contribute', 'developer', 1.5, 'Explain teapots', {
      path: 'docs/teapots.md',
      text: '# Teapots\n\nA teapot answers 418.\n',
    }),
  ];
}

/** More than the most files that a diff shows (server-behavior.md#diff-limits). */
const ICONS = 1_050;

/** Branches of acme/payments with a merge request. */
export function paymentsBranches(start: number, shaOf: ShaOf): BranchCommit[] {
  const commit = maker(start, shaOf);
  return [
    commit('fix/currency', 'Name the currencies', 'maintainer', 1, 'Know the Swiss franc', {
      path: 'src/currency.ts',
      text: "export type Currency = 'CHF' | 'EUR' | 'GBP';\n",
    }),
    commit('docs/ledger', 'Explain refunds', 'developer', 6, 'Explain the ledger', {
      path: 'docs/ledger.md',
      text: '# Ledger\n\nEvery entry is there once.\n',
    }),
    commit('chore/icons', 'Explain refunds', 'owner', 4, 'Bring all icons along', ...icons()),
    commit('feature/limits', 'Name the currencies', 'developer', 0.8, 'Limit what goes out in a day', {
      path: 'src/limits.ts',
      text: 'export const DAILY = 1_000_000;\n',
    }),
  ];
}

const icons = (): FileChange[] =>
  Array.from({ length: ICONS }, (_, index) => ({
    path: `icons/${String(index).padStart(4, '0')}.svg`,
    text: `<svg viewBox="0 0 ${index} 1"/>\n`,
  }));
