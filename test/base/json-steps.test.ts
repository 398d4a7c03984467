import assert from 'node:assert/strict';
import fc from 'fast-check';
import { jsonSteps } from '../../src/base/json-steps';
import { finish } from '../../src/base/slices';

const parsed = (text: string): unknown => finish(jsonSteps(Buffer.from(text)));
const filler = 'x'.repeat(300_000);
/** Makes each value so large that it is split. */
const enlarged = (value: unknown): unknown => ({ value, filler, list: [filler, value, { value, filler }] });

describe('JSON in steps', () => {
  it('returns what JSON.parse returns, also for values that are split', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const space of [0, 2]) {
          const text = JSON.stringify(enlarged(value), null, space);
          assert.deepEqual(parsed(text), JSON.parse(text));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('keeps quotes, backslashes, commas, and brackets of texts, and the names of members', () => {
    const odd = {
      'a"]},[{\\': `\\"${filler}\\\\`,
      ['__proto__']: [filler, '"', '\\', '],['],
      é: '\u2028 😀',
    };
    const text = JSON.stringify([odd, odd]);
    assert.deepEqual(parsed(text), JSON.parse(text));
  });

  it('parses a list of 30 texts of 1 MB in at least 30 steps', () => {
    const text = JSON.stringify(
      Array.from({ length: 30 }, () => ({ notes: [{ body: 'y'.repeat(1_000_000) }] })),
    );
    const steps = jsonSteps(Buffer.from(text));
    let count = 1;
    let next = steps.next();
    for (; next.done !== true; next = steps.next()) count++;
    assert.ok(count >= 30, `${count} steps`);
    assert.deepEqual(next.value, JSON.parse(text));
  });

  it('groups small elements', () => {
    const text = JSON.stringify(Array.from({ length: 200_000 }, (_, index) => index));
    const steps = jsonSteps(Buffer.from(text));
    let count = 1;
    let next = steps.next();
    for (; next.done !== true; next = steps.next()) count++;
    assert.ok(count > 2 && count < 30, `${count} steps`);
    assert.deepEqual(next.value, JSON.parse(text));
  });

  it('splits lists whose elements have exactly the size of a step', () => {
    for (let size = 256 * 1024 - 8; size < 256 * 1024 + 8; size++) {
      const text = JSON.stringify(['x'.repeat(size), 1, 'y'.repeat(size), 2, 3]);
      assert.deepEqual(parsed(text), JSON.parse(text), `${size}`);
    }
  });

  it('uses the last of several members with the same name', () => {
    const text = `{"a":1,"b":${JSON.stringify(filler)},"1":2,"a":${JSON.stringify(filler)},"b":3}`;
    assert.deepEqual(Object.entries(parsed(text) as object), Object.entries(JSON.parse(text) as object));
  });

  it('rejects what JSON.parse rejects', () => {
    const big = JSON.stringify(filler);
    const invalid = [
      `[${big},]`,
      `[,${big}]`,
      `[${big},,${big}]`,
      `[${big} ${big}]`,
      `[${big}`,
      `[${big}}`,
      `{"a":${big}]`,
      `[${big}] 1`,
      `{"a":${big},}`,
      `{${big}}`,
      `{"a" ${big}}`,
      `{a:${big}}`,
      `{1"a":${big}}`,
      `{"a":${big},"b"}`,
      `[[${big}},1]`,
      `["${filler}]`,
      ' '.repeat(300_000),
    ];
    for (const text of invalid) {
      const name = text.replaceAll(filler, '…').slice(0, 40);
      assert.throws(() => JSON.parse(text) as unknown, SyntaxError, name);
      assert.throws(() => parsed(text), SyntaxError, name);
    }
  });

  it('parses deeply nested lists', () => {
    const text = '['.repeat(200_000) + ']'.repeat(200_000);
    assert.ok(Array.isArray(parsed(text)));
  });
});
