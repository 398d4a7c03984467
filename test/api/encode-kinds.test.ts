import assert from 'node:assert/strict';
import fc from 'fast-check';
import { encodeBody, encodeQuery } from '../../src/api/encode';
import { EncodeError } from '../../src/api/encode-error';
import {
  commaList,
  hash,
  hashes,
  idOrWord,
  idsOrWord,
  integer,
  integers,
  namesOrWord,
  object,
  type Params,
  string,
} from '../../src/api/params';

const params = {
  labels: commaList,
  iids: integers,
  author_id: idOrWord,
  approver_ids: idsOrWord,
  approved_by_ids: { ...idsOrWord, most: 2 },
  approved_by_usernames: namesOrWord,
  vars: hashes,
  not: hash({ labels: commaList, author_id: integer, ids: integers, deep: hash({ name: string }) }),
};
const query = (values: Record<string, unknown>): string => decodeURIComponent(encodeQuery(params, values));
const body = (values: Record<string, unknown>): unknown => {
  const text = encodeBody(params, values) ?? 'null';
  return typeof text === 'string' ? JSON.parse(text) : assert.fail();
};

const label = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes(','));
const integerValue = fc.maxSafeInteger();
const anyValues = fc.record(
  {
    labels: fc.array(label),
    iids: fc.array(integerValue),
    author_id: fc.oneof(integerValue, fc.constantFrom('None', 'Any')),
    approver_ids: fc.oneof(fc.array(integerValue), fc.constantFrom('None', 'Any')),
    approved_by_usernames: fc.oneof(fc.array(label), fc.constantFrom('None', 'Any')),
    vars: fc.array(fc.record({ key: label, value: label })),
    not: fc.record(
      {
        labels: fc.array(label),
        author_id: integerValue,
        ids: fc.array(integerValue),
        deep: fc.record({ name: label }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

/** Returns the name and value of every documented pair. Independent of the encoder. */
function expectedPairs(values: Record<string, unknown>): string[][] {
  const pairs: string[][] = [];
  const put = (name: string, value: unknown, isList: boolean): void => {
    if (isList) pairs.push([name, (value as string[]).join(',')]);
    else if (Array.isArray(value))
      value.forEach((one: unknown, index) => {
        if (typeof one === 'object' && one !== null)
          Object.entries(one).forEach(([key, each]) =>
            pairs.push([`${name}[${index}][${key}]`, String(each)]),
          );
        else pairs.push([`${name}[]`, String(one)]);
      });
    else if (typeof value === 'object' && value !== null)
      Object.entries(value).forEach(([key, each]) => put(`${name}[${key}]`, each, key === 'labels'));
    else pairs.push([name, String(value)]);
  };
  Object.entries(values).forEach(([name, value]) => put(name, value, name === 'labels'));
  return pairs.sort();
}

describe('parameter kinds in a query', () => {
  const rows: [values: Record<string, unknown>, text: string][] = [
    [{ labels: ['a', 'b c'] }, 'labels=a,b c'],
    [{ labels: [] }, 'labels='],
    [{ iids: [3, 1] }, 'iids[]=3&iids[]=1'],
    [{ iids: [] }, ''],
    [{ author_id: 7 }, 'author_id=7'],
    [{ author_id: 'None' }, 'author_id=None'],
    [{ approver_ids: 'Any' }, 'approver_ids=Any'],
    [{ approver_ids: [4, 5] }, 'approver_ids[]=4&approver_ids[]=5'],
    [{ approved_by_usernames: ['x', 'y'] }, 'approved_by_usernames[]=x&approved_by_usernames[]=y'],
    [{ not: { labels: ['a', 'b'], author_id: 1 } }, 'not[labels]=a,b&not[author_id]=1'],
    [
      { not: { ids: [1, 2], other: 'x', deep: { name: 'n' } } },
      'not[ids][]=1&not[ids][]=2&not[deep][name]=n',
    ],
    [{ not: { labels: undefined, author_id: null } }, ''],
  ];
  for (const [values, text] of rows) {
    it(`${JSON.stringify(values)} is "${text}"`, () => assert.equal(query(values), text));
  }

  it('preserves every value when the URL is parsed', () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const { searchParams } = new URL(`https://host.example/?${encodeQuery(params, values)}`);
        assert.deepEqual([...searchParams].sort(), expectedPairs(values));
      }),
      { numRuns: 500 },
    );
  });
});

describe('parameter kinds in a body', () => {
  it('joins lists of strings and encodes everything else as JSON', () => {
    const values = { iids: [1], author_id: 'Any', vars: [{ key: 'A', value: 'b' }] };
    assert.deepEqual(
      body({ ...values, labels: ['a', 'b'], not: { labels: ['c', 'd'], author_id: 1, other: 2 } }),
      { ...values, labels: 'a,b', not: { labels: 'c,d', author_id: 1 } },
    );
    assert.deepEqual(body({ labels: [], iids: [], not: {} }), { labels: '', iids: [], not: {} });
  });

  it('preserves every value', () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const read = body(values);
        const { labels, not } = values;
        const expected = {
          ...values,
          ...(labels === undefined ? {} : { labels: labels.join(',') }),
          ...(not === undefined
            ? {}
            : { not: { ...not, ...(not.labels === undefined ? {} : { labels: not.labels.join(',') }) } }),
        };
        assert.deepEqual(read ?? {}, JSON.parse(JSON.stringify(expected)));
      }),
      { numRuns: 500 },
    );
  });
});

describe('object of JSON values', () => {
  const encode = (inputs: unknown): unknown => encodeBody({ inputs: object }, { inputs });
  const json = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
      fc.boolean(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }),
    ),
  })).value;

  it('is sent unchanged', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), (inputs) => {
        const text = encode(inputs);
        assert.equal(text, JSON.stringify({ inputs }));
      }),
      { numRuns: 500 },
    );
  });

  it("can't contain null, undefined, infinite numbers, or too many levels", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    for (const wrong of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 1n, deep])
      for (const inputs of [{ a: wrong }, { a: [wrong] }, { a: { b: wrong } }])
        assert.throws(() => encode(inputs), EncodeError);
    for (const inputs of [[1], 'x', 1]) assert.throws(() => encode(inputs), EncodeError);
  });
});

describe('validation of values before sending', () => {
  const short: Params = { title: { ...string, longest: 3 } };
  const rows: [what: string, act: () => unknown, message: RegExp][] = [
    [
      'a label with a comma',
      () => query({ labels: ['a,b'] }),
      /^labels: can't contain a value with a comma$/,
    ],
    ['the same in a body', () => body({ labels: ['a,b'] }), /^labels: can't contain a value with a comma$/],
    [
      'the same inside',
      () => query({ not: { labels: ['a,b'] } }),
      /^not\[labels\]: can't contain a value with a comma$/,
    ],
    ['an empty label', () => query({ labels: ['a', ''] }), /^labels: can't contain an empty value$/],
    [
      'too many',
      () => query({ approved_by_ids: [1, 2, 3] }),
      /^approved_by_ids: must have at most 2 values$/,
    ],
    ['half an id', () => query({ iids: [1.5] }), /^iids: must be an integer$/],
    ['an unknown word', () => query({ author_id: 'Nobody' }), /^author_id: must be an integer$/],
    ['a list for an object', () => query({ not: [1] }), /^not: must be an object$/],
    ['a text for a list', () => body({ labels: 'a,b' }), /^labels: must be a list$/],
    ['a long text', () => encodeBody(short, { title: 'abcd' }), /^title: must have at most 3 characters$/],
  ];
  for (const [what, act, message] of rows) {
    it(what, () =>
      assert.throws(act, (error) => error instanceof EncodeError && message.test(error.message)),
    );
  }

  it('counts a character outside the basic multilingual plane as one character', () => {
    assert.equal(encodeBody(short, { title: '🚂🚂🚂' }), '{"title":"🚂🚂🚂"}');
  });
});
