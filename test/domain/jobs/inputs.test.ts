import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { JsonValue } from '../../../src/base/json-value';
import { type DeclaredInput, inputText, listElements, readInput } from '../../../src/domain/jobs/inputs';
import { regexTimeout } from '../../../src/ui/shared/editor/regex-timeout';

const inputOf = (changes: Partial<DeclaredInput>): DeclaredInput => ({
  name: 'input',
  type: 'string',
  description: undefined,
  required: false,
  default: undefined,
  options: [],
  regex: undefined,
  rules: [],
  ...changes,
});
const read = (changes: Partial<DeclaredInput>, text: string) =>
  readInput(inputOf(changes), text, regexTimeout);

describe('value of an input', () => {
  const valid: readonly (readonly [Partial<DeclaredInput>, text: string, value: JsonValue])[] = [
    [{}, ' a ', ' a '],
    [{}, '', ''],
    [{ type: 'number' }, ' 12 ', 12],
    [{ type: 'number' }, '-0.5e2', -50],
    [{ type: 'boolean' }, 'True', true],
    [{ type: 'boolean' }, 'false', false],
    [{ type: 'array' }, 'a, b,,c ', ['a', 'b', 'c']],
    [{ type: 'array' }, '', []],
    [{ type: 'array' }, ' [1, {"a": [true]}]', [1, { a: [true] }]],
    [{ options: ['x', 'y'] }, 'y', 'y'],
    [{ type: 'number', options: [1, 2] }, '2.0', 2],
    [{ type: 'array', options: [1, 'b'] }, '1, b', [1, 'b']],
    [{ regex: '^v\\d+$' }, 'v12', 'v12'],
    [{ regex: 'v' }, 'a v b', 'a v b'],
  ];
  for (const [changes, text, value] of valid) {
    it(`is ${JSON.stringify(value)} for "${text}" with ${JSON.stringify(changes)}`, () => {
      assert.deepEqual(read(changes, text), { value });
    });
  }

  const invalid: readonly (readonly [Partial<DeclaredInput>, text: string, problem: string])[] = [
    [{ required: true }, '', 'empty'],
    [{ required: true, type: 'array' }, '', 'empty'],
    [{ type: 'number' }, '', 'number'],
    [{ type: 'number' }, '12 GB', 'number'],
    [{ type: 'number' }, '0x10', 'number'],
    [{ type: 'number' }, '1e999', 'number'],
    [{ type: 'boolean' }, 'yes', 'boolean'],
    [{ type: 'array' }, '[1', 'array'],
    [{ type: 'array' }, '[null]', 'array'],
    [{ options: ['x', 'y'] }, 'z', 'option'],
    [{ type: 'array', options: ['x', 'y'] }, 'x, z', 'option'],
    [{ regex: '^v\\d+$' }, '12', 'pattern'],
  ];
  for (const [changes, text, problem] of invalid) {
    it(`can't be "${text}" with ${JSON.stringify(changes)} (${problem})`, () => {
      assert.deepEqual(read(changes, text), { problem });
    });
  }

  it('is checked by the server alone if its pattern has another syntax or takes too long', () => {
    for (const regex of ['\\Aa\\z', '(?P<a>b)', '[[:alpha:]]', '('])
      assert.deepEqual(read({ regex }, 'x'), { value: 'x' }, regex);
    const text = `${'a'.repeat(60)}!`;
    assert.deepEqual(read({ regex: '^(\\w+\\s?)*$' }, text), { value: text });
  });

  it('remains the same when its text is read again', () => {
    const value = fc.oneof(
      fc
        .array(fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string())))
        .map((elements) => [{ type: 'array' }, elements] as const),
      fc.integer().map((number) => [{ type: 'number' }, number] as const),
      fc.boolean().map((flag) => [{ type: 'boolean' }, flag] as const),
      fc.string().map((text) => [{}, text] as const),
    );
    fc.assert(
      fc.property(value, ([changes, known]) => {
        assert.deepEqual(read(changes, inputText(known)), { value: known });
      }),
      { numRuns: 1_000 },
    );
  });

  it('is edited as a list with commas, or as JSON if its elements are not simple texts', () => {
    assert.equal(inputText(['a', 'b c']), 'a, b c');
    assert.equal(inputText(['a,b']), '["a,b"]');
    assert.equal(inputText(['[a']), '["[a"]');
    assert.equal(inputText([1]), '[1]');
    assert.equal(inputText([]), '[]');
    assert.equal(inputText({ a: 1 }), '{"a":1}');
    assert.equal(inputText(undefined), '');
    assert.deepEqual(listElements('a, b'), ['a', 'b']);
    assert.deepEqual(listElements('[1, "b"]'), ['1', 'b']);
    assert.deepEqual(listElements('[1'), []);
  });
});
