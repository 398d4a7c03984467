import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findings, itFinds } from './findings';

describe('job log problems', () => {
  itFinds([
    'a sentence',
    ['see (docs/a b.md) and src/x.ts:3 or src/y.ts:4:5.'],
    ['src/x.ts:3:- place', 'src/y.ts:4:5 place'],
  ]);

  it('link the text of the position', () => {
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

  it('are found in any text, inside its lines', () => {
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
      'not ok 1',
      '---',
      "  location: '",
      '    ',
      '--- FAIL: A',
      '=== RUN A',
      'ERROR: failed to solve: x',
      'CMake Error at ',
      '.rb',
      '# ',
      'Failure/Error: ',
      '  Line   a.php',
      '  12    x',
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

  it('are found quickly in long hostile lines', () => {
    const hostile = [
      'a/'.repeat(100_000),
      'x.a'.repeat(70_000),
      `at ${'( '.repeat(50_000)}:1:2`,
      'a.b:1:'.repeat(40_000),
      `thread '${"' panicked at ".repeat(9_000)}:1:2`,
      `❯ ${'a/ '.repeat(650)}.x`,
      `at ${'(a/b '.repeat(390)}.x`,
      ': a/b.c'.repeat(280),
      `${' '.repeat(1_990)}.py:1`,
      `${'\t'.repeat(1_980)}.a:1:1: error: x`,
      'PHP Warning:  '.concat(' in a.php'.repeat(220)),
      ` at ${' in /a.cs:line 1'.repeat(120)}`,
      `1>${'a(1,2'.repeat(390)}): error `,
    ];
    for (const text of hostile) for (let times = 0; times < 20; times++) findings([`${text}:1:2`, text]);
  });
});
