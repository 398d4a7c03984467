import assert from 'node:assert/strict';
import { bodyOf } from '../../../src/app/merge-requests/merge-call';

describe('request to merge', () => {
  it('sets auto-merge for older and newer servers, and only on request', () => {
    const both = { sha: 'a', auto_merge: true, merge_when_pipeline_succeeds: true };
    assert.deepEqual(bodyOf({ sha: 'a', auto: true }), both);
    assert.deepEqual(bodyOf({ sha: 'a', train: true }), both);
    assert.deepEqual(bodyOf({ sha: 'a', auto: false, squash: true }), { sha: 'a', squash: true });
  });
});
