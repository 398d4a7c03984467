import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type AddressProblem, parseBaseAddress } from '../../src/api/base-address';

describe('server address', () => {
  const good: [typed: string, base: string, insecure: boolean][] = [
    ['gitlab.com', 'https://gitlab.com', false],
    ['  GitLab.com/ ', 'https://gitlab.com', false],
    ['https://gitlab.com', 'https://gitlab.com', false],
    ['HTTPS://gitlab.com:443//', 'https://gitlab.com', false],
    ['host.example:8443', 'https://host.example:8443', false],
    ['localhost:3000/gitlab', 'https://localhost:3000/gitlab', false],
    ['https://host.example/gitlab/', 'https://host.example/gitlab', false],
    ['https://host.example/gitlab/api/v4/', 'https://host.example/gitlab', false],
    ['https://host.example/api/v4', 'https://host.example', false],
    ['https://host.example/api/v4/gitlab', 'https://host.example/api/v4/gitlab', false],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', false],
    ['http://127.9.8.7', 'http://127.9.8.7', false],
    ['http://localhost', 'http://localhost', false],
    ['http://demo.localhost:1', 'http://demo.localhost:1', true],
    ['http://[::1]:8080/x', 'http://[::1]:8080/x', false],
    ['http://host.example', 'http://host.example', true],
    ['http://127.0.0.1.host.example', 'http://127.0.0.1.host.example', true],
    ['http://notlocalhost', 'http://notlocalhost', true],
    ['glab-production-environment-one', 'https://glab-production-environment-one', false],
    ['glpat.example', 'https://glpat.example', false],
    ['gl-server-of-the-whole-company.example', 'https://gl-server-of-the-whole-company.example', false],
    ['https://bücher.example', 'https://xn--bcher-kva.example', false],
  ];
  for (const [typed, base, insecure] of good) {
    it(`reads "${typed}" as ${base}`, () => {
      const result = parseBaseAddress(typed);
      assert.ok(result.ok);
      assert.equal(result.address.base, base);
      assert.equal(result.address.apiUrl, `${base}/api/v4`);
      assert.equal(result.address.origin, new URL(base).origin);
      assert.equal(result.address.host, new URL(base).host);
      assert.equal(result.address.insecure, insecure);
    });
  }

  const bad: [typed: string, problem: AddressProblem][] = [
    ['', 'empty'],
    ['   ', 'empty'],
    ['https://', 'not-an-address'],
    ['https:///', 'not-an-address'],
    ['git lab.com', 'not-an-address'],
    ['https://host.example/a\nb', 'not-an-address'],
    ['https:\\\\host.example', 'not-an-address'],
    ['host.example:notaport', 'not-an-address'],
    ['https://host.example:99999', 'not-an-address'],
    ['javascript:alert(1)', 'not-an-address'],
    ['ssh://git@host.example/a', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['https://user:secret@host.example', 'user-info'],
    ['https://@host.example', 'user-info'],
    ['git@host.example:acme/storefront.git', 'user-info'],
    ['https://host.example?private_token=x', 'query'],
    ['https://host.example/?', 'query'],
    ['host.example/#top', 'query'],
    [`glpat-${'aB3_-'.repeat(4)}`, 'token'],
    [`https://glpat-${'x'.repeat(20)}`, 'token'],
    [`glpat-${'x'.repeat(27)}.01.0w1abcdef`, 'token'],
    [`gloas-${'0'.repeat(64)}`, 'token'],
  ];
  for (const [typed, problem] of bad) {
    it(`refuses ${JSON.stringify(typed)}: ${problem}`, () => {
      assert.deepEqual(parseBaseAddress(typed), { ok: false, problem });
    });
  }

  it('parses a parsed address to the same address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string(), fc.domain()), (typed) => {
        const result = parseBaseAddress(typed);
        if (!result.ok) return;
        const again = parseBaseAddress(result.address.base);
        // Each pass removes one /api/v4 suffix, so an address with several suffixes is excluded.
        if (!result.address.base.endsWith('/api/v4')) assert.deepEqual(again, result);
        assert.ok(!result.address.base.endsWith('/'));
      }),
      { numRuns: 500 },
    );
  });
});
