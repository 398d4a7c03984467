import assert from 'node:assert/strict';
import { SeenMergeRequests } from '../../../src/app/merge-requests/last-seen';
import { heldMemory } from '../../builders/stores';

const key = { base: 'https://git.example.com', project: 1, iid: 7 };
const at = (minute: number): string => `2026-01-01T10:${String(minute).padStart(2, '0')}:00Z`;

describe('SeenMergeRequests', () => {
  it('keeps a merge request read when the user changes it', async () => {
    const seen = new SeenMergeRequests(heldMemory());
    await seen.saw(key, at(1));
    await seen.changedHere(key, at(1), at(2));
    assert.equal(seen.isUnread(key, at(2)), false);
    assert.equal(seen.isUnread(key, at(3)), true);
  });

  it('keeps a merge request unread if another user changed it before', async () => {
    const seen = new SeenMergeRequests(heldMemory());
    await seen.saw(key, at(1));
    await seen.changedHere(key, at(2), at(3));
    assert.equal(seen.isUnread(key, at(3)), true);
  });
});
