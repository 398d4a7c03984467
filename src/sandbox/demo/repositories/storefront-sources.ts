/**
 * Initial content of files in acme/storefront. The log of the failing test refers to line 42, column 17 of
 * `PRICE`.
 */

export const PRICE = `import type { CartLine, Coupon } from './types';

/** Money is counted in cents: a sum of fractions would drift. */
export type Cents = number;

interface DiscountRule {
  /** Share of the price that is taken off, from 0 to 1. */
  readonly rate: number;
  /** Lines below this price keep their price. */
  readonly from: Cents;
}

/** By the kind of coupon. */
const RULES: Record<string, DiscountRule> = {
  spring: { rate: 0.1, from: 500 },
  loyal: { rate: 0.15, from: 0 },
  staff: { rate: 0.3, from: 0 },
};

/** Rounds half up, as the tax office does. */
export function round(amount: number): Cents {
  return Math.floor(amount + 0.5);
}

/** Price of one line before any discount. */
export function grossOf(line: CartLine): Cents {
  return round(line.unitPrice * line.quantity);
}

/**
 * What a coupon takes off a line, as a share of its price.
 * Lines that a coupon does not cover keep their price.
 */
export function discountFor(line: CartLine, coupon: Coupon | undefined): number {
  if (coupon === undefined || coupon.expired) {
    return 0;
  }

  const rule = RULES[coupon.kind];
  if (coupon.covers(line)) {
    // Gift cards have no discount rule.
    return rule.rate;
  }
  return 0;
}

/** Price of one line as the customer sees it. */
export function netOf(line: CartLine, coupon?: Coupon): Cents {
  const gross = grossOf(line);
  return round(gross - gross * discountFor(line, coupon));
}

/** Price of the whole cart. */
export function totalOf(lines: readonly CartLine[], coupon?: Coupon): Cents {
  return lines.reduce((sum, line) => sum + netOf(line, coupon), 0);
}
`;

export const PRICE_TEST = `import { strict as assert } from 'node:assert';
import { netOf, round, totalOf } from '../../src/cart/price';
import { giftCard, line, spring } from '../builders';

describe('price', () => {
  it('rounds half a cent up', () => {
    assert.equal(round(10.5), 11);
  });

  it('takes the coupon off each line', () => {
    assert.equal(netOf(line({ unitPrice: 1000 }), spring), 900);
  });

  it('adds up the lines', () => {
    assert.equal(totalOf([line({ unitPrice: 250, quantity: 2 }), line({ unitPrice: 99 })]), 599);
  });

  it('keeps the price where a gift card pays', () => {
    assert.equal(totalOf([line({ unitPrice: 1000 })], giftCard), 1000);
  });
});
`;

export const CART = `import { totalOf, type Cents } from './price';
import type { CartLine, Coupon } from './types';

/** What a customer is about to buy. */
export class Cart {
  readonly #lines: CartLine[] = [];
  coupon: Coupon | undefined;

  get lines(): readonly CartLine[] {
    return this.#lines;
  }

  add(line: CartLine): void {
    const known = this.#lines.find(({ sku }) => sku === line.sku);
    if (known === undefined) this.#lines.push({ ...line });
    else known.quantity += line.quantity;
  }

  remove(sku: string): void {
    const index = this.#lines.findIndex((line) => line.sku === sku);
    if (index >= 0) this.#lines.splice(index, 1);
  }

  get total(): Cents {
    return totalOf(this.#lines, this.coupon);
  }
}
`;

export const TYPES = `/** One article in a cart. */
export interface CartLine {
  readonly sku: string;
  readonly title: string;
  /** In cents. */
  readonly unitPrice: number;
  quantity: number;
}

/** Something that lowers a price. */
export interface Coupon {
  readonly code: string;
  readonly kind: string;
  readonly expired: boolean;
  covers(line: CartLine): boolean;
}
`;

export const SEARCH = `import type { Product } from './product';

export interface Query {
  readonly words: string;
  readonly limit?: number;
}

/** Products whose title holds every word of the query, best first. */
export function search(products: readonly Product[], query: Query): Product[] {
  const words = query.words.toLowerCase().split(/\\s+/).filter(Boolean);
  return products
    .filter((product) => words.every((word) => product.title.toLowerCase().includes(word)))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, query.limit ?? 20);
}
`;

export const ADDRESS = `export interface Address {
  readonly name: string;
  readonly street: string;
  readonly postcode: string;
  readonly country: string;
}

const POSTCODES: Record<string, RegExp> = {
  DE: /^\\d{5}$/,
  FR: /^\\d{5}$/,
  GB: /^[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}$/,
};

/** What is wrong with an address, in words for the form; empty when it is fine. */
export function problemsOf(address: Address): string[] {
  const problems: string[] = [];
  if (address.name.trim() === '') problems.push('Please tell us your name.');
  if (address.street.trim() === '') problems.push('Please tell us your street.');
  const postcode = POSTCODES[address.country];
  if (postcode !== undefined && !postcode.test(address.postcode)) problems.push('This postcode looks wrong.');
  return problems;
}
`;

export const CHECKOUT_SPEC = `import { expect, test } from '@playwright/test';

test('a visitor buys one article', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Blue teapot' }).click();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('link', { name: 'Checkout' }).click();
  await expect(page.getByText('Your order')).toBeVisible();
});
`;

export const BUILDERS = `import type { CartLine, Coupon } from '../src/cart/types';

export const line = (facts: Partial<CartLine> = {}): CartLine => ({
  sku: 'TEAPOT-BLUE',
  title: 'Blue teapot',
  unitPrice: 1000,
  quantity: 1,
  ...facts,
});

const coupon = (kind: string): Coupon => ({ code: kind.toUpperCase(), kind, expired: false, covers: () => true });
export const spring = coupon('spring');
export const giftCard = coupon('gift-card');
`;

export const CI = `stages: [prepare, build, test, deploy]

default:
  image: node:22-slim
  cache:
    key: { files: [package-lock.json] }
    paths: [.npm/]

install:
  stage: prepare
  script: npm ci --cache .npm --prefer-offline

compile:
  stage: build
  script: npm run build
  artifacts: { paths: [dist/], expire_in: 1 week }

docker-image:
  stage: build
  tags: [docker, arm64]
  script: docker buildx build --push --tag "$CI_REGISTRY_IMAGE:$CI_COMMIT_SHORT_SHA" .

unit-tests:
  stage: test
  script: npm test -- --reporter spec
  coverage: '/Lines\\s*:\\s*([\\d.]+)%/'
  artifacts: { reports: { junit: junit.xml } }

integration-tests:
  stage: test
  script: npm run test:integration

lint:
  stage: test
  script: npm run lint
  allow_failure: true

"e2e: chrome":
  stage: test
  tags: [docker, chrome]
  parallel: 2
  script: npx playwright test --shard "$CI_NODE_INDEX/$CI_NODE_TOTAL"

security-scan:
  stage: test
  trigger: { include: ci/security.yml, strategy: depend }

deploy-staging:
  stage: deploy
  resource_group: staging
  script: ./scripts/deploy.sh staging

deploy-production:
  stage: deploy
  resource_group: production
  inputs:
    region:
      description: Region to deploy in
      options: [eu-1, us-1]
      default: eu-1
    replicas:
      description: Number of instances
      type: number
      default: 3
  script: ./scripts/deploy.sh production "\${{ job.inputs.region }}" "\${{ job.inputs.replicas }}"
  when: manual

"payments: contract":
  stage: deploy
  trigger: { project: acme/payments }
`;
