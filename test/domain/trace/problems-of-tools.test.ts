import assert from 'node:assert/strict';
import { findingsIn } from '../../../src/domain/trace/problems';

function found(lines: readonly string[]): string[] {
  return lines
    .flatMap((_, at) => findingsIn(at, (line) => lines[line] ?? ''))
    .map(({ path, line, column, problem }) => {
      const words = problem === undefined ? 'place' : `${problem.severity} ${problem.message}`;
      return `${path}:${line}:${String(column ?? '-')} ${words}`;
    });
}

describe('problems in a job log, where tools write more than a line or paths are unusual', () => {
  const tools: [tool: string, lines: string[], findings: string[]][] = [
    [
      'tsc and eslint, in folders with blanks or brackets',
      [
        'src/my cart/a.ts(3,1): error TS2304: A',
        'web:build: C:\\my shop\\a.ts(3,1): error TS2304: B',
        'src/app/(shop)/page.tsx(3,5): error TS2322: C',
        'src/my cart/a.ts:3:1 - error TS2304: D',
        '/builds/acme/shop/a b.js:3:5: Unexpected var. [Error/no-var]',
        '/builds/acme/shop/a.js:3:5: Parsing error: Unexpected token [Error]',
        '/builds/acme/shop/a b.js: line 3, col 5, Error - Unexpected var. (no-var)',
      ],
      [
        'src/my cart/a.ts:3:1 error TS2304: A',
        'C:\\my shop\\a.ts:3:1 error TS2304: B',
        'src/app/(shop)/page.tsx:3:5 error TS2322: C',
        'src/my cart/a.ts:3:1 error TS2304: D',
        '/builds/acme/shop/a b.js:3:5 error Unexpected var.',
        '/builds/acme/shop/a.js:3:5 error Parsing error: Unexpected token',
        '/builds/acme/shop/a b.js:3:5 error Unexpected var. (no-var)',
      ],
    ],
    [
      'gcc, javac, go and rustc, in folders with blanks',
      [
        "C:\\my src\\main.c:4:10: error: expected ';'",
        'src/my cart/Cart.java:12: error: cannot find symbol',
        './my cart/price.go:12:5: undefined: foo',
        'error[E0308]: mismatched types',
        '  --> src/my cart/main.rs:4:18',
      ],
      [
        "C:\\my src\\main.c:4:10 error expected ';'",
        'src/my cart/Cart.java:12:- error cannot find symbol',
        './my cart/price.go:12:5 error undefined: foo',
        'src/my cart/main.rs:4:18 error mismatched types [E0308]',
      ],
    ],
    [
      'gcc and go inside of docker build',
      [
        '#9 1.234 src/main.c:4:10: error: unknown',
        '1.234 ./main.go:12:5: undefined: foo',
        '[3/10] src/main.c:4:10: error: unknown',
      ],
      ['src/main.c:4:10 error unknown', './main.go:12:5 error undefined: foo', 'src/main.c:4:10 place'],
    ],
    [
      'the linker of gcc',
      ["/usr/bin/ld: /app/src/main.c:5: undefined reference to `foo'"],
      ["/app/src/main.c:5:- error undefined reference to `foo'"],
    ],
    [
      'go vet, and go about its own file',
      [
        'vet: cart/b.go:3:5: undefined: y',
        '/app/go.mod:5: unknown directive: x',
        'a.go:9:2: too many errors',
      ],
      ['cart/b.go:3:5 error undefined: y', '/app/go.mod:5:- error unknown directive: x'],
    ],
    [
      'go test, where more than one line is said',
      [
        '--- FAIL: TestTotal (0.00s)',
        '    price_test.go:13: ',
        '        \tError Trace:\t/app/cart/price_test.go:13',
        '        \tError:      \tNot equal: ',
      ],
      ['price_test.go:13:- error TestTotal', '/app/cart/price_test.go:13:- place'],
    ],
    [
      'a panic in Go',
      [
        'panic: index out of range [3] with length 2 [recovered]',
        '\tpanic: index out of range [3] with length 2',
        '',
        'goroutine 7 [running]:',
        'testing.tRunner.func1.2({0x1, 0x2})',
        '\t/usr/local/go/src/testing/testing.go:1545 +0x238',
        'acme.example/shop/cart.Total(...)',
        '\t/builds/acme/my shop/cart/price.go:22',
        'acme.example/shop/cart.TestTotal(0xc0)',
        '\t/builds/acme/my shop/cart/price_test.go:9 +0x1b',
        '',
        'goroutine 8 [chan receive]:',
        'acme.example/shop/cart.wait()',
        '\t/builds/acme/my shop/cart/wait.go:3 +0x1b',
      ],
      [
        '/usr/local/go/src/testing/testing.go:1545:- place',
        '/builds/acme/my shop/cart/price.go:22:- error index out of range [3] with length 2 [recovered]',
        '/builds/acme/my shop/cart/price_test.go:9:- place',
        '/builds/acme/my shop/cart/wait.go:3:- place',
      ],
    ],
    [
      'a panic in Rust with the frames that led to it',
      [
        "thread 'tests::bad' (4711) panicked at src/lib.rs:12:9:",
        'boom',
        '   0: rust_begin_unwind',
        '             at /rustc/9fc6b4/library/std/src/panicking.rs:665:5',
        '   1: shop::total',
        '             at ./src/lib.rs:12:9',
      ],
      [
        'src/lib.rs:12:9 error panicked',
        '/rustc/9fc6b4/library/std/src/panicking.rs:665:5 place',
        './src/lib.rs:12:9 place',
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
  ];
  for (const [tool, lines, findings] of tools) {
    it(`are found as written by ${tool}`, () => {
      assert.deepEqual(found(lines), findings);
    });
  }
});
