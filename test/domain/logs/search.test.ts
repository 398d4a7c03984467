import assert from 'node:assert/strict';
import fc from 'fast-check';
import { HitLines, shortened } from '../../../src/domain/logs/hit-lines';
import { type LineSearch, readSearch, type SearchProblem } from '../../../src/domain/logs/search-input';

function search(typed: string): LineSearch {
  const read = readSearch(typed);
  assert.ok(read.ok, typed);
  return read.search;
}

function collect(lines: readonly string[], typed: string, most = 100): HitLines {
  const hits = new HitLines(search(typed), most);
  for (const line of lines) hits.add(line);
  return hits;
}

const SPECIAL = Array.from('aB.*+?()[]|\\^$ ');

describe('log search input', () => {
  it('matches plain text regardless of case and special characters', () => {
    assert.deepEqual(search('a.b(').find('xA.B( a-b( a.b('), [
      [1, 5],
      [11, 15],
    ]);
    assert.deepEqual(search('/var/log').find('see /var/log/x'), [[4, 12]]);
  });

  it('finds plain text exactly where it occurs', () => {
    const letters = fc.string({ unit: fc.constantFrom(...SPECIAL), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(letters, fc.string({ unit: fc.constantFrom(...SPECIAL), maxLength: 30 }), (typed, line) => {
        fc.pre(typed.trim() !== '');
        const [first] = search(typed).find(line);
        const at = line.toLowerCase().indexOf(typed.toLowerCase());
        assert.equal(first?.[0] ?? -1, at);
      }),
    );
  });

  it('accepts a regular expression between slashes, with flags', () => {
    assert.deepEqual(search('/err(or)?: \\d+/').find('Error: 1 error: 22'), [[9, 18]]);
    assert.deepEqual(search('/error/gi').find('An ERROR'), [[3, 8]]);
  });

  it("is rejected if it can't be searched", () => {
    const refused: readonly (readonly [string, SearchProblem])[] = [
      ['', 'empty'],
      ['   ', 'empty'],
      ['/(/', 'invalid'],
      ['/a/y', 'flags'],
      ['/a/ii', 'flags'],
      ['/(a+)+$/', 'nested'],
      ['/(a|a)*b/', 'nested'],
      ['/(.)\\1/', 'back-reference'],
      ['/a*/', 'everything'],
      ['x'.repeat(501), 'long'],
    ];
    for (const [typed, problem] of refused) {
      const read = readSearch(typed);
      assert.ok(!read.ok && read.problem === problem, `${typed}: ${JSON.stringify(read)}`);
    }
  });

  it('searches only the beginning of a very long line', () => {
    const line = `${'x'.repeat(20_000)}needle`;
    assert.deepEqual(search('needle').find(line), []);
    assert.equal(search('x').find(line).length, 50);
  });
});

describe('lines with matches in a log', () => {
  it('include two lines before and after each match, without duplicates', () => {
    const lines = Array.from({ length: 12 }, (_, at) => (at === 4 || at === 6 ? 'hit' : `line ${at}`));
    const found = collect(lines, 'hit');
    assert.deepEqual(
      found.lines.map(({ line }) => line),
      [2, 3, 4, 5, 6, 7, 8],
    );
    assert.equal(found.hits, 2);
    assert.equal(found.more, false);
  });

  it('are limited, and indicate that there are more', () => {
    const found = collect(
      Array.from({ length: 10 }, () => 'hit'),
      'hit',
      3,
    );
    assert.equal(found.hits, 3);
    assert.equal(found.more, true);
    assert.equal(collect(['hit', 'hit', 'hit'], 'hit', 3).more, false);
  });

  it('are all lines with a match and their context', () => {
    const logs = fc.array(fc.constantFrom('hit', 'a', 'b'), { maxLength: 40 });
    fc.assert(
      fc.property(logs, (lines) => {
        const found = collect(lines, 'hit');
        const expected = lines.flatMap((_, at) =>
          lines.slice(Math.max(0, at - 2), at + 3).includes('hit') ? [at] : [],
        );
        assert.deepEqual(
          found.lines.map(({ line }) => line),
          expected,
        );
        for (const { line, text, spans } of found.lines) {
          assert.equal(text, lines[line]);
          assert.equal(spans.length > 0, text === 'hit');
        }
      }),
    );
  });

  it('are shortened around the first match if they are long', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2_000 }), fc.nat({ max: 2_000 }), (before, after) => {
        const line = `${'.'.repeat(before)}NEEDLE${'.'.repeat(after)}`;
        const { text, spans } = shortened(line, [[before, before + 6]]);
        const [start, end] = spans[0] ?? [0, 0];
        assert.equal(text.slice(start, end), 'NEEDLE');
        assert.ok(text.length <= 242);
      }),
    );
  });
});
