import assert from 'node:assert/strict';
import { longestPause } from '../../../src/app/shared/longest-pause';

describe('the longest pause', () => {
  it('is the one that ends last', () => {
    const hosts = [
      { host: 'a.example', pausedUntil: 5 },
      { host: 'b.example', pausedUntil: 9 },
      { host: 'c.example', pausedUntil: undefined },
    ];
    assert.deepEqual(longestPause(hosts), { host: 'b.example', until: 9 });
    assert.equal(longestPause(hosts.slice(2)), undefined);
  });
});
