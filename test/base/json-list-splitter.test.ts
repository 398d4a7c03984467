import assert from 'node:assert/strict';
import fc from 'fast-check';
import { JsonListSplitter } from '../../src/base/json-list-splitter';
import { finish } from '../../src/base/slices';

/** Returns the list, parsed from chunks of the sizes, which are repeated. */
function split(text: string, sizes: readonly number[] = [64 * 1024]): readonly unknown[] {
  const splitter = new JsonListSplitter();
  const bytes = Buffer.from(text);
  for (let start = 0, index = 0; start < bytes.length; index++) {
    const end = start + (sizes[index % sizes.length] ?? 1);
    finish(splitter.push(bytes.subarray(start, end)));
    start = end;
  }
  return splitter.end();
}

/** Number of bytes after which elements are parsed, with a margin. */
const filler = 'x'.repeat(70_000);
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
/** Texts with quotes, backslashes, brackets, and characters of several bytes. */
const text = fc.string({ unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', 'a', 'é', '😀', '\n') });
const value = fc.oneof(fc.jsonValue(), text, fc.dictionary(text, fc.array(text)));

describe('JsonListSplitter', () => {
  it('returns what JSON.parse returns, wherever the chunks end', () => {
    fc.assert(
      fc.property(fc.array(value), sizes, fc.constantFrom(0, 1), (list, chunks, space) => {
        const json = JSON.stringify(list, undefined, space);
        assert.deepEqual(split(json, chunks), JSON.parse(json));
      }),
    );
  });

  it('returns what JSON.parse returns for elements that are parsed separately', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 4 }), fc.integer({ min: 1, max: 100_000 }), (list, size) => {
        const json = JSON.stringify(list.flatMap((each) => [each, filler, { each }, `${filler}\\`]));
        assert.deepEqual(split(json, [size]), JSON.parse(json));
      }),
      { numRuns: 40 },
    );
  });

  it('rejects what JSON.parse rejects, and nothing else', () => {
    const big = JSON.stringify(filler);
    const changed = fc
      .tuple(
        fc.array(fc.oneof(text, fc.jsonValue(), fc.constant(filler)), { maxLength: 4 }),
        fc.nat(),
        fc.constantFrom('[', ']', '{', '}', ',', '"', ':', '1', ' ', '\\'),
      )
      .map(([list, at, sign]) => {
        const json = JSON.stringify(list);
        const position = at % (json.length + 1);
        // A character of two code units may have been split.
        return Buffer.from(json.slice(0, position) + sign + json.slice(position + (at % 2))).toString();
      });
    const isValid = (json: string): boolean => {
      try {
        return Array.isArray(JSON.parse(json));
      } catch {
        return false;
      }
    };
    const check = (json: string, chunks: readonly number[]): void => {
      if (isValid(json)) assert.deepEqual(split(json, chunks), JSON.parse(json));
      else assert.throws(() => split(json, chunks), SyntaxError, json.slice(0, 100));
    };
    fc.assert(fc.property(changed, fc.integer({ min: 1, max: 1_000 }), (json, size) => check(json, [size])));
    for (const json of [
      ...[
        '',
        ' ',
        '{}',
        '1',
        '[',
        ']',
        '[1',
        '[1}',
        '[1]]',
        '[1] 2',
        '[,]',
        '[1,]',
        '[,1]',
        '[1,,2]',
        '[{]',
        '[1 2]',
      ],
      ...[
        `[${big},]`,
        `[,${big}]`,
        `[${big},,1]`,
        `[${big},${' '.repeat(70_000)},1]`,
        `[${' '.repeat(70_000)},1]`,
      ],
      ...['[]', ' [ ] ', '[ 1 ]', `[${' '.repeat(70_000)}]`, `[${big} , 1]`],
    ])
      check(json, [7_919]);
  });

  it('parses elements before the list is complete, and keeps none of their bytes', () => {
    const splitter = new JsonListSplitter();
    const element = Buffer.from(`"${'y'.repeat(1_000_000)}",`);
    finish(splitter.push(Buffer.from('[')));
    for (let count = 0; count < 20; count++) {
      const steps = splitter.push(element);
      let number = 1;
      while (steps.next().done !== true) number++;
      assert.ok(number > 1, 'an element is parsed in steps');
    }
    finish(splitter.push(Buffer.from('1]')));
    assert.equal(splitter.end().length, 21);
  });

  it('reads each byte a constant number of times, also if a list arrives in very small chunks', () => {
    // Escaped quotes at the ends of chunks are the worst case.
    const json = JSON.stringify(['\\"'.repeat(100_000), Array.from({ length: 20_000 }, () => [{}])]);
    assert.deepEqual(split(json, [3]), JSON.parse(json));
  });
});
