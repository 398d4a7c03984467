import assert from 'node:assert/strict';
import { parseBaseAddress } from '../../src/api/base-address';
import { parseUrl } from '../../src/base/parse-url';

describe('parseUrl', () => {
  it('returns its parts', () => {
    assert.equal(parseUrl('https://gitlab.example/acme?page=2')?.search, '?page=2');
    assert.equal(
      parseUrl('/acme/storefront', 'https://gitlab.example/x')?.href,
      'https://gitlab.example/acme/storefront',
    );
  });

  it('returns undefined for other texts', () => {
    for (const text of ['', 'acme', '/acme', 'https://', 'https://host:99999', 'http://[::1']) {
      assert.equal(parseUrl(text), undefined, text);
    }
    assert.equal(parseUrl('http://', 'https://gitlab.example'), undefined);
  });

  // After V8 has optimized the calls, `URL.canParse` rejects this URL.
  it('accepts non-ASCII letters, regardless of the number of calls', () => {
    let accepted = 0;
    for (let calls = 0; calls < 100_000; calls++)
      if (parseUrl('https://bücher.example') !== undefined) accepted++;
    assert.equal(accepted, 100_000);
  });

  it('is used for server addresses', () => {
    let accepted = 0;
    for (let calls = 0; calls < 50_000; calls++)
      if (parseBaseAddress('https://bücher.example').ok) accepted++;
    assert.equal(accepted, 50_000);
  });
});
