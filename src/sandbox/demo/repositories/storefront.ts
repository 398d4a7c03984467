import type { Change } from '../../world/repositories/history';
import * as source from './storefront-sources';

const note = (branch: string, author: Change['author'], title: string, name: string): Change => ({
  branch,
  author,
  daysAgo: -0.01,
  title,
  edits: [{ path: `docs/notes/${name}.md`, text: `# ${title}\n` }],
});

/** Commits that are pushed while the world is running, in this order. */
const STOREFRONT_PUSHES: readonly Change[] = [
  note('feature/gift-cards', 'developer', 'Show gift card balance', 'gift-card-balance'),
  note('main', 'owner', 'Document open questions', 'questions'),
  note('feature/search-facets', 'maintainer', 'Document search facets', 'facets'),
  note('chore/node-22', 'owner', 'Document Node.js 22 changes', 'node-22'),
  note('feature/gift-cards', 'developer', 'Reject gift cards without balance', 'empty-gift-card'),
  note('main', 'maintainer', 'Document release process', 'releases'),
];

const README = `# Storefront

Online shop of Acme: catalog, cart, and checkout.

    npm ci
    npm test
`;

const PACKAGE = `{
  "name": "@acme/storefront",
  "version": "1.0.0",
  "private": true,
  "scripts": {
    "build": "tsc -p tsconfig.json",
    "lint": "eslint .",
    "test": "mocha",
    "test:integration": "mocha test/integration"
  }
}
`;

const PRODUCT = `export interface Product {
  readonly sku: string;
  readonly title: string;
  /** Number of sales. */
  readonly rank: number;
}
`;

/** The history of acme/storefront before the start of the world. */
const PAST: readonly Change[] = [
  {
    branch: 'main',
    author: 'owner',
    daysAgo: 130,
    title: 'Initial commit',
    edits: [
      { path: 'README.md', text: README },
      { path: 'package.json', text: PACKAGE },
      { path: '.gitignore', text: 'dist/\nnode_modules/\ncoverage/\n' },
      { path: 'src/index.ts', text: "export * from './cart/cart';\n" },
      { path: 'src/cart/types.ts', text: source.TYPES },
    ],
  },
  {
    branch: 'main',
    author: 'maintainer',
    daysAgo: 121,
    title: 'Add CI pipeline',
    edits: [{ path: '.gitlab-ci.yml', text: source.CI }],
  },
  {
    branch: 'main',
    author: 'developer',
    daysAgo: 34,
    title: 'Add shopping cart',
    edits: [
      { path: 'src/cart/cart.ts', text: source.CART },
      {
        path: 'src/cart/price.ts',
        text: source.PRICE.replace('    // Gift cards have no discount rule.\n', ''),
      },
    ],
  },
  {
    branch: 'main',
    author: 'developer',
    daysAgo: 33,
    title: 'Add price tests',
    edits: [
      { path: 'test/builders.ts', text: source.BUILDERS },
      { path: 'test/cart/price.test.ts', text: source.PRICE_TEST },
    ],
    refs: ['tags/v1.0.0'],
  },
  {
    branch: 'main',
    author: 'maintainer',
    daysAgo: 27,
    title: 'Add product model',
    edits: [{ path: 'src/catalog/product.ts', text: PRODUCT }],
  },
  {
    branch: 'main',
    author: 'maintainer',
    daysAgo: 26,
    title: 'Add catalog search',
    body: 'A product matches if its title contains all words. Best sellers come first.',
    edits: [
      { path: 'src/catalog/search.ts', text: source.SEARCH },
      { path: 'src/index.ts', text: "export * from './cart/cart';\nexport * from './catalog/search';\n" },
    ],
  },
  {
    branch: 'fix/rounding',
    from: 'main',
    author: 'developer',
    daysAgo: 24,
    title: 'Document how prices are rounded',
    edits: [
      {
        path: 'docs/prices.md',
        text: '# Prices\n\nPrices are cents. Half a cent is rounded up, once per line.\n',
      },
    ],
    refs: ['merge-requests/8/head'],
  },
  {
    branch: 'main',
    author: 'owner',
    daysAgo: 22,
    title: 'Validate addresses before payment',
    edits: [{ path: 'src/checkout/address.ts', text: source.ADDRESS }],
  },
  {
    branch: 'main',
    author: 'maintainer',
    daysAgo: 21,
    merges: 'fix/rounding',
    title: "Merge branch 'fix/rounding' into 'main'",
    body: 'Document how prices are rounded\n\nSee merge request acme/storefront!8',
    edits: [],
    refs: ['tags/v1.1.0'],
  },
  {
    branch: 'main',
    author: 'developer',
    daysAgo: 16,
    title: 'Add end-to-end test for checkout',
    edits: [{ path: 'e2e/checkout.spec.ts', text: source.CHECKOUT_SPEC }],
  },
  {
    branch: 'feature/search-facets',
    from: 'main',
    author: 'maintainer',
    daysAgo: 14,
    title: 'Add minimum rank to search queries',
    edits: [
      {
        path: 'src/catalog/search.ts',
        find: '  readonly limit?: number;\n',
        put: '  readonly limit?: number;\n  readonly leastRank?: number;\n',
      },
    ],
  },
  {
    branch: 'feature/search-facets',
    author: 'maintainer',
    daysAgo: 13,
    title: 'Hide products without sales',
    edits: [
      {
        path: 'src/catalog/search.ts',
        find: '    .sort(',
        put: '    .filter((product) => product.rank >= (query.leastRank ?? 0))\n    .sort(',
      },
    ],
    refs: ['merge-requests/11/head'],
  },
  {
    branch: 'main',
    author: 'owner',
    daysAgo: 12,
    title: 'Add deployment script',
    edits: [
      { path: 'scripts/deploy.sh', text: '#!/bin/sh\nset -eu\necho "Deploying $1"\n' },
      {
        path: 'docs/deploy.md',
        text: '# Deploy\n\nStaging is deployed automatically, production manually.\n',
      },
    ],
  },
  {
    branch: 'main',
    author: 'developer',
    daysAgo: 9,
    title: 'Support French postcodes',
    edits: [{ path: 'docs/addresses.md', text: '# Addresses\n\nPostcodes are checked for DE, FR and GB.\n' }],
    refs: ['tags/v1.2.0', 'tags/v1.2.1-rc.1'],
  },
  {
    branch: 'chore/node-22',
    from: 'main',
    author: 'owner',
    daysAgo: 8,
    title: 'Require Node 22',
    edits: [
      {
        path: 'package.json',
        find: '  "private": true,\n',
        put: '  "private": true,\n  "engines": { "node": ">=22" },\n',
      },
    ],
    refs: ['merge-requests/14/head'],
  },
  {
    branch: 'main',
    author: 'maintainer',
    daysAgo: 6,
    title: 'Scan for known vulnerabilities',
    edits: [
      {
        path: 'ci/security.yml',
        text: 'sast:\n  script: ./scripts/scan.sh\ndependency-audit:\n  script: npm audit\n',
      },
      { path: 'scripts/scan.sh', text: '#!/bin/sh\nset -eu\necho "Scanning"\n' },
    ],
  },
  {
    branch: 'feature/gift-cards',
    from: 'main',
    author: 'developer',
    daysAgo: 5,
    title: 'Document gift card design',
    edits: [
      {
        path: 'docs/gift-cards.md',
        text: "# Gift cards 🎁\n\nGift cards are a payment method. They don't change prices.\n",
      },
    ],
  },
  {
    branch: 'main',
    author: 'owner',
    daysAgo: 4,
    title: 'Add contributing guide',
    edits: [{ path: 'CONTRIBUTING.md', text: '# Contributing\n\nKeep merge requests small, add tests.\n' }],
  },
  {
    branch: 'feature/gift-cards',
    author: 'developer',
    daysAgo: 3,
    title: 'Add gift card model',
    edits: [
      {
        path: 'src/checkout/gift-card.ts',
        text: 'export interface GiftCard {\n  readonly code: string;\n  /** In cents. */\n  readonly left: number;\n}\n',
      },
    ],
  },
  {
    branch: 'feature/gift-cards',
    author: 'developer',
    daysAgo: 2,
    title: 'Pay with a gift card',
    edits: [
      {
        path: 'src/checkout/pay.ts',
        text: "import type { GiftCard } from './gift-card';\n\n/** What is left to pay. */\nexport function payWith(card: GiftCard, total: number): number {\n  return Math.max(0, total - card.left);\n}\n",
      },
    ],
    refs: ['merge-requests/12/head'],
  },
  {
    branch: 'main',
    author: 'developer',
    daysAgo: 1.2,
    title: 'Remove cart items by SKU',
    edits: [{ path: 'docs/cart.md', text: '# Cart\n\nItems are identified by SKU.\n' }],
  },
  {
    branch: 'main',
    author: 'developer',
    daysAgo: 0.4,
    title: 'Accept gift cards as coupons',
    body: 'The price test fails because gift cards have no discount rule yet.',
    edits: [
      {
        path: 'src/cart/price.ts',
        find: '  if (coupon.covers(line)) {\n',
        put: '  if (coupon.covers(line)) {\n    // Gift cards have no discount rule.\n',
      },
    ],
  },
  {
    branch: 'main',
    author: 'maintainer',
    daysAgo: 0.1,
    title: 'Document how to run the tests',
    edits: [
      {
        path: 'README.md',
        find: '    npm test\n',
        put: '    npm test\n\nThe cart tests are in `test/cart`.\n',
      },
    ],
  },
];

export const STOREFRONT: readonly Change[] = [...PAST, ...STOREFRONT_PUSHES];
