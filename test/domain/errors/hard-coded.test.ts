import assert from 'node:assert/strict';
import { findHardCoded } from '../../../src/domain/errors/hard-coded';

const KEY = `glet_${'0a'.repeat(16)}`;
const OTHER = 'f'.repeat(32);
const prints = {
  print: (word: string) => `#${word}`,
  known: new Map([[`#${KEY}`, 3]]),
  lengths: new Set([KEY.length]),
  hosts: new Set(['git.example.com:8443']),
};

const found = (text: string) =>
  findHardCoded(text, prints).map(({ start, end, known }) => [text.slice(start, end), known] as const);

describe('hard-coded client keys', () => {
  it('are found as a DSN and as a bare key', () => {
    const dsn = `https://${KEY}@git.example.com:8443/api/v4/error_tracking/collector/1`;
    assert.deepEqual(found(`init({ dsn: "${dsn}" });\nconst key = '${KEY}';`), [
      [dsn, 3],
      [KEY, 3],
    ]);
  });

  it('are found on any host if the key is known', () => {
    const dsn = `http://${KEY}@10.0.0.1/9`;
    assert.deepEqual(found(`SENTRY_DSN=${dsn}\n`), [[dsn, 3]]);
    const old = `https://${KEY}:secret@[::1]:9000/errortracking/api/v1/projects/9`;
    assert.deepEqual(found(`<dsn>${old}</dsn>`), [[old, 3]]);
  });

  it('are found only on a known server if the key is unknown', () => {
    const there = `https://${OTHER}@git.example.com:8443/api/v4/error_tracking/collector/1`;
    assert.deepEqual(found(`dsn = ${there}`), [[there, undefined]]);
    assert.deepEqual(found(`dsn = https://${OTHER}@sentry.example.org/4`), []);
  });

  it("don't include URLs of repositories and pages, or placeholders", () => {
    assert.deepEqual(
      found(
        [
          'https://oauth2@git.example.com:8443/acme/storefront.git',
          'https://git.example.com:8443/acme/storefront/-/issues/1',
          'https://PUBLIC_KEY@git.example.com:8443/api/v4/error_tracking/collector/1',
          '0123456789abcdef0123456789abcdef01234',
        ].join('\n'),
      ),
      [],
    );
  });
});
