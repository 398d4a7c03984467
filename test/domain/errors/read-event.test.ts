import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fromServer } from '../../../src/domain/errors/from-server';
import { readEvent } from '../../../src/domain/errors/read-event';
import { readPasted } from '../../../src/domain/errors/read-pasted';
import type { StackTrace } from '../../../src/domain/errors/stack-trace';

const short = (traces: readonly StackTrace[]): string[] =>
  traces.flatMap(({ language, type, message, frames }) => [
    `${language ?? '?'} ${type ?? '-'}: ${message ?? '-'}`,
    ...frames.map(
      ({ file, function: name, line, column, own }) =>
        `  ${own === true ? 'own' : own === false ? 'lib' : '?'} ${name ?? '-'} @ ${file}:${line ?? '-'}:${column ?? '-'}`,
    ),
  ]);

/** As the SDK of Node sends it: the first cause first, and the oldest call first. */
const NODE = {
  event_id: '5f2c0000000000000000000000000000',
  platform: 'node',
  level: 'error',
  exception: {
    values: [
      {
        type: 'TypeError',
        value: "Cannot read properties of undefined (reading 'value')",
        stacktrace: {
          frames: [
            {
              filename: 'node:internal/modules/run_main',
              module: 'run_main',
              function: 'run',
              lineno: 117,
              colno: 5,
              in_app: false,
            },
            {
              filename: '/app/dist/cart.mjs',
              module: 'cart',
              function: 'rateOf',
              lineno: 3,
              colno: 42,
              in_app: true,
              pre_context: ["import 'x';", ''],
              context_line: 'const rateOf = (rule) => rule.rate.value;',
              post_context: ['rateOf({});'],
            },
          ],
        },
      },
      {
        type: 'RangeError',
        value: 'no rate',
        stacktrace: {
          frames: [{ filename: '/app/dist/cart.mjs', function: '?', lineno: 4, colno: 61, in_app: true }],
        },
        mechanism: { type: 'generic', handled: true },
      },
    ],
  },
};

describe('an event of the SDK protocol', () => {
  it('becomes what was met and its causes, with the newest call first and its code', () => {
    assert.deepEqual(short(readEvent(NODE)), [
      'nodejs RangeError: no rate',
      '  own - @ /app/dist/cart.mjs:4:61',
      "nodejs TypeError: Cannot read properties of undefined (reading 'value')",
      '  own rateOf @ /app/dist/cart.mjs:3:42',
      '  lib run @ node:internal/modules/run_main:117:5',
    ]);
    assert.deepEqual(readEvent(NODE)[1]?.frames[0]?.context, [
      { line: 1, code: "import 'x';" },
      { line: 2, code: '' },
      { line: 3, code: 'const rateOf = (rule) => rule.rate.value;' },
      { line: 4, code: 'rateOf({});' },
    ]);
  });

  const others: [name: string, event: unknown, traces: string[]][] = [
    [
      'of Java, where the package stands apart',
      {
        platform: 'java',
        exception: {
          values: [
            {
              type: 'IllegalStateException',
              module: 'java.lang',
              value: 'no rate',
              stacktrace: {
                frames: [
                  {
                    filename: 'DispatcherServlet.java',
                    module: 'org.springframework.web.servlet.DispatcherServlet',
                    function: 'doDispatch',
                    lineno: 1089,
                  },
                  {
                    filename: 'Price.java',
                    abs_path: 'Price.java',
                    module: 'com.acme.cart.Price',
                    function: 'of',
                    lineno: 12,
                    in_app: true,
                  },
                ],
              },
            },
          ],
        },
      },
      [
        'java java.lang.IllegalStateException: no rate',
        '  own com.acme.cart.Price.of @ Price.java:12:-',
        '  lib org.springframework.web.servlet.DispatcherServlet.doDispatch @ DispatcherServlet.java:1089:-',
      ],
    ],
    [
      'of Go, which has whole paths',
      {
        platform: 'go',
        exception: [
          {
            type: '*errors.errorString',
            value: 'no rate',
            stacktrace: {
              frames: [
                {
                  module: 'github.com/acme/storefront/cart',
                  function: '(*Cart).Total',
                  abs_path: '/app/cart/cart.go',
                  lineno: 11,
                  in_app: true,
                },
              ],
            },
          },
        ],
      },
      [
        'go *errors.errorString: no rate',
        '  own github.com/acme/storefront/cart.(*Cart).Total @ /app/cart/cart.go:11:-',
      ],
    ],
    [
      'of Python, by the path where the name says too little',
      {
        platform: 'python',
        exception: {
          values: [
            {
              type: 'KeyError',
              value: "'rate'",
              stacktrace: {
                frames: [
                  {
                    filename: 'main.py',
                    abs_path: '/app/main.py',
                    module: '__main__',
                    function: '<module>',
                    lineno: 3,
                  },
                  {
                    filename: 'cart/price.py',
                    abs_path: '/app/cart/price.py',
                    module: 'cart.price',
                    function: 'of',
                    lineno: 8,
                  },
                ],
              },
            },
          ],
        },
      },
      ["python KeyError: 'rate'", '  own of @ cart/price.py:8:-', '  own <module> @ /app/main.py:3:-'],
    ],
    [
      'of Rust, which says "native"',
      {
        platform: 'native',
        sdk: { name: 'sentry.rust' },
        exception: {
          values: [
            {
              type: 'panic',
              value: 'no rate',
              stacktrace: {
                frames: [
                  {
                    function: 'main::total',
                    filename: 'main.rs',
                    abs_path: './src/main.rs',
                    lineno: 2,
                    colno: 53,
                  },
                ],
              },
            },
          ],
        },
      },
      ['rust panic: no rate', '  own main::total @ ./src/main.rs:2:53'],
    ],
    [
      'of Ruby, without a platform, by its files',
      {
        exception: {
          values: [{ type: 'KeyError', stacktrace: { frames: [{ filename: 'lib/cart.rb', lineno: 4 }] } }],
        },
      },
      ['ruby KeyError: -', '  own - @ lib/cart.rb:4:-'],
    ],
    [
      'whose calls hang on the thread that crashed',
      {
        platform: 'php',
        exception: { values: [{ type: 'Error', value: 'no rate', stacktrace: null }] },
        threads: {
          values: [
            { id: 1, stacktrace: { frames: [{ filename: '/src/other.php', lineno: 1 }] } },
            { id: 2, crashed: true, stacktrace: { frames: [{ filename: '/src/Price.php', lineno: 5 }] } },
          ],
        },
      },
      ['php Error: no rate', '  own - @ /src/Price.php:5:-'],
    ],
    [
      'that is a message with calls',
      {
        platform: 'python',
        logentry: { message: 'stock of %s', formatted: 'stock of SKU-204' },
        stacktrace: { frames: [{ filename: 'stock.py', lineno: 7 }] },
      },
      ['python -: stock of SKU-204', '  own - @ stock.py:7:-'],
    ],
    ['that is a mere message', { message: 'stock is low', platform: 'node' }, ['nodejs -: stock is low']],
    [
      'with parts that do not fit',
      {
        platform: 7,
        exception: {
          values: [
            7,
            { type: 'E', stacktrace: { frames: ['x', { filename: 'a.rb', lineno: '7', colno: -1 }] } },
          ],
        },
      },
      ['ruby E: -', '  own - @ a.rb:-:-', '  ? - @ :-:-'],
    ],
    ['that is none', { hello: 'world' }, []],
    ['that is no object', 'hello', []],
  ];
  for (const [name, event, traces] of others) {
    it(`is read ${name}`, () => assert.deepEqual(short(readEvent(event)), traces));
  }

  it('may be anything', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        readEvent({ exception: value, threads: value, stacktrace: value, entries: value, message: value });
        readPasted(JSON.stringify(value));
      }),
    );
  });
});

describe('what somebody pastes', () => {
  const pasted = (text: string): string[] => short(readPasted(text) ?? []);
  const first = 'nodejs RangeError: no rate';
  const entries = [
    { function: 'main', lineNo: 3, colNo: null, filename: 'main.rb', context: [[3, 'total(rules)']] },
    { function: 'total', lineNo: 4, filename: 'lib/cart.rb' },
  ];

  it('may be an event, also within other things', () => {
    assert.equal(pasted(JSON.stringify(NODE))[0], first);
    assert.equal(pasted(`\n${JSON.stringify(NODE, undefined, 2)}\n`)[0], first);
    assert.equal(pasted(JSON.stringify([{ data: { event: NODE } }]))[0], first);
  });

  it('may be the lines of an envelope', () => {
    const envelope = [
      { event_id: '1', sent_at: '2026-11-21T10:00:00Z' },
      { type: 'event', length: 4 },
      NODE,
      { type: 'session' },
      { sid: '1' },
    ];
    assert.deepEqual(pasted(envelope.map((each) => JSON.stringify(each)).join('\n')), short(readEvent(NODE)));
  });

  it('may be what a server answers about an error', () => {
    const traces = ['ruby -: -', '  own total @ lib/cart.rb:4:-', '  own main @ main.rb:3:-'];
    assert.deepEqual(
      pasted(JSON.stringify({ error: { issue_id: '1', stack_trace_entries: entries } })),
      traces,
    );
    const nodes = entries.map(({ lineNo, filename, ...rest }) => ({
      ...rest,
      fileName: filename,
      line: lineNo,
    }));
    assert.deepEqual(
      pasted(
        JSON.stringify({
          data: { project: { sentryErrors: { errorStackTrace: { stackTraceEntries: nodes } } } },
        }),
      ),
      traces,
    );
    const event = {
      eventID: '1',
      platform: 'ruby',
      entries: [{ type: 'exception', data: { values: [{ type: 'E', stacktrace: { frames: entries } }] } }],
    };
    assert.deepEqual(pasted(JSON.stringify(event)), ['ruby E: -', ...traces.slice(1)]);
  });

  it('may be a log of JSON lines with a stack in one of them', () => {
    const lines = [
      { level: 'info', message: 'listening' },
      {
        level: 'error',
        message: 'oops',
        err: { stack: 'TypeError: x\n    at total (/app/src/cart.ts:3:4)' },
      },
    ];
    assert.deepEqual(pasted(lines.map((each) => JSON.stringify(each)).join('\n')), [
      'nodejs TypeError: x',
      '  own total @ /app/src/cart.ts:3:4',
    ]);
  });

  it('may be a stack trace as a program prints it', () => {
    assert.deepEqual(pasted('TypeError: x\n    at total (/app/src/cart.ts:3:4)'), [
      'nodejs TypeError: x',
      '  own total @ /app/src/cart.ts:3:4',
    ]);
    assert.deepEqual(pasted('"TypeError: x\\n    at total (/app/src/cart.ts:3:4)"'), [
      'nodejs TypeError: x',
      '  own total @ /app/src/cart.ts:3:4',
    ]);
  });

  it('may be a message, where it surely is one', () => {
    assert.deepEqual(pasted(JSON.stringify({ event_id: '1', platform: 'go', message: 'low' })), [
      'go -: low',
    ]);
    for (const text of ['', '{', '{}', '[]', 'null', '{"message":"hello"}', 'hello'])
      assert.equal(readPasted(text), undefined, text);
  });
});

describe('the stack trace of a tracked error', () => {
  it('comes with the newest call first, its code, and the language of its files', () => {
    const trace = fromServer(
      {
        stackTraceEntries: [
          {
            fileName: 'node_modules/express/lib/router/layer.js',
            function: 'handle',
            line: 95,
            col: 5,
            traceContext: null,
          },
          {
            fileName: 'src/cart/price.ts',
            function: 'priceOf',
            line: 42,
            col: 0,
            traceContext: [{ line: 42, code: 'return 1;' }],
          },
          { fileName: null, function: null, line: null, col: null },
        ],
      },
      { title: 'TypeError: no rate', type: 'error', message: 'no rate' },
    );
    assert.deepEqual(short([trace]), [
      'nodejs TypeError: no rate',
      '  ? - @ :-:-',
      '  own priceOf @ src/cart/price.ts:42:-',
      '  lib handle @ node_modules/express/lib/router/layer.js:95:5',
    ]);
    assert.deepEqual(trace.frames[1]?.context, [{ line: 42, code: 'return 1;' }]);
    assert.deepEqual(fromServer({ stackTraceEntries: null }, {}).frames, []);
  });

  it('is named by the title of the error', () => {
    const named = (title: string, message?: string, type = 'error'): string[] =>
      short([fromServer({}, { title, message, type })]);
    assert.deepEqual(named('TypeError: a: b', 'a: b'), ['? TypeError: a: b']);
    assert.deepEqual(named('Acme::PaymentDeclined: no'), ['? Acme::PaymentDeclined: no']);
    assert.deepEqual(named('TypeError'), ['? TypeError: -']);
    assert.deepEqual(named('the shelf is empty: no tea'), ['? -: the shelf is empty: no tea']);
    assert.deepEqual(named('stock: low', 'stock: low', 'default'), ['? -: stock: low']);
    assert.deepEqual(short([fromServer({}, undefined)]), ['? -: -']);
  });
});
