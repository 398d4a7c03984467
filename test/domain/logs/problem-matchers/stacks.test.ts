import { itFinds, type ToolCase } from './findings';

describe('job log problems of stack traces', () => {
  const tools: readonly ToolCase[] = [
    [
      'a traceback of Python',
      ['  File "/app/shop/price.py", line 12, in total'],
      ['/app/shop/price.py:12:- place'],
    ],
    [
      'mocha',
      [
        '  1) price',
        "     TypeError: Cannot read properties of undefined (reading 'rate')",
        '      at discountFor (src/cart/price.ts:42:17)',
        '      at Array.reduce (<anonymous>)',
        '      at Context.<anonymous> (test/cart/price.test.ts:19:18)',
      ],
      [
        "src/cart/price.ts:42:17 error TypeError: Cannot read properties of undefined (reading 'rate')",
        'test/cart/price.test.ts:19:18 place',
      ],
    ],
    [
      'mocha, where the first frames are not the reader’s code',
      [
        'Error: Timeout of 2000ms exceeded.',
        '    at listOnTimeout (node:internal/timers:581:17)',
        '    at run (/builds/a/b/node_modules/mocha/lib/run.js:1:2)',
        '    at file:///builds/a/b/test/x.test.mjs:15:12',
      ],
      [
        '/builds/a/b/node_modules/mocha/lib/run.js:1:2 place',
        '/builds/a/b/test/x.test.mjs:15:12 error Error: Timeout of 2000ms exceeded.',
      ],
    ],
    [
      'jest',
      [
        '  ● total › adds',
        '',
        '    expect(received).toBe(expected)',
        '',
        '      at Object.toBe (src/price.test.ts:5:21)',
      ],
      ['src/price.test.ts:5:21 error expect(received).toBe(expected)'],
    ],
    [
      'vitest',
      ['AssertionError: expected 1 to be 2', ' ❯ src/price.test.ts:5:21', ' ❯ total src/price.ts:3:1'],
      ['src/price.test.ts:5:21 error AssertionError: expected 1 to be 2', 'src/price.ts:3:1 place'],
    ],
    [
      'playwright',
      [
        '  ✘  6 [chromium] › e2e/checkout.spec.ts:3:1 › a visitor',
        '    Error: expect(locator).toBeVisible() failed',
        '    at e2e/checkout.spec.ts:8:45',
      ],
      [
        'e2e/checkout.spec.ts:3:1 place',
        'e2e/checkout.spec.ts:8:45 error Error: expect(locator).toBeVisible() failed',
      ],
    ],
    [
      'playwright, with details of the assertion',
      [
        '    Error: expect(locator).toBeVisible() failed',
        '',
        "    Locator:  getByText('Thank you')",
        '    Expected: visible',
        '    Timeout:  5000ms',
        '    Error: element(s) not found',
        '',
        '    Call log:',
        '      - Expect "toBeVisible" with timeout 5000ms',
        '',
        '    > 20 |   await expect(page).toBeVisible();',
        '        at e2e/checkout.spec.ts:20:45',
      ],
      ['e2e/checkout.spec.ts:20:45 error Error: expect(locator).toBeVisible() failed'],
    ],
    [
      'a stack of Java',
      ['\tat com.acme.cart.Cart.total(Cart.java:12)'],
      ['com/acme/cart/Cart.java:12:- place'],
    ],
    [
      'pytest',
      [
        '>       assert total(1) == 2',
        'E       assert 1 == 2',
        'E        +  where 1 = total(1)',
        '',
        'tests/test_price.py:5: AssertionError',
        '  tests/test_price.py:9: DeprecationWarning: old',
        'tests/test_price.py:9: DeprecationWarning: old',
      ],
      [
        'tests/test_price.py:5:- error assert 1 == 2',
        'tests/test_price.py:9:- place',
        'tests/test_price.py:9:- warning DeprecationWarning: old',
      ],
    ],
    [
      'pytest with short tracebacks',
      [
        'tests/test_price.py:5: in test_total',
        '    run()',
        'shop/run.py:12: in run',
        '    get(1)',
        '/venv/lib/site-packages/web.py:3: in get',
        '    raise Bad("no")',
        'E   web.Bad: no',
        'E    +  where',
      ],
      [
        'tests/test_price.py:5:- place',
        'shop/run.py:12:- place',
        '/venv/lib/site-packages/web.py:3:- place',
        'shop/run.py:12:- error web.Bad: no',
      ],
    ],
    [
      'pytest with a line each, and on Windows',
      ['/app/my tests/test_price.py:5: assert 1 == 2', 'C:\\a\\test_price.py:7: shop.errors.Bad: no'],
      [
        '/app/my tests/test_price.py:5:- error assert 1 == 2',
        'C:\\a\\test_price.py:7:- error shop.errors.Bad: no',
      ],
    ],
    [
      'pytest about a file that it cannot read',
      ['E     File "/app/test_price.py", line 3', 'E       def x(:', 'E   SyntaxError: invalid syntax'],
      ['/app/test_price.py:3:- place', '/app/test_price.py:3:- error SyntaxError: invalid syntax'],
    ],
    [
      'jest, with the difference and the code in between',
      [
        '  ● total › adds',
        '',
        '    expect(received).toBe(expected) // Object.is equality',
        '',
        '    Expected: 2',
        '    Received: 1',
        '',
        "      3 | test('adds', () => {",
        "    > 5 |   throw new Error('x');",
        '        |         ^',
        '      6 | });',
        '',
        '      at Object.<anonymous> (src/my cart/price.test.ts:5:13)',
      ],
      ['src/my cart/price.test.ts:5:13 error expect(received).toBe(expected) // Object.is equality'],
    ],
    [
      'jest, of what a test wrote',
      ['  console.error', '    Warning: act', '', '      at log (src/price.ts:3:11)'],
      ['src/price.ts:3:11 place'],
    ],
    [
      'the stacks of scripts, in folders with blanks',
      [
        'Error: boom',
        '    at Context.<anonymous> (test\\my dir\\price.test.js:5:12)',
        '    at C:\\Users\\x y\\price.js:5:12',
        '    at file:///app/my%20shop/src/a.mjs:1:2 {',
        ' ❯ discount src/my dir/price.ts:2:15',
      ],
      [
        'test\\my dir\\price.test.js:5:12 error Error: boom',
        'C:\\Users\\x y\\price.js:5:12 place',
        '/app/my shop/src/a.mjs:1:2 place',
        'src/my dir/price.ts:2:15 place',
      ],
    ],
    [
      'mocha and node, of what a test that passes printed',
      [
        '  price',
        'Error: handled',
        '    at Context.<anonymous> (/app/test/price.js:1:60)',
        '    at callFn (file:///app/node_modules/mocha/lib/runnable.js:360:23)',
        '    at process.processImmediate (node:internal/timers:483:21)',
        '    ✔ logs',
        'Error: handled',
        '    at TestContext.<anonymous> (file:///app/test/k.mjs:2:49)',
        '    at Test.runInAsyncScope (node:async_hooks:206:9)',
        '✔ passes but prints (6.8909ms)',
      ],
      [
        '/app/test/price.js:1:60 place',
        '/app/node_modules/mocha/lib/runnable.js:360:23 place',
        '/app/test/k.mjs:2:49 place',
      ],
    ],
    [
      'vitest and jest, of what a test printed',
      [
        'stderr | v.test.mjs > logs',
        'Error: handled',
        '    at /app/src/v.test.mjs:2:36',
        '    at new Promise (<anonymous>)',
        '',
        ' ❯ v.test.mjs (2 tests | 1 failed) 11ms',
        '  console.error',
        '    Error: handled',
        '        at log (src/price.ts:3:11)',
      ],
      ['/app/src/v.test.mjs:2:36 place', 'src/price.ts:3:11 place'],
    ],
    [
      'node, of a warning',
      ['(node:1234) Warning: something is off', '    at warn (/app/src/warn.js:3:11)'],
      ['/app/src/warn.js:3:11 warning (node:1234) Warning: something is off'],
    ],
  ];
  for (const tool of tools) itFinds(tool);
});
