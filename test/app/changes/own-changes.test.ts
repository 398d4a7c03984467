import assert from 'node:assert/strict';
import type { DiscussionActEvent } from '../../../src/app/discussions/discussion-actions';
import { OwnComments } from '../../../src/app/discussions/own-comments';
import type { MergeRequestActed } from '../../../src/app/merge-requests/actions';
import { SeenMergeRequests } from '../../../src/app/merge-requests/last-seen';
import { OwnChanges } from '../../../src/app/merge-requests/own-changes';
import { Emitter } from '../../../src/base/emitter';
import { mergeRequestSchema } from '../../../src/schemas/merge-request';
import { heldMemory } from '../../builders/stores';

const key = { base: 'https://git.example.com', project: 1, iid: 7 };
const at = (updated_at: string) =>
  mergeRequestSchema.parse({ id: 1_007, iid: 7, project_id: 1, title: 'Seven', state: 'opened', updated_at });
const before = at('2026-01-01T10:00:00.000Z');
const after = at('2026-01-01T11:00:00.000Z');
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Returns stores for a merge request that the user has seen in the given state. */
async function rows(seen = before) {
  const memory = new SeenMergeRequests(heldMemory());
  await memory.saw(key, seen.updated_at);
  const read: string[] = [];
  const lookups = { refresh: () => read.push('lookups') };
  return { memory, read, lookups };
}

describe('OwnChanges', () => {
  type Acted = Pick<MergeRequestActed, 'key' | 'action' | 'before' | 'after'>;
  const acting = async (seen = before) => {
    const it = await rows(seen);
    const acted = new Emitter<Acted>();
    const part = new OwnChanges({ actions: { onDidAct: acted.event }, lookups: it.lookups, seen: it.memory });
    const act = async (action: Acted['action']): Promise<void> => {
      acted.fire({ key, action, before, after });
      await settled();
    };
    return { ...it, act, part };
  };

  it("keeps a merge request read after the user's action", async () => {
    const { act, memory } = await acting();
    await act('close');
    assert.equal(memory.isUnread(key, after.updated_at), false);
  });

  it('keeps a merge request unread if another user changed it before', async () => {
    const { act, memory } = await acting(at('2026-01-01T09:00:00.000Z'));
    await act('close');
    assert.equal(memory.isUnread(key, after.updated_at), true);
  });

  it('reads approvals again after an approval, until it is disposed', async () => {
    const { act, read, part } = await acting();
    await act('close');
    assert.deepEqual(read, []);
    await act('approve');
    await act('unapprove');
    assert.deepEqual(read, ['lookups', 'lookups']);
    part.dispose();
    await act('approve');
    assert.equal(read.length, 2);
  });
});

describe('OwnComments', () => {
  it("keeps a merge request read after the user's comment, and reads displayed reviewers and participants again", async () => {
    const { lookups, memory, read } = await rows();
    const acted = new Emitter<DiscussionActEvent>();
    const part = new OwnComments({
      discussions: { onDidAct: acted.event },
      mergeRequests: {
        hasPart: (_key, part) => part === 'reviewers',
        refreshPart: (_key, part) => {
          read.push(part);
          return Promise.reject(new Error('no network'));
        },
      },
      lookups,
      seen: memory,
    });
    acted.fire({ key, before, after });
    await settled();
    assert.deepEqual(read, ['lookups', 'reviewers']);
    assert.equal(memory.isUnread(key, after.updated_at), false);
    part.dispose();
    acted.fire({ key, before, after });
    assert.equal(read.length, 2);
  });
});
