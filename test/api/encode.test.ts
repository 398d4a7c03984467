import assert from 'node:assert/strict';
import fc from 'fast-check';
import { encodeBody, encodePath, encodeQuery } from '../../src/api/encode';
import { EncodeError } from '../../src/api/encode-error';
import { boolean, hashes, integer, someOf, string } from '../../src/api/params';

const HOSTILE = [
  'a/b',
  'ü',
  '%2F',
  '%2e%2e',
  '#',
  '?',
  '🚂',
  ' ',
  '+',
  '&',
  '=',
  '...',
  '..%2F',
  'a/../b',
  '\\',
  ';',
  '[]',
  "'",
];
const names = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.array(fc.constantFrom(...HOSTILE), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
);

describe('encodePath', () => {
  it('encodes a project path as one segment', () => {
    const path = encodePath('/projects/:id/jobs/:job_id', { id: 'acme/storefront', job_id: 7 });
    assert.equal(path, '/projects/acme%2Fstorefront/jobs/7');
  });

  it('preserves every value when the URL is parsed', () => {
    fc.assert(
      fc.property(names, names, (id, file) => {
        fc.pre(![id, file].some((value) => value === '.' || value === '..'));
        const path = encodePath('/projects/:id/files/:file/raw', { id, file });
        const parsed = new URL(`https://host.example/gitlab/api/v4${path}`);
        assert.equal(parsed.search, '');
        assert.equal(parsed.hash, '');
        const segments = parsed.pathname.split('/').map(decodeURIComponent);
        assert.deepEqual(segments, ['', 'gitlab', 'api', 'v4', 'projects', id, 'files', file, 'raw']);
      }),
      { numRuns: 500 },
    );
  });

  for (const value of ['.', '..', '', undefined, null, Number.NaN, {}, '\ud800']) {
    it(`rejects ${typeof value} ${JSON.stringify(value)} without repeating it in the error`, () => {
      assert.throws(
        () => encodePath('/projects/:id', { id: value }),
        (error) => error instanceof EncodeError && /^id: /.test(error.message),
      );
    });
  }
});

describe('encodeQuery', () => {
  const params = { scope: someOf(['a', 'b']), name: string, force: boolean, page: integer, vars: hashes };
  const query = (values: Record<string, unknown>): string => encodeQuery(params, values);

  it('repeats the name of an array with brackets', () => {
    assert.equal(decodeURIComponent(query({ scope: ['a', 'b'] })), 'scope[]=a&scope[]=b');
  });

  it('adds an index to each object of an array', () => {
    const vars = [
      { key: 'A', value: '1' },
      { key: 'B', value: 'x y' },
    ];
    assert.equal(
      query({ vars }).replaceAll('%5B', '[').replaceAll('%5D', ']'),
      'vars[0][key]=A&vars[0][value]=1&vars[1][key]=B&vars[1][value]=x%20y',
    );
  });

  it('encodes + as %2B and a space as %20', () => {
    assert.equal(
      query({ name: '2026-11-05T10:00:00+01:00 x' }),
      'name=2026-11-05T10%3A00%3A00%2B01%3A00%20x',
    );
  });

  it('encodes booleans as true and false, and omits missing values', () => {
    assert.equal(query({ force: false, page: undefined, name: null }), 'force=false');
    assert.equal(query({ force: true, scope: [] }), 'force=true');
  });

  it('sends only parameters of the endpoint', () => {
    assert.equal(query({ page: 2, other: 'x' }), 'page=2');
  });

  for (const values of [
    { page: Number.POSITIVE_INFINITY },
    { scope: 'a' },
    { scope: [null] },
    { vars: [1] },
    { name: '\udc00' },
  ]) {
    it(`rejects ${JSON.stringify(values)}`, () => {
      assert.throws(() => query(values), EncodeError);
    });
  }

  it('preserves every text when the URL is parsed', () => {
    fc.assert(
      fc.property(names, fc.array(names), (name, scope) => {
        const parsed = new URL(`https://host.example/?${query({ name, scope })}`);
        assert.equal(parsed.searchParams.get('name'), name);
        assert.deepEqual(parsed.searchParams.getAll('scope[]'), scope);
        assert.equal(parsed.hash, '');
      }),
      { numRuns: 500 },
    );
  });
});

describe('encodeBody', () => {
  it('returns JSON of the given parameters, or undefined if there are none', () => {
    const params = { force: boolean, vars: hashes };
    assert.equal(encodeBody(params, { id: 3 }), undefined);
    assert.equal(encodeBody(params, { force: undefined }), undefined);
    assert.equal(encodeBody(params, { force: false, id: 3 }), '{"force":false}');
    assert.equal(
      encodeBody(params, { vars: [{ key: 'A', value: 'b' }] }),
      '{"vars":[{"key":"A","value":"b"}]}',
    );
  });
});
