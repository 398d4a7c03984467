import * as assert from 'node:assert/strict';
import { mayBeSignedIn } from '../../../src/app/accounts/may-be-signed-in';

describe('mayBeSignedIn', () => {
  it('returns true only with a stored account or an account of the environment', () => {
    const entry = { server: 'https://git.example.com', version: 1 };
    assert.equal(mayBeSignedIn([entry], undefined), true);
    assert.equal(mayBeSignedIn(undefined, 'https://git.example.com'), true);
    for (const stored of [undefined, [], {}, 'damaged'])
      assert.equal(mayBeSignedIn(stored, undefined), false);
  });
});
