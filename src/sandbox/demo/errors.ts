import { receiveEnvelope } from '../world/errors/receive';
import type { Project } from '../world/model';
import type { World } from '../world/world';
import NODE from './error-payloads/node.json';
import PYTHON from './error-payloads/python.json';
import RUBY from './error-payloads/ruby.json';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface DemoError {
  /** The content of all its events. */
  readonly event: object;
  /** Each event: its time, in milliseconds before the start of the sandbox, and its user. */
  readonly seen: readonly (readonly [ago: number, user: number])[];
}

/** Function, file, line, column, and the code of that line. */
type Call = readonly [name: string, file: string, line: number, column: number, code: string];

/** Returns `count` events, evenly distributed between two times before the start and among `users` users. */
const spread = (count: number, from: number, to: number, users: number): [number, number][] =>
  Array.from({ length: count }, (_, index) => [
    Math.round(from - ((from - to) * index) / Math.max(1, count - 1)),
    index % users,
  ]);

/** An error of the storefront's Node.js program. The innermost call is the last one. */
const storefrontError = (
  transaction: string,
  type: string,
  value: string,
  calls: readonly Call[],
): object => ({
  platform: 'node',
  level: 'error',
  release: 'storefront@1.2.0',
  environment: 'production',
  transaction,
  exception: { values: [{ type, value, stacktrace: { frames: calls.map(frameOf) } }] },
});

const RATE = storefrontError(
  'POST /cart/checkout',
  'TypeError',
  "Cannot read properties of undefined (reading 'rate')",
  [
    ['Layer.handle', 'node_modules/express/lib/router/layer.js', 95, 5, '    fn(req, res, next);'],
    ['Cart.get total', 'src/cart/cart.ts', 25, 12, '    return totalOf(this.#lines, this.coupon);'],
    [
      'totalOf',
      'src/cart/price.ts',
      55,
      44,
      '  return lines.reduce((sum, line) => sum + netOf(line, coupon), 0);',
    ],
    ['netOf', 'src/cart/price.ts', 50, 32, '  return round(gross - gross * discountFor(line, coupon));'],
    ['discountFor', 'src/cart/price.ts', 42, 17, '    return rule.rate;'],
  ],
);
const RANGE = storefrontError('GET /search', 'RangeError', 'Maximum call stack size exceeded', [
  ['search', 'src/catalog/search.ts', 13, 6, '    .sort((a, b) => b.rank - a.rank)'],
]);

/**
 * The payloads were recorded from the SDKs with the product's code snippets. The Node.js program consists of
 * the storefront's files, located in /app as in a container; the others are separate scripts. Host names,
 * package lists, and times were removed.
 */
const STOREFRONT: readonly DemoError[] = [
  { event: RATE, seen: spread(46, 5 * DAY, 12 * MINUTE, 17) },
  { event: RANGE, seen: spread(9, 3 * DAY, 5 * HOUR, 4) },
  { event: { ...NODE, transaction: 'GET /search' }, seen: spread(3, 20 * DAY, 9 * DAY, 3) },
];

const PAYMENTS: readonly DemoError[] = [
  { event: { ...RUBY, transaction: 'job: end of day' }, seen: spread(2, 2 * DAY, DAY, 1) },
  { event: { ...PYTHON, transaction: 'job: restock' }, seen: spread(5, 6 * DAY, 3 * DAY, 2) },
];

/** Adds past errors as events in the format of SDKs. */
export function addErrors(world: World, storefront: Project, payments: Project): void {
  for (const [project, errors] of [
    [storefront, STOREFRONT],
    [payments, PAYMENTS],
  ] as const) {
    world.errors.enable(project);
    world.errors.addKey(project);
    for (const error of errors) {
      for (const [ago, user] of error.seen)
        receiveEnvelope(world, project, envelopeOf(error, world.time - ago, user));
    }
  }
  const message = { message: 'Stock of SKU-204 fell below 5', level: 'warning', logger: 'stock' };
  receiveEnvelope(world, storefront, wrap({ ...message, timestamp: (world.time - 40 * MINUTE) / 1000 }));
}

function envelopeOf({ event }: DemoError, at: number, user: number): Buffer {
  return wrap({ ...event, timestamp: at / 1000, user: { id: `customer-${user}` } });
}

function frameOf([name, file, line, column, code]: Call): object {
  return {
    function: name,
    filename: file,
    lineno: line,
    colno: column,
    in_app: !file.startsWith('node_modules/'),
    context_line: code,
  };
}

function wrap(event: object): Buffer {
  return Buffer.from(`{}\n{"type":"event"}\n${JSON.stringify(event)}\n`);
}
