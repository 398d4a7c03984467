import type { Job } from '../model';
import type { Script } from './build-scripts';
import { dim, ESC, green, type LogWriter, red, yellow } from './writer';

const ok = (name: string, ms: number): string =>
  `    ${ESC}[32m✔${ESC}[0m ${dim(name)}${ms > 40 ? red(` (${ms}ms)`) : ''}`;

/** Names of tests in the price suite that can fail. */
const SUM = 'adds up the lines';
const GIFT_CARD = 'keeps the price where a gift card pays';

/**
 * The test failure caused by the bug in src/cart/price.ts. The locations match the file in the repository.
 */
const PRICE_FAILURE = [
  '  1) price',
  `       ${GIFT_CARD}:`,
  `     ${ESC}[31mTypeError: Cannot read properties of undefined (reading 'rate')${ESC}[0m`,
  dim('      at discountFor (src/cart/price.ts:42:17)'),
  dim('      at netOf (src/cart/price.ts:50:32)'),
  dim('      at src/cart/price.ts:55:46'),
  dim('      at Array.reduce (<anonymous>)'),
  dim('      at totalOf (src/cart/price.ts:55:16)'),
  dim('      at Context.<anonymous> (test/cart/price.test.ts:19:18)'),
];

/** A test that sometimes exceeds its timeout. */
const SLOW_FAILURE = [
  '  1) price',
  `       ${SUM}:`,
  `     ${ESC}[31mError: Timeout of 2000ms exceeded. For async tests, ensure "done()" is called.${ESC}[0m`,
  dim('      at listOnTimeout (node:internal/timers:581:17)'),
  dim('      at Context.<anonymous> (test/cart/price.test.ts:15:12)'),
];

export const unitTests: Script = (log, job, fails) => {
  const failsOnRetry = job.plan.failsOnRetry;
  log.command('npm test -- --reporter spec');
  log.lines(['', '> @acme/storefront@1.0.0 test', '> mocha --reporter spec', '', ''], 0.2);
  suite(log, 'cart', ['adds a line', 'adds to a line that is there', 'removes a line', 'knows its total']);
  log.line('  price', 1);
  log.line(ok('rounds half a cent up', 3), 1);
  log.line(ok('takes the coupon off each line', 2), 1);
  const failing = fails ? (failsOnRetry ? GIFT_CARD : SUM) : undefined;
  for (const [name, ms] of [
    [SUM, 4],
    [GIFT_CARD, 2],
  ] as const)
    log.line(name === failing ? `    ${ESC}[31m1) ${name}${ESC}[0m` : ok(name, ms), 1);
  suite(log, 'search', [
    'finds every word',
    'puts the best first',
    'ends at the limit',
    'survives ünïcödé 🫖',
  ]);
  suite(log, 'address', ['asks for a name', 'knows German postcodes', 'knows British postcodes']);
  log.line('', 1);
  log.line(`  ${green(fails ? '14 passing' : '15 passing')} ${dim('(1s)')}`);
  if (fails) {
    log.line(`  ${red('1 failing')}`);
    log.line('');
    log.lines(failsOnRetry ? PRICE_FAILURE : SLOW_FAILURE);
    log.line('');
    return;
  }
  log.section(
    'coverage',
    'Coverage',
    () => {
      log.lines([
        'File            | % Stmts | % Lines | Uncovered',
        'src/cart        |   91.30 |   90.91 | 28-31',
        'src/catalog     |   84.62 |   83.33 | 12',
      ]);
      log.line(`Lines        : ${job.spec.coverage ?? 87.4}% ( 181/207 )`);
    },
    '[collapsed=true]',
  );
};

function suite(log: LogWriter, name: string, tests: readonly string[]): void {
  log.line(`  ${name}`, 1);
  for (const [index, test] of tests.entries()) log.line(ok(test, (index * 31 + name.length * 7) % 60), 1);
}

export const integrationTests: Script = (log, _job, fails) => {
  log.command('docker compose up --detach postgres redis');
  log.section(
    'services',
    'Starting services',
    () => {
      log.line(` Container postgres  ${green('Healthy')}`, 3);
      log.line(` Container redis     ${green('Healthy')}`, 2);
    },
    '[collapsed=true,hide_duration=true]',
  );
  log.command('npm run test:integration');
  for (const [index, name] of [
    'sign in',
    'browse',
    'add to cart',
    'apply a coupon',
    'check out',
    'refund',
  ].entries()) {
    log.line(`ok ${index + 1} - ${name}`, 4);
  }
  log.line(
    fails
      ? red('not ok 7 - receipts: socket hang up at test/integration/receipts.test.ts')
      : 'ok 7 - receipts',
    3,
  );
  log.lines(['1..7', `# pass ${fails ? 6 : 7}`, `# fail ${fails ? 1 : 0}`]);
};

export const lint: Script = (log, _job, fails) => {
  log.command('npm run lint');
  log.line('', 3);
  if (!fails) {
    log.line(green('✔ no problems'), 1);
    return;
  }
  log.line(`${ESC}[4m/builds/acme/storefront/src/catalog/search.ts${ESC}[24m`, 2);
  log.line(
    `  ${dim('12:13')}  ${ESC}[31merror${ESC}[39m    Missing return type on function  ${dim('@typescript-eslint/explicit-function-return-type')}`,
  );
  log.line(
    `  ${dim('13:11')}  ${yellow('warning')}  Prefer a named function          ${dim('prefer-named')}`,
  );
  log.lines(['', red('✖ 2 problems (1 error, 1 warning)'), '']);
};

export const browserTests: Script = (log, job, fails) => {
  const shard = /\d+\/\d+$/.exec(job.spec.name)?.[0] ?? '1/1';
  log.command(`npx playwright test --shard ${shard}`);
  log.lines(['', `Running 6 tests using 2 workers, shard ${shard}`, ''], 1);
  for (const [index, name] of [
    'opens the shop',
    'finds a teapot',
    'fills the cart',
    'pays by card',
    'pays by invoice',
  ].entries()) {
    log.line(
      `  ${green('✓')}  ${index + 1} [chromium] › e2e/checkout.spec.ts:3:1 › ${name} ${dim(`(${index + 1}.${index}s)`)}`,
      3,
    );
  }
  log.line(
    `  ${fails ? red('✘') : green('✓')}  6 [chromium] › e2e/checkout.spec.ts:3:1 › a visitor buys one article`,
    4,
  );
  if (fails) {
    log.lines([
      '',
      `    ${red('Error: expect(locator).toBeVisible() failed')}`,
      `    ${dim('at')} e2e/checkout.spec.ts:8:45`,
      '',
      "  > 8 |   await expect(page.getByText('Your order')).toBeVisible();",
      '      |                                              ^',
    ]);
  }
  log.line(fails ? '  1 failed, 5 passed' : '  6 passed (21.4s)', 1);
};

export const scan: Script = (log) => {
  log.command('./scripts/scan.sh');
  log.line('Scanning', 2);
  for (const file of [
    'src/cart/cart.ts',
    'src/cart/price.ts',
    'src/catalog/search.ts',
    'src/checkout/address.ts',
  ]) {
    log.line(`  ${file} ${green('clean')}`, 2);
  }
  log.line('🔒 0 findings', 1);
};

export const review: Script = (log, job: Job) => {
  log.command('npx review-bot');
  log.line(`Reviewing ${job.pipeline.ref}`, 2);
  log.line(
    `See ${ESC}]8;;https://handbook.acme.example/reviews${ESC}\\the review guide${ESC}]8;;${ESC}\\`,
    2,
  );
  log.line(yellow('1 suggestion: describe what the change does'), 1);
};
