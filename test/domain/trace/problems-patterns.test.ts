import assert from 'node:assert/strict';
import { findingsIn } from '../../../src/domain/trace/problems';
import { isCostly, patternReader, readPatterns } from '../../../src/domain/trace/problems-patterns';
import { readOf, short } from './findings';

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
