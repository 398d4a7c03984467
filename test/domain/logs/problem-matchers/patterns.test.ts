import assert from 'node:assert/strict';
import type { RegexTimeout } from '../../../../src/base/regex-timeout';
import { LogParser } from '../../../../src/domain/logs/parser';
import { costOf, patternReader, readPatterns } from '../../../../src/domain/logs/problem-matchers/patterns';
import { findingsIn } from '../../../../src/domain/logs/problem-matchers/problems';
import { ProblemScan } from '../../../../src/domain/logs/problem-matchers/scan';
import type { LogFinding, Pattern } from '../../../../src/domain/logs/problem-matchers/shapes';
import { UserPatterns } from '../../../../src/domain/logs/problem-matchers/user-patterns';
import { regexTimeout } from '../../../../src/ui/shared/editor/regex-timeout';
import { readOf, short } from './findings';

describe('custom problem patterns', () => {
  /** Allows more time, because the test machine can be busy. */
  const unhurried: RegexTimeout = (ms, work) => regexTimeout(ms * 20, work);
  const one = (row: unknown) => readPatterns([row], unhurried);

  const found = (patterns: readonly Pattern[], line: string): readonly LogFinding[] => {
    const own = new UserPatterns(patterns, regexTimeout, (sentence) => assert.fail(sentence));
    return findingsIn(0, readOf([line]), own.match([line])[0]);
  };

  it('precede the built-in patterns', () => {
    const { patterns, warnings } = one({
      pattern: '^(\\w+)@(\\d+)/(\\d+) (\\w+) (.*)$',
      file: 1,
      line: 2,
      column: 3,
      severity: 4,
      message: 5,
    });
    assert.deepEqual(warnings, []);
    assert.deepEqual(found(patterns, 'main@12/3 warning It is odd').map(short), [
      'main:12:3 warning It is odd',
    ]);
    assert.deepEqual(found(patterns, 'src/a.ts(1,2): error TS1: x').map(short), [
      'src/a.ts:1:2 error TS1: x',
    ]);
  });

  it('can have a fixed severity, and use the whole match without a message group', () => {
    const { patterns } = one({ pattern: 'oops (\\S+) (\\d+)', file: 1, line: 2, severity: 'info' });
    assert.deepEqual(found(patterns, 'well, oops a.b 7!').map(short), ['a.b:7:- info oops a.b 7']);
  });

  const bad: [row: unknown, words: RegExp][] = [
    ['text', /it must be an object\.$/],
    [{ file: 1, line: 2 }, /"pattern" is missing\.$/],
    [{ pattern: '(', file: 1, line: 2 }, /"pattern" is invalid: Unterminated group\.$/],
    [
      { pattern: '(a)(b)', file: 1, line: 3 },
      /"file" and "line" must be numbers of capture groups in "pattern" \(number of groups: 2\)/,
    ],
    [{ pattern: '(a+)+(b)', file: 1, line: 2 }, /can be extremely slow/],
    [{ pattern: `(a)(b)${'c'.repeat(600)}`, file: 1, line: 2 }, /more than 500 characters/],
  ];
  for (const [row, message] of bad) {
    it(`are rejected with one sentence if they are ${JSON.stringify(row).slice(0, 40)}`, () => {
      const { patterns, warnings } = one(row);
      assert.equal(patterns.length, 0);
      assert.equal(warnings.length, 1);
      assert.match(warnings[0] ?? '', /^Problem pattern 1 is ignored because /);
      assert.match(warnings[0] ?? '', message);
    });
  }

  it('are rejected if they can take exponential time', () => {
    for (const costly of [
      '(a+)+$',
      '(a|a)*$',
      '(?:x*y?)*',
      '((a)+b)+',
      '(a?){30}a{30}',
      '(.)\\1',
      '.*.*.*.*.*.*.*.*.*x',
    ]) {
      assert.ok(costOf(costly) !== undefined, costly);
    }
    for (const harmless of [
      '^(.+?):(\\d+):(\\d+): (error|warning): (.+)$',
      '[(+*]+x',
      '(?:error|warning)?',
      '\\(a+\\)+',
      'a{2}',
    ]) {
      assert.equal(costOf(harmless), undefined, harmless);
    }
  });

  it('are rejected if they are slow on difficult lines', () => {
    for (const pattern of [
      '(.*)a.*a.*a.*a.*a.*a(.)x',
      '(\\s*)\\s*\\s*\\s*\\s*\\s*(x)',
      '(\\d+)\\d+\\d+\\d+\\d+\\d+(x)',
    ]) {
      assert.match(one({ pattern, file: 1, line: 2 }).warnings[0] ?? '', /takes too long/, pattern);
    }
    for (const pattern of [
      '^(.+?):(\\d+):(\\d+): (error|warning): (.+)$',
      '^\\s*(?:at|in) (.+) \\((\\S+):(\\d+)\\)$',
      '([\\w./-]+\\.rb):(\\d+):in (.*)$',
    ]) {
      assert.deepEqual(one({ pattern, file: 1, line: 2 }).warnings, [], pattern);
    }
  });

  it('are rejected if they are slow on characters that they specify by escape or class', () => {
    for (const hidden of ['\\x62', '\\u0062', '[b-b]', '\\p{L}', '\\w']) {
      const pattern = `^${`${hidden}.*`.repeat(7)}(\\x63):(\\d+)$`;
      assert.match(one({ pattern, file: 1, line: 2 }).warnings[0] ?? '', /takes too long/, pattern);
    }
  });

  it('are disabled with a message after one takes too long, and the others continue', () => {
    const messages: string[] = [];
    const slow: Pattern = { number: 1, match: (text) => (/^(\w+\s?)*$/.test(text) ? undefined : undefined) };
    const { patterns } = one({ pattern: '^(.+?):(\\d+)', file: 1, line: 2 });
    const own = new UserPatterns([slow, ...patterns], regexTimeout, (sentence) => messages.push(sentence));
    const lines = ['a.b:1', `${'a'.repeat(60)}!`, 'c.d:2', `${'a'.repeat(60)}!`];
    const paths = (): (string | undefined)[] => own.match(lines).map((found) => found?.path);
    assert.deepEqual(paths(), ['a.b', undefined, 'c.d', undefined]);
    assert.deepEqual(paths(), ['a.b', undefined, 'c.d', undefined]);
    assert.equal(messages.length, 1);
    assert.match(messages[0] ?? '', /^Problem pattern 1 took too long/);
  });

  it('stay enabled if the computer interrupts one on a line', () => {
    const { patterns } = one({ pattern: '^(.+?):(\\d+)', file: 1, line: 2 });
    let calls = 0;
    const interrupted = (_: number, work: () => void): boolean => {
      if (++calls <= 2) return false;
      work();
      return true;
    };
    const own = new UserPatterns(patterns, interrupted, (sentence) => assert.fail(sentence));
    assert.equal(own.match(['src/a.b:7'])[0]?.path, 'src/a.b');
    assert.ok(own.any);
  });

  it('share one time limit for many lines', () => {
    let boxes = 0;
    const { patterns } = one({ pattern: '^(.+?):(\\d+)', file: 1, line: 2 });
    const counting = (_: number, work: () => void): boolean => {
      boxes++;
      work();
      return true;
    };
    const own = new UserPatterns(patterns, counting, (sentence) => assert.fail(sentence));
    const trace = new LogParser();
    trace.push(Buffer.from('src/a.b:7\n'.repeat(2_000)));
    const scan = new ProblemScan(trace, own);
    assert.ok(scan.step(true, () => false));
    assert.equal(scan.problems.length, 2_000);
    assert.ok(boxes <= 20, String(boxes));
  });

  it('are read again only if the setting changed', () => {
    const read = patternReader(regexTimeout, (sentence) => assert.fail(sentence));
    const row = { pattern: '(a)(1)', file: 1, line: 2 };
    const first = read([row]);
    assert.equal(read([{ ...row }]), first);
    assert.notEqual(read([{ ...row, line: 1 }]), first);
    assert.equal(read(undefined).rules.any, false);
  });

  it("are empty if the setting isn't an array", () => {
    assert.deepEqual(readPatterns('x', regexTimeout), { patterns: [], warnings: [] });
    assert.deepEqual(readPatterns(undefined, regexTimeout), { patterns: [], warnings: [] });
  });
});
