import assert from 'node:assert/strict';
import { LogParser } from '../../../../src/domain/logs/parser';
import { barePathsIn } from '../../../../src/domain/logs/problem-matchers/bare-paths';
import { ProblemScan } from '../../../../src/domain/logs/problem-matchers/scan';
import { growthOf } from '../../../builders/growth';

const paths = (text: string): readonly string[] => barePathsIn(text, 0).map(({ path }) => path);

describe('paths without a line number', () => {
  for (const [text, expected] of [
    ['not ok 7 - socket hang up at test/integration/receipts.test.ts', ['test/integration/receipts.test.ts']],
    [
      'Compiling ./src/a.ts, ../lib/b.js and /builds/acme/shop/src/c.ts.',
      ['./src/a.ts', '../lib/b.js', '/builds/acme/shop/src/c.ts'],
    ],
    ['src/a.ts: error', ['src/a.ts']],
    ['\'src/a.ts\' "src/b.ts" <src/c.ts> [src/d.ts]', ['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts']],
    ['see https://host.example/src/a.ts and git@host.example:acme/shop.git', []],
    ['src/a.ts:12 src/a.ts(3,4) src/a.ts/', []],
    ['package.json README.md 1/2.5 and/or v1.2/3', []],
    ['$HOME/a/b.ts %TEMP%/a/b.ts KEY=a/b.ts --out=a/b.ts C:/a/b.ts', []],
  ] as const)
    it(`are found in "${text}"`, () => {
      assert.deepEqual(paths(text), expected);
    });

  it('have the position of their text, and at most five per line', () => {
    const [found] = barePathsIn('  in src/a.ts', 3);
    assert.deepEqual(found, { logLine: 3, start: 5, end: 13, path: 'src/a.ts' });
    assert.equal(paths('a/b.c '.repeat(9)).length, 5);
  });

  it('are collected only from lines without a problem or a position', () => {
    const trace = new LogParser();
    trace.push(Buffer.from('wrote dist/a.js\nsrc/b.ts:1:2: error: no\nsrc/c.ts:4:5\nwrote dist/d.js\n'));
    const scan = new ProblemScan(trace, undefined);
    while (!scan.step(true, () => true));
    assert.deepEqual(
      scan.barePaths.map(({ logLine, path }) => [logLine, path]),
      [
        [0, 'dist/a.js'],
        [3, 'dist/d.js'],
      ],
    );
  });

  it('are found in linear time in any line', () => {
    for (const part of ['a/', 'a.b', '/', './', 'a/b.c ', 'a.b/', '+@-./', 'a'.repeat(90)]) {
      const growth = growthOf(
        (size) => part.repeat(Math.ceil(size / part.length)),
        20_000,
        (text) => barePathsIn(text, 0),
      );
      assert.ok(growth < 8, `${part}: ${growth}`);
    }
  });
});
