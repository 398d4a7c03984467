import assert from 'node:assert/strict';
import { isLocalAddress } from '../../../src/domain/shared/local-address';
import { LOCAL } from '../../builders/local-addresses';

describe('loopback or link-local address', () => {
  for (const host of [...LOCAL, '::1', '::ffff:127.0.0.1', 'fe80::1%eth0', '127.0.0.1']) {
    it(`is ${host}`, () => {
      assert.ok(isLocalAddress(host));
    });
  }

  for (const host of [
    'gitlab.com',
    'localhost.example',
    'notlocalhost',
    '127.0.0.1.example',
    '128.0.0.1',
    '10.0.0.1',
    '192.168.1.1',
    '169.255.0.1',
    '126.255.255.255',
    '[2001:db8::1]',
    '[::ffff:203.0.113.7]',
    '[fec0::1]',
    '[fc00::1]',
    'not a host',
    '',
  ]) {
    it(`is not ${host === '' ? 'nothing' : host}`, () => {
      assert.ok(!isLocalAddress(host));
    });
  }
});
