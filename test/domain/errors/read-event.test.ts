import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readEvent } from '../../../src/domain/errors/read-event';
import { readPasted } from '../../../src/domain/errors/read-pasted';
import { NODE, short } from './traces-in-short';

describe('event of the SDK protocol', () => {
  it('becomes the error and its causes, with the newest frame first and its code', () => {
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

  it('accepts any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        readEvent({ exception: value, threads: value, stacktrace: value, entries: value, message: value });
        readPasted(JSON.stringify(value));
      }),
    );
  });
});
