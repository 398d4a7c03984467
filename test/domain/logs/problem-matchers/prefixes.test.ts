import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formsOf } from '../../../../src/domain/logs/problem-matchers/prefixes';
import { findings, itFinds, readOf, short, type ToolCase } from './findings';

/** The prefix of a line, by its position in the output. */
type Prefix = (line: number) => string;

const PREFIXES: Readonly<Record<string, Prefix>> = {
  'docker build': (line) => `#14 ${line + 8}.3${line} `,
  'docker build, in the excerpt of an error': (line) => `${line}.34 `,
  'docker compose': () => 'web-1  | ',
  turbo: () => 'web:build: ',
  'turbo, of a package with a scope': () => '@acme/web:build: ',
  'pnpm -r': () => 'apps/web lint: ',
  nx: () => '@acme/web: ',
  lerna: () => 'web: ',
  ant: () => '    [javac] ',
  concurrently: () => '[1] ',
  yarn: () => '[@acme/web]: ',
  'the Android NDK': () => 'C/C++: ',
  fastlane: (line) => `[12:34:5${line}]: ▸ `,
  'docker build and turbo': (line) => `#9 ${line}.123 web:test: `,
  'docker compose and a time stamp': (line) => `web-1  | 2026-11-05T12:34:5${line}.123456Z `,
  'time stamps': (line) => `2026-11-05 12:34:5${line},123 `,
  'times in brackets': (line) => `[12:34:5${line}] `,
};

/** A line next to it must have the same one. */
const LEARNED: Readonly<Record<string, Prefix>> = {
  'a bar': () => '| ',
  'elapsed seconds': (line) => `[  21${line}s] `,
  'time, stream, and task': (line) => `12:34:5${line}.123 STDERR [vpc] run: `,
  'time, level, and step': (line) => `[2026-06-24T14:40:2${line}.001Z] info  buildImage - `,
};

const TOOLS: readonly ToolCase[] = [
  [
    'eslint',
    ['/builds/acme/shop/src/cart.ts', "  12:5  error  'x' is not defined  no-undef"],
    ["/builds/acme/shop/src/cart.ts:12:5 error 'x' is not defined (no-undef)"],
  ],
  [
    'gcc',
    ['src/cart.c:12:5: error: unknown type name', 'C:\\my src\\cart.c:3:1: warning: unused'],
    ['src/cart.c:12:5 error unknown type name', 'C:\\my src\\cart.c:3:1 warning unused'],
  ],
  [
    'jest',
    [
      '  ● cart › adds',
      '',
      '    expect(received).toBe(expected)',
      '',
      '      at Object.<anonymous> (src/cart.test.ts:14:20)',
    ],
    ['src/cart.test.ts:14:20 error expect(received).toBe(expected)'],
  ],
  [
    'pytest',
    ['E       assert 1 == 2', '', 'tests/test_cart.py:5: AssertionError'],
    ['tests/test_cart.py:5:- error assert 1 == 2'],
  ],
  [
    'rustc',
    ['error[E0425]: cannot find value `total`', '  --> src/cart.rs:12:5'],
    ['src/cart.rs:12:5 error cannot find value `total` [E0425]'],
  ],
  [
    'go test',
    ['=== RUN   TestCart', '    cart_test.go:12: no price', '--- FAIL: TestCart (0.00s)'],
    ['cart_test.go:12:- error no price'],
  ],
  [
    'dotnet build',
    ['/src/Cart.cs(12,5): error CS0103: no name [/src/Shop.csproj]'],
    ['/src/Cart.cs:12:5 error CS0103: no name'],
  ],
  [
    'kotlinc',
    ['e: file:///app/my%20src/Cart.kt:12:5 Unresolved reference'],
    ['/app/my src/Cart.kt:12:5 error Unresolved reference'],
  ],
];

describe('job log problems behind the prefix of a runner', () => {
  for (const [runner, prefix] of Object.entries(PREFIXES)) {
    for (const [tool, lines, found] of TOOLS) {
      itFinds([`${tool} with ${runner}`, lines.map((line, at) => `${prefix(at)}${line}`), found]);
    }
  }

  const tools: readonly ToolCase[] = [
    [
      'Maven, of tools that it runs',
      [
        '[ERROR] /builds/acme/shop/src/cart.ts',
        "[ERROR]   12:5  error  'x' is not defined  no-undef",
        '[INFO] src/cart.ts(12,5): error TS2304: Cannot find name',
        '[WARNING] src/cart.c:12:5: warning: unused',
        '[INFO]   ● cart › adds',
        '[INFO]     expect(received).toBe(expected)',
        '[INFO]       at Object.<anonymous> (src/cart.test.ts:14:20)',
        '[ERROR] error[E0425]: cannot find value `total`',
        '[ERROR]   --> src/cart.rs:12:5',
      ],
      [
        "/builds/acme/shop/src/cart.ts:12:5 error 'x' is not defined (no-undef)",
        'src/cart.ts:12:5 error TS2304: Cannot find name',
        'src/cart.c:12:5 warning unused',
        'src/cart.test.ts:14:20 error expect(received).toBe(expected)',
        'src/cart.rs:12:5 error cannot find value `total` [E0425]',
      ],
    ],
    [
      'eslint with pnpm -r',
      [
        'apps/web lint: /builds/acme/shop/apps/web/src/cart.ts',
        "apps/web lint:   12:5  error  'x' is not defined  no-undef",
      ],
      ["/builds/acme/shop/apps/web/src/cart.ts:12:5 error 'x' is not defined (no-undef)"],
    ],
    [
      'jest with nx and lerna',
      [
        '@acme/web:   ● cart › adds',
        '@acme/web:     expect(received).toBe(expected)',
        '@acme/web:       at Object.<anonymous> (src/cart.test.ts:14:20)',
      ],
      ['src/cart.test.ts:14:20 error expect(received).toBe(expected)'],
    ],
    [
      'mocha with docker compose',
      [
        'api-1  |   1) cart',
        'api-1  |        adds:',
        'api-1  |      AssertionError: expected 1 to equal 2',
        'api-1  |       at Context.<anonymous> (test/cart.spec.js:9:14)',
      ],
      ['test/cart.spec.js:9:14 error AssertionError: expected 1 to equal 2'],
    ],
    [
      'xcpretty with fastlane',
      ["[12:34:56]: ▸ ❌  /builds/acme/shop/Sources/Cart.swift:12:5: cannot find 'total' in scope"],
      ["/builds/acme/shop/Sources/Cart.swift:12:5 error cannot find 'total' in scope"],
    ],
    [
      'clang with the Android NDK',
      [
        "C/C++: /builds/acme/shop/app/src/main/cpp/cart.cpp:12:5: error: use of undeclared identifier 'total'",
      ],
      ["/builds/acme/shop/app/src/main/cpp/cart.cpp:12:5 error use of undeclared identifier 'total'"],
    ],
    [
      'jest, rustc, dotnet, and kotlinc with docker build',
      [
        '#14 12.3 FAIL src/cart.test.ts',
        '#14 12.3   ● cart › adds',
        '#14 12.3     expect(received).toBe(expected) // Object.is equality',
        '#14 12.3       at Object.<anonymous> (src/cart.test.ts:14:20)',
        '#14 12.34 error[E0425]: cannot find value `total` in this scope',
        '#14 12.34   --> src/cart.rs:12:5',
        '#14 12.34 /src/Cart.cs(12,5): error CS0103: The name total does not exist [/src/Shop.csproj]',
        '#14 12.34 e: file:///app/src/main/kotlin/Cart.kt:12:5 Unresolved reference',
      ],
      [
        'src/cart.test.ts:14:20 error expect(received).toBe(expected) // Object.is equality',
        'src/cart.rs:12:5 error cannot find value `total` in this scope [E0425]',
        '/src/Cart.cs:12:5 error CS0103: The name total does not exist',
        '/app/src/main/kotlin/Cart.kt:12:5 error Unresolved reference',
      ],
    ],
    [
      'ktlint, next to a line with the same prefix',
      ['web:lint: ktlint src', 'web:lint: src/Cart.kt:12:5: Unused import (no-unused-imports)'],
      ['src/Cart.kt:12:5 error Unused import (no-unused-imports)'],
    ],
    [
      'ktlint, without a line that confirms the prefix',
      ['web:lint: src/Cart.kt:12:5: Unused import (no-unused-imports)'],
      ['src/Cart.kt:12:5 place'],
    ],
    [
      'ktlint behind time stamps, which programs print too',
      ['12:34:56 ktlint src', '12:34:56 src/Cart.kt:12:5: Unused import (no-unused-imports)'],
      ['src/Cart.kt:12:5 place'],
    ],
    [
      'eslint, interleaved with the lines of another prefix',
      [
        'a:lint: /app/a.ts',
        'b:lint: /app/b.ts',
        "a:lint:   1:2  error  'x'  no-x",
        "b:lint:   3:4  error  'y'  no-y",
      ],
      ["/app/a.ts:1:2 error 'x' (no-x)", "/app/b.ts:3:4 error 'y' (no-y)"],
    ],
  ];
  for (const tool of tools) itFinds(tool);

  it('link the text behind the prefix', () => {
    const lines = [
      '#14 12.3 web:build: src/a.c:4:17: error: x',
      '@acme/web: error: x',
      '@acme/web:   --> src/b.rs:1:2',
      '#9 1.2 === RUN   TestA',
      '#9 12.34     a_test.go:7: no stock',
      '#9 123.4 --- FAIL: TestA (0.00s)',
    ];
    assert.deepEqual(
      findings(lines)
        .filter(({ problem }) => problem !== undefined)
        .map((found) => [lines[found.logLine]?.slice(found.start, found.end), short(found)]),
      [
        ['src/a.c:4:17', 'src/a.c:4:17 error x'],
        ['src/b.rs:1:2', 'src/b.rs:1:2 error x'],
        ['a_test.go:7', 'a_test.go:7:- error no stock'],
      ],
    );
  });
});

describe('prefixes that no rule was written for', () => {
  for (const [runner, prefix] of Object.entries(LEARNED)) {
    for (const [tool, lines, found] of TOOLS) {
      const output = ['Building', ...lines, 'Done'];
      itFinds([`${tool} with ${runner}`, output.map((line, at) => `${prefix(at)}${line}`), found]);
    }
  }

  it('are learned from the lines next to a line', () => {
    const lines = ['[build 1/3] one two', '[build 2/3] three', 'four'];
    assert.deepEqual(
      lines.map((_, line) => formsOf(line, readOf(lines))),
      [['[build 1/3] one two', 'one two'], ['[build 2/3] three', 'three'], ['four']],
    );
  });
  it('are not cut from a single line', () => {
    assert.deepEqual(formsOf(0, readOf(['[  213s] one'])), ['[  213s] one']);
  });
  it('are not found in ordinary sentences', () => {
    const word = fc.stringMatching(/^[a-zA-Z][a-z']{0,11}[,;]?$/);
    const sentence = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 6 }), (lines) => {
        for (const [line, text] of lines.entries()) assert.deepEqual(formsOf(line, readOf(lines)), [text]);
      }),
    );
  });
});
