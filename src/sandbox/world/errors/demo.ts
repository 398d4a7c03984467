import type { Project } from '../model';
import type { World } from '../world';
import { receiveEnvelope } from './receive';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface DemoError {
  readonly type: string;
  readonly value: string;
  readonly transaction: string;
  /** Function, file, line, column, and the code of that line; the innermost call last. */
  readonly frames: readonly (readonly [
    name: string,
    file: string,
    line: number,
    column: number,
    code: string,
  ])[];
  /** How long before the start of the world each came in, and who met it. */
  readonly seen: readonly (readonly [ago: number, user: number])[];
}

/** `count` times between two moments before the start, by `users` people in turn. */
const spread = (count: number, from: number, to: number, users: number): [number, number][] =>
  Array.from({ length: count }, (_, index) => [
    Math.round(from - ((from - to) * index) / Math.max(1, count - 1)),
    index % users,
  ]);

const STOREFRONT: readonly DemoError[] = [
  {
    type: 'TypeError',
    value: "Cannot read properties of undefined (reading 'rate')",
    transaction: 'POST /cart/checkout',
    frames: [
      ['Layer.handle', 'node_modules/express/lib/router/layer.js', 95, 5, '    fn(req, res, next);'],
      ['checkout', 'src/cart/cart.ts', 18, 10, '  return total(cart.lines);'],
      ['priceOf', 'src/cart/price.ts', 42, 17, '    return gross - gross * rule.rate;'],
    ],
    seen: spread(46, 5 * DAY, 12 * MINUTE, 17),
  },
  {
    type: 'RangeError',
    value: 'Maximum call stack size exceeded',
    transaction: 'GET /search',
    frames: [
      ['handle', 'src/index.ts', 7, 3, '  return search(query);'],
      ['facetsOf', 'src/catalog/search.ts', 21, 12, '  return facetsOf(rest);'],
    ],
    seen: spread(9, 3 * DAY, 5 * HOUR, 4),
  },
  {
    type: 'PaymentDeclined',
    value: 'The bank said no',
    transaction: 'POST /cart/checkout',
    frames: [['pay', 'src/cart/cart.ts', 31, 5, '    throw new PaymentDeclined(answer.reason);']],
    seen: spread(3, 20 * DAY, 9 * DAY, 3),
  },
];

const PAYMENTS: readonly DemoError[] = [
  {
    type: 'LedgerError',
    value: 'The ledger does not balance: 0.01 EUR are missing',
    transaction: 'job: close the day',
    frames: [['balanceOf', 'src/ledger.ts', 7, 24, 'export const balanceOf = (entries) => …']],
    seen: spread(2, 2 * DAY, DAY, 1),
  },
];

/** A few errors of the past, taken in as any SDK sends them. */
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

function envelopeOf({ type, value, transaction, frames }: DemoError, at: number, user: number): Buffer {
  return wrap({
    timestamp: at / 1000,
    platform: 'node',
    level: 'error',
    release: 'storefront@1.2.0',
    environment: 'production',
    transaction,
    user: { id: `customer-${user}` },
    exception: { values: [{ type, value, stacktrace: { frames: frames.map(frameOf) } }] },
  });
}

function frameOf([name, file, line, column, code]: DemoError['frames'][number]): object {
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
