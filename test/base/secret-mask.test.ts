import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SecretMask } from '../../src/base/log';
import { growthOf } from '../builders/growth';

const maskOf = (...secrets: readonly string[]): SecretMask => {
  const mask = new SecretMask();
  for (const secret of secrets) mask.add(secret);
  return mask;
};

describe('SecretMask', () => {
  it('masks each known secret, also URL-encoded', () => {
    const mask = maskOf('s3cret!of/mine', 'other-secret');
    assert.equal(mask.text('a s3cret!of/mine b'), 'a [secret] b');
    assert.equal(mask.text('x=s3cret!of%2Fmine&y=other-secret'), 'x=[secret]&y=[secret]');
    assert.equal(mask.text('s3cret!of/min'), 's3cret!of/min');
  });

  it('masks overlapping secrets together, and the longer of two with the same prefix', () => {
    assert.equal(maskOf('abcdefgh', 'efghijkl').text('-abcdefghijkl-'), '-[secret]-');
    assert.equal(maskOf('abcdef', 'abcdefgh').text('abcdefgh abcdef'), '[secret] [secret]');
  });

  it('masks long secrets completely, with and without spaces', () => {
    const long = `${'k'.repeat(80)} with blanks ${'z'.repeat(80)}`;
    assert.equal(maskOf(long).text(`a ${long} b`), 'a [secret] b');
    assert.equal(maskOf('q'.repeat(300)).text(`"${'q'.repeat(300)}" b`), '"[secret]" b');
  });

  it('masks secrets with an unpaired surrogate', () => {
    assert.equal(maskOf('half-\ud800-pair').text('half-\ud800-pair'), '[secret]');
  });

  it('masks every known secret in any text', () => {
    const secret = fc.string({ minLength: 6, maxLength: 90, unit: fc.constantFrom('a', 'b', '%', 'é', ' ') });
    fc.assert(
      fc.property(fc.array(secret, { maxLength: 5 }), fc.array(fc.string()), (secrets, between) => {
        const text = between.map((part, index) => part + (secrets[index % secrets.length] ?? '')).join('');
        const masked = maskOf(...secrets).text(text);
        for (const each of secrets) assert.ok(!masked.includes(each));
      }),
    );
  });

  it('masks a value after the name of a secret, at any distance', () => {
    const mask = maskOf();
    assert.equal(
      mask.text(`Authorization:${' '.repeat(500)}Bearer  abc`),
      `Authorization:${' '.repeat(500)}[secret]  [secret]`,
    );
    assert.equal(mask.text('authorization: private-token: x'), 'authorization: [secret] [secret]');
  });

  for (const [name, part] of [
    ['blanks', ' '],
    ['blanks behind a name', 'authorization:  '],
    ['letters', 'a'],
    ['beginnings of tokens', 'glpat-'],
    ['colons', '://a:'],
  ] as const) {
    it(`takes linear time for ${name}`, () => {
      const mask = maskOf('a-secret');
      const growth = growthOf(
        (size) => part.repeat(size / part.length),
        60_000,
        (text) => mask.text(text),
      );
      assert.ok(growth < 8, `four times the text costs ${growth.toFixed(1)} times as much`);
    });
  }

  it('takes about the same time for 100,000 secrets as for 25,000', () => {
    const line =
      'GET /api/v4/projects/1/error_tracking/client_keys 200 in 34 ms, 4 requests since the start. '.repeat(
        20,
      );
    const growth = growthOf(
      (count) =>
        maskOf(
          ...Array.from({ length: count }, (_, index) => `glet_${index.toString(16).padStart(32, '0')}`),
        ),
      25_000,
      (mask) => {
        for (let round = 0; round < 50; round++) mask.text(line);
      },
    );
    assert.ok(growth < 2, `four times the secrets cost ${growth.toFixed(1)} times as much`);
  });
});
