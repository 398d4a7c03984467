import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ingestionAddress, maskedDsn, readDsn } from '../../../src/domain/errors/dsn';

const KEY = 'glet_0123456789abcdef0123456789abcdef';
const DSN = `https://${KEY}@host.test:8443/api/v4/error_tracking/collector/7`;

describe('DSN', () => {
  it('is split into key, address, and project', () => {
    assert.deepEqual(readDsn(DSN), {
      key: KEY,
      address: 'https://host.test:8443/api/v4/error_tracking/collector',
      project: '7',
    });
  });

  it('can contain a secret key, which is ignored, and no path', () => {
    assert.deepEqual(readDsn('http://abc:def@host.test/12'), {
      key: 'abc',
      address: 'http://host.test',
      project: '12',
    });
  });

  it('determines the ingestion URLs', () => {
    const dsn = readDsn(DSN);
    assert.ok(dsn);
    const base = 'https://host.test:8443/api/v4/error_tracking/collector/api/7';
    assert.equal(ingestionAddress(dsn, 'store'), `${base}/store/`);
    assert.equal(ingestionAddress(dsn, 'envelope'), `${base}/envelope/`);
  });

  it('is masked except for the last characters of its key', () => {
    assert.equal(maskedDsn(DSN), 'https://••••cdef@host.test:8443/api/v4/error_tracking/collector/7');
    assert.equal(maskedDsn('https://short@host.test/7'), 'https://••••@host.test/7');
    assert.equal(maskedDsn(KEY), '••••');
  });

  for (const text of [
    '',
    'no address',
    'https://host.test/7',
    'https://key@host.test/',
    'ftp://key@host.test/7',
  ]) {
    it(`rejects "${text}"`, () => {
      assert.equal(readDsn(text), undefined);
    });
  }

  it('is accepted or rejected for any text, and never shown with its key', () => {
    fc.assert(
      fc.property(fc.string(), fc.webUrl(), (key, address) => {
        readDsn(key);
        const [scheme, rest] = address.split('//');
        const secret = `secret${encodeURIComponent(key.replaceAll(/[\ud800-\udfff]/g, ''))}end`;
        const masked = maskedDsn(`${scheme ?? ''}//${secret}@${rest ?? ''}/1`);
        assert.ok(!masked.includes(secret));
      }),
    );
  });
});
