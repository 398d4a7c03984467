import assert from 'node:assert/strict';
import fc from 'fast-check';
import { failingLine, failingPart } from '../../../src/domain/trace/failing-line';
import { findingsIn } from '../../../src/domain/trace/problems';
import type { LogFinding } from '../../../src/domain/trace/problems-shapes';
import { guessesFor } from '../../../src/domain/trace/problems-paths';
import { isCostly, patternReader, readPatterns } from '../../../src/domain/trace/problems-patterns';
import { problemsAtEnd, ProblemScan } from '../../../src/domain/trace/problems-scan';
import { TraceParser } from '../../../src/domain/trace/trace-parser';

const readOf = (lines: readonly string[]) => (line: number) => lines[line] ?? '';
const findings = (lines: readonly string[]): LogFinding[] =>
  lines.flatMap((_, line) => findingsIn(line, readOf(lines)));
const short = ({ path, line, column, problem }: LogFinding): string =>
  `${path}:${line}:${String(column ?? '-')} ${problem === undefined ? 'place' : `${problem.severity} ${problem.message}`}`;

describe('problems in a job log', () => {
  const tools: [tool: string, lines: string[], found: string[]][] = [
    [
      'tsc',
      ["src/a/b.ts(16,5): error TS2322: Type 'string' is not assignable."],
      ["src/a/b.ts:16:5 error TS2322: Type 'string' is not assignable."],
    ],
    [
      'tsc, pretty',
      ['src/a.ts:14:28 - error TS2345: Wrong.', '', '14     foo', 'Found 1 error in src/a.ts:14'],
      ['src/a.ts:14:28 error TS2345: Wrong.', 'src/a.ts:14:- place'],
    ],
    ['tsc behind a prefix', ['web:build: src/a.ts(1,2): warning TS1: W'], ['src/a.ts:1:2 warning TS1: W']],
    [
      'eslint, stylish',
      [
        '/builds/acme/storefront/src/a.ts',
        '  12:34  error    Unexpected any  @typescript-eslint/no-explicit-any',
        '  13:5   warning  Prefer a name',
        '',
        'C:\\work\\b.js',
        '  1:1  error  Bad  x',
        '',
        '✖ 3 problems (2 errors, 1 warning)',
      ],
      [
        '/builds/acme/storefront/src/a.ts:12:34 error Unexpected any (@typescript-eslint/no-explicit-any)',
        '/builds/acme/storefront/src/a.ts:13:5 warning Prefer a name',
        'C:\\work\\b.js:1:1 error Bad (x)',
      ],
    ],
    [
      'eslint, unix',
      ['/app/a.js:3:5: Unexpected var. [Error/no-var]'],
      ['/app/a.js:3:5 error Unexpected var.'],
    ],
    [
      'eslint, compact',
      ['/app/a.js: line 3, col 5, Warning - Unexpected var. (no-var)'],
      ['/app/a.js:3:5 warning Unexpected var. (no-var)'],
    ],
    [
      'gcc and clang',
      [
        'src/main.c:4:10: fatal error: x.h: No such file or directory',
        'main.cpp:9:1: warning: unused [-Wunused]',
        '../lib/a.h:3: note: here',
      ],
      [
        'src/main.c:4:10 error x.h: No such file or directory',
        'main.cpp:9:1 warning unused [-Wunused]',
        '../lib/a.h:3:- info here',
      ],
    ],
    ['go build', ['./main.go:12:5: undefined: foo'], ['./main.go:12:5 error undefined: foo']],
    [
      'go test',
      ['--- FAIL: TestTotal (0.00s)', '    price_test.go:12: got 1, want 2'],
      ['price_test.go:12:- error got 1, want 2'],
    ],
    [
      'rustc',
      [
        'error[E0308]: mismatched types',
        ' --> src/main.rs:4:18',
        '  |',
        'warning: unused',
        '   --> src/lib.rs:1:1',
      ],
      ['src/main.rs:4:18 error mismatched types [E0308]', 'src/lib.rs:1:1 warning unused'],
    ],
    [
      'a panic in Rust',
      ["thread 'main' panicked at src/main.rs:4:5:", "thread 'a b' panicked at 'boom', src/x.rs:1:2"],
      ['src/main.rs:4:5 error panicked', "src/x.rs:1:2 error 'boom'"],
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
      'javac',
      ['src/main/java/acme/Cart.java:12: error: cannot find symbol'],
      ['src/main/java/acme/Cart.java:12:- error cannot find symbol'],
    ],
    [
      'maven',
      ['[ERROR] /builds/acme/shop/src/main/java/acme/Cart.java:[12,5] cannot find symbol'],
      ['/builds/acme/shop/src/main/java/acme/Cart.java:12:5 error cannot find symbol'],
    ],
    [
      'a stack of Java',
      ['\tat com.acme.cart.Cart.total(Cart.java:12)'],
      ['com/acme/cart/Cart.java:12:- place'],
    ],
    [
      'a place in a sentence',
      ['see (docs/a b.md) and src/x.ts:3 or src/y.ts:4:5.'],
      ['src/x.ts:3:- place', 'src/y.ts:4:5 place'],
    ],
  ];
  for (const [tool, lines, found] of tools) {
    it(`are found as ${tool} writes them`, () => {
      assert.deepEqual(findings(lines).map(short), found);
    });
  }

  const nothing = [
    'Downloading https://registry.example/a/b.tgz:443',
    'http://shop.example/src/a.ts:12',
    '12:34:56 all is well',
    'Listening on 0.0.0.0:8080',
    'registry.acme.example/storefront:1234abcd',
    'sha256:0123 node:22-slim',
    'time=10:00:00 path=/a status=200',
    '  12:34  error  no file above',
  ];
  for (const line of nothing) {
    it(`are not seen in "${line}"`, () => {
      assert.deepEqual(findings([line]).map(short), []);
    });
  }

  it('link the words that name the place', () => {
    const lines = [
      '  at f (src/a.ts:4:17)',
      '/x/a.ts',
      '  1:2  error  bad  r',
      'a src/b.ts(1,2): error TS1: x',
    ];
    assert.deepEqual(
      findings(lines).map(({ logLine, start, end }) => lines[logLine]?.slice(start, end)),
      ['src/a.ts:4:17', '1:2', 'src/b.ts(1,2)'],
    );
  });

  it('are found in any text without harm, inside of its lines', () => {
    const part = fc.constantFrom(
      'src/a.ts',
      ':1',
      ':2',
      '(3,4)',
      ': error ',
      ' at ',
      '❯ ',
      ' - ',
      'TS1: ',
      '  ',
      'x.go',
      '"',
      '[',
      ']',
      'E   ',
      'line 3',
      'File ',
      '😀',
    );
    fc.assert(
      fc.property(fc.array(fc.array(part, { maxLength: 12 }), { maxLength: 8 }), (parts) => {
        const lines = parts.map((one) => one.join(''));
        for (const { logLine, start, end, line, column } of findings(lines)) {
          assert.ok(start >= 0 && start < end && end <= (lines[logLine] ?? '').length, lines[logLine]);
          assert.ok(line >= 1 && (column ?? 1) >= 1);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('take no time to speak of on long hostile lines', () => {
    const hostile = [
      'a/'.repeat(100_000),
      'x.a'.repeat(70_000),
      `at ${'( '.repeat(50_000)}:1:2`,
      'a.b:1:'.repeat(40_000),
      `thread '${"' panicked at ".repeat(9_000)}:1:2`,
      `❯ ${'a/ '.repeat(650)}.x`,
      `at ${'(a/b '.repeat(390)}.x`,
      ': a/b.c'.repeat(280),
    ];
    for (const text of hostile) for (let times = 0; times < 20; times++) findings([`${text}:1:2`, text]);
  });
});

describe('a search for problems that goes on while the log grows', () => {
  const log = Array.from({ length: 400 }, (_, n) =>
    n % 7 === 0 ? `src/f${n}.ts(${n + 1},1): error TS1: x` : `line ${n}`,
  );

  it('finds the same however often it is stopped, and the last line only when it is final', () => {
    const trace = new TraceParser();
    const scan = new ProblemScan(trace, []);
    for (const [index, line] of log.entries()) {
      trace.push(Buffer.from(`${line}\n`));
      if (index % 13 === 0) scan.step(false, () => true);
    }
    trace.push(Buffer.from('src/z.ts(1,1): error TS1: last'));
    while (!scan.step(false, () => true));
    assert.equal(scan.problems.at(-1)?.path, 'src/f399.ts');
    assert.ok(scan.step(true, () => false));
    assert.equal(scan.problems.at(-1)?.path, 'src/z.ts');
    assert.equal(scan.problems.length, 59);
  });

  it('keeps a bounded number of them', () => {
    const trace = new TraceParser();
    trace.push(Buffer.from('a.ts(1,1): error TS1: x\nsee src/a.ts:1\n'.repeat(12_000)));
    const scan = new ProblemScan(trace, []);
    while (!scan.step(true, () => true));
    assert.deepEqual([scan.problems.length, scan.places.length], [2_000, 5_000]);
  });
});

describe('rules of the reader’s own', () => {
  const one = (row: unknown) => readPatterns([row]);

  it('come before the built-in ones', () => {
    const { patterns, complaints } = one({
      pattern: '^(\\w+)@(\\d+)/(\\d+) (\\w+) (.*)$',
      file: 1,
      line: 2,
      column: 3,
      severity: 4,
      message: 5,
    });
    assert.deepEqual(complaints, []);
    assert.deepEqual(findingsIn(0, readOf(['main@12/3 warning It is odd']), patterns).map(short), [
      'main:12:3 warning It is odd',
    ]);
    assert.deepEqual(findingsIn(0, readOf(['src/a.ts(1,2): error TS1: x']), patterns).map(short), [
      'src/a.ts:1:2 error TS1: x',
    ]);
  });

  it('may name their severity, and say the whole match where they have no message', () => {
    const { patterns } = one({ pattern: 'oops (\\S+) (\\d+)', file: 1, line: 2, severity: 'info' });
    assert.deepEqual(findingsIn(0, readOf(['well, oops a.b 7!']), patterns).map(short), [
      'a.b:7:- info oops a.b 7',
    ]);
  });

  const bad: [row: unknown, words: RegExp][] = [
    ['text', /it is not an object/],
    [{ file: 1, line: 2 }, /"pattern" is missing/],
    [{ pattern: '(', file: 1, line: 2 }, /Invalid regular expression/],
    [
      { pattern: '(a)(b)', file: 1, line: 3 },
      /"file" and "line" must be numbers of groups in "pattern", which has 2/,
    ],
    [{ pattern: '(a+)+(b)', file: 1, line: 2 }, /take forever/],
    [{ pattern: `(a)(b)${'c'.repeat(600)}`, file: 1, line: 2 }, /longer than 500/],
  ];
  for (const [row, words] of bad) {
    it(`are told about in one sentence when they are ${JSON.stringify(row).slice(0, 40)}`, () => {
      const { patterns, complaints } = one(row);
      assert.equal(patterns.length, 0);
      assert.equal(complaints.length, 1);
      assert.match(complaints[0] ?? '', /^Problem pattern 1 is not used: /);
      assert.match(complaints[0] ?? '', words);
    });
  }

  it('are refused where they could take forever', () => {
    for (const costly of [
      '(a+)+$',
      '(a|a)*$',
      '(?:x*y?)*',
      '((a)+b)+',
      '(a?){30}a{30}',
      '(.)\\1',
      '.*.*.*.*.*.*.*.*.*x',
    ]) {
      assert.ok(isCostly(costly), costly);
    }
    for (const harmless of [
      '^(.+?):(\\d+):(\\d+): (error|warning): (.+)$',
      '[(+*]+x',
      '(?:error|warning)?',
      '\\(a+\\)+',
      'a{2}',
    ]) {
      assert.ok(!isCostly(harmless), harmless);
    }
  });

  it('are refused where they are slow on lines that are hard for them', () => {
    for (const pattern of [
      '(.*)a.*a.*a.*a.*a.*a(.)x',
      '(\\s*)\\s*\\s*\\s*\\s*\\s*(x)',
      '(\\d+)\\d+\\d+\\d+\\d+\\d+(x)',
    ]) {
      assert.match(one({ pattern, file: 1, line: 2 }).complaints[0] ?? '', /takes too long/, pattern);
    }
    for (const pattern of [
      '^(.+?):(\\d+):(\\d+): (error|warning): (.+)$',
      '^\\s*(?:at|in) (.+) \\((\\S+):(\\d+)\\)$',
      '([\\w./-]+\\.rb):(\\d+):in (.*)$',
    ]) {
      assert.deepEqual(one({ pattern, file: 1, line: 2 }).complaints, [], pattern);
    }
  });

  it('are read again only where the setting is another', () => {
    const read = patternReader();
    const row = { pattern: '(a)(1)', file: 1, line: 2 };
    const first = read([row]);
    assert.equal(read([{ ...row }]), first);
    assert.notEqual(read([{ ...row, line: 1 }]), first);
    assert.deepEqual(read(undefined).patterns, []);
  });

  it('are nothing where the setting is no list', () => {
    assert.deepEqual(readPatterns('x'), { patterns: [], complaints: [] });
    assert.deepEqual(readPatterns(undefined), { patterns: [], complaints: [] });
  });
});

describe('guesses where a path of a log lies in the workspace', () => {
  const below = (path: string, project?: string) => guessesFor(path, project).below;
  it('take away the folder of the build', () => {
    assert.equal(below('/builds/acme/storefront/src/a.ts')[0], 'src/a.ts');
    assert.equal(below('/builds/x1/0/acme/storefront/src/a.ts', 'acme/storefront')[0], 'src/a.ts');
    assert.equal(below('/app/src/a.ts')[0], 'src/a.ts');
    assert.equal(below('/app/main.py')[0], 'main.py');
    assert.equal(below('C:\\builds\\acme\\storefront\\src\\a.ts')[0], 'src/a.ts');
  });
  it('try the longest end first, and no bare name once folders were taken away', () => {
    assert.deepEqual(below('/somewhere/else/src/a.ts'), ['else/src/a.ts', 'src/a.ts']);
    assert.deepEqual(below('/usr/lib/main.py'), ['lib/main.py']);
  });
  it('keep relative paths, and look for them at any depth', () => {
    assert.deepEqual(guessesFor('./src/../lib/a.go', undefined), {
      below: ['lib/a.go'],
      anywhere: 'lib/a.go',
    });
    assert.deepEqual(guessesFor('price_test.go', undefined), {
      below: ['price_test.go'],
      anywhere: 'price_test.go',
    });
    assert.equal(guessesFor('/src/a.ts', undefined).anywhere, undefined);
  });
  it('never lead out of the folder, whatever is written', () => {
    const part = fc.constantFrom(
      '..',
      '.',
      '',
      'a',
      'b.ts',
      '/',
      '\\',
      'C:',
      '\u0000',
      'builds',
      'acme/storefront',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        const { below: guesses, anywhere } = guessesFor(parts.join('/'), 'acme/storefront');
        for (const guess of [...guesses, ...(anywhere === undefined ? [] : [anywhere])]) {
          assert.ok(
            !guess.startsWith('/') && !guess.split('/').some((step) => step === '..' || step === ''),
            guess,
          );
        }
        assert.ok(guesses.length <= 12);
      }),
    );
  });
});

describe('the line to look at first in a failed job’s log', () => {
  const section = (name: string, lines: readonly string[], ends = true): string =>
    `section_start:1:${name}\r\u001b[0K${name}\n${lines.map((line) => `${line}\n`).join('')}${ends ? `section_end:2:${name}\r\u001b[0K` : ''}`;
  const failed = 'ERROR: Job failed: exit code 1\n';
  const landsOn = (log: string): string => {
    const trace = new TraceParser();
    trace.push(Buffer.from(log));
    trace.end();
    const line = failingLine(trace, problemsAtEnd(trace, failingPart(trace), []));
    return trace.text(line, line + 1);
  };
  const around = (script: string): string =>
    `Running\n${section('get_sources', ['src/x.c:1:1: error: not this'])}${script}${section('after_script', ['src/y.c:1:1: error: nor this'])}${section('cleanup_file_variables', [])}${failed}`;

  it('is the last error of the script', () => {
    const script = section('step_script', [
      'src/a.c:1:1: error: one',
      'src/b.c:1:1: error: two',
      'src/c.c:1:1: warning: w',
      'done',
    ]);
    assert.equal(landsOn(around(script)), 'src/b.c:1:1: error: two');
  });
  it('is its last warning where there is no error', () => {
    assert.equal(
      landsOn(around(section('step_script', ['src/c.c:1:1: warning: w', 'done']))),
      'src/c.c:1:1: warning: w',
    );
  });
  it('is no note where there is neither', () => {
    assert.equal(
      landsOn(around(section('step_script', ['src/c.c:1:1: note: n', 'make: *** [all] Error 1']))),
      'make: *** [all] Error 1',
    );
  });
  it('is the last thing that it said where nothing names a file', () => {
    assert.equal(
      landsOn(around(section('step_script', ['$ make', 'make: *** [all] Error 1', '']))),
      'make: *** [all] Error 1',
    );
  });
  it('lies in the section that the script did not come to end', () => {
    const script = section('step_script', [
      'src/a.c:1:1: error: before',
      section('inner', ['it broke'], false).trimEnd(),
    ]);
    assert.equal(landsOn(around(script)), 'it broke');
  });
  it('lies in the last section where the script did not begin', () => {
    assert.equal(
      landsOn(`Running\n${section('prepare_executor', ['no such image'])}${failed}`),
      'no such image',
    );
  });
  it('stands before the runner’s last words where there are no sections', () => {
    assert.equal(landsOn(`$ make\nno rule\n\n${failed}`), 'no rule');
  });
  it('is there for any log', () => {
    assert.equal(landsOn(''), '');
    assert.equal(landsOn(failed), 'ERROR: Job failed: exit code 1');
    const piece = fc.constantFrom(
      failed,
      section('step_script', ['x']),
      section('a', [], false),
      'x.c:1:1: error: y\n',
      '\n',
      'section_end:1:a\r\u001b[0K',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const trace = new TraceParser();
        trace.push(Buffer.from(pieces.join('')));
        trace.end();
        const line = failingLine(trace, problemsAtEnd(trace, failingPart(trace), []));
        assert.ok(line >= 0 && line <= Math.max(0, trace.lineCount - 1));
      }),
    );
  });
});
