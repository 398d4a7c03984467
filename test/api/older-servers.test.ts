import assert from 'node:assert/strict';
import { getChanges } from '../../src/api/endpoints/diffs';
import { getMergeRequest } from '../../src/api/endpoints/merge-requests';
import { mergeRequest } from './helpers/builders';
import { clientOf, closeAll } from './helpers/client';
import { sendJson, startServer } from './helpers/loopback';

const at = { id: 'acme/storefront', merge_request_iid: 4 };
const ada = { id: 1, username: 'ada', name: 'Ada' };

const answering = async (body: unknown) =>
  clientOf((await startServer((_, response) => sendJson(response, body))).url).client;

const readOf = async (changes: Readonly<Record<string, unknown>>) =>
  (await answering(mergeRequest(4, changes))).call(getMergeRequest, at);

describe('merge requests of older servers', () => {
  afterEach(closeAll);

  it('reads the draft state from work_in_progress', async () => {
    assert.equal((await readOf({ work_in_progress: true })).draft, true);
    assert.equal((await readOf({ work_in_progress: false, draft: true })).draft, true);
    assert.equal((await readOf({ work_in_progress: false })).draft, false);
  });

  it('reads a single assignee as the list of assignees', async () => {
    assert.deepEqual((await readOf({ assignee: ada })).assignees, [ada]);
    assert.deepEqual((await readOf({ assignee: ada, assignees: [] })).assignees, []);
    assert.equal((await readOf({ assignee: null })).assignees, undefined);
  });

  const statuses = [
    [{ merge_status: 'can_be_merged' }, 'mergeable'],
    [{ merge_status: 'can_be_merged', work_in_progress: true }, 'draft_status'],
    [{ merge_status: 'can_be_merged', blocking_discussions_resolved: false }, 'discussions_not_resolved'],
    [{ merge_status: 'can_be_merged', state: 'merged' }, 'not_open'],
    [{ merge_status: 'cannot_be_merged' }, 'broken_status'],
    [{ merge_status: 'cannot_be_merged_recheck' }, 'unchecked'],
    [{ merge_status: 'unchecked' }, 'unchecked'],
    [{ merge_status: 'checking' }, 'checking'],
    [{ merge_status: 'a word of the future' }, undefined],
    [{ merge_status: 'can_be_merged', detailed_merge_status: 'not_approved' }, 'not_approved'],
    [{}, undefined],
  ] as const;
  for (const [fields, status] of statuses) {
    it(`reads ${JSON.stringify(fields)} as ${status ?? 'nothing'}`, async () => {
      assert.equal((await readOf(fields)).detailed_merge_status, status);
    });
  }

  it('also converts the response of the changes endpoint', async () => {
    const client = await answering({ ...mergeRequest(4, { work_in_progress: true }), changes: [] });
    assert.equal((await client.call(getChanges, at)).draft, true);
  });
});
