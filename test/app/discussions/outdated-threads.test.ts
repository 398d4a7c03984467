import assert from 'node:assert/strict';
import { OutdatedThreads } from '../../../src/app/discussions/outdated-threads';
import { commenting } from './helpers/commenting';

/** A merge request with two versions, and its only file. */
const FACETS = 11;
const FILE = 'src/catalog/search.ts';
const MANY = 1_200;

describe('OutdatedThreads', () => {
  const world = commenting();

  it('determines the state of each thread once, also for more than a thousand threads of an older version', async () => {
    const one = world.person();
    const { changes, discussions, mergeRequests } = one;
    const key = { ...one.key, iid: FACETS };
    await mergeRequests.refresh(key);
    const versions = await changes.versions(key);
    const { threads } = await discussions.get(key);
    const oldest = versions.at(-1);
    const [first] = threads;
    const [note] = first?.notes ?? [];
    assert.ok(versions.length > 1 && oldest && first && note);
    const { base_commit_sha: base_sha, start_commit_sha: start_sha, head_commit_sha: head_sha } = oldest;
    const paths = { position_type: 'text', old_path: FILE, new_path: FILE } as const;
    discussions.apply(key, (comments) => ({
      ...comments,
      threads: Array.from({ length: MANY }, (_, index) => {
        const position = { base_sha, start_sha, head_sha, ...paths, old_line: null, new_line: index + 1 };
        return { ...first, id: `many ${index}`, notes: [{ ...note, id: index + 1, position }] };
      }),
    }));
    const outdatedThreads = new OutdatedThreads({ changes, discussions, mergeRequests });
    let events = 0;
    await new Promise<void>((resolve) => {
      outdatedThreads.onDidChange(() => {
        events += 1;
        resolve();
      });
      outdatedThreads.load(key);
    });
    const last = discussions.peek(key)?.threads.at(-1);
    assert.ok(last);
    assert.equal(outdatedThreads.peek(key, last), 'older');
    // Rows that are drawn again load the states again.
    outdatedThreads.load(key);
    for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(events, 1);
    outdatedThreads.dispose();
  });
});
