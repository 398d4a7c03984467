import assert from 'node:assert/strict';
import { MergeRequests } from '../../../src/app/merge-requests/merge-requests';
import { OWN_PRESETS } from '../../../src/domain/merge-requests/query';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { listEntries, resultEntries } from '../../../src/ui/merge-request-view/trees/entries';
import { listResultOf } from '../../../src/ui/merge-request-view/trees/results';
import { StableGroups } from '../../../src/ui/merge-request-view/trees/stable-groups';
import { clientOf, closeAll } from '../../api/helpers/client';

describe('merge request lists without a username', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(closeAll);
  after(() => sandbox.close());

  /** Returns the labels of the notes and the number of merge requests of each list. */
  async function shown(who: string | undefined) {
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.maintainer);
    const { client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
    const store = new MergeRequests(() => client);
    const place = {
      place: { kind: 'host', base: sandbox.url } as const,
      path: undefined,
      added: false,
    };
    const pins = { isPinned: () => false, isSnoozed: () => false };
    const lookups = { factsOf: () => ({}) };
    const stableGroups = new StableGroups();
    const lists: Record<string, { notes: string[]; requests: number; groups: number }> = {};
    for (const { data } of listEntries(place, who, { queries: [], searches: [] }, { opensAttention: true })) {
      if (data.kind === 'todo-list') continue;
      assert.ok(data.kind === 'list' && data.preset !== undefined);
      await Promise.all(data.queries.map((query) => store.list(query)));
      const result = listResultOf(store, data) ?? assert.fail('answered');
      const entries = resultEntries(data, result, { pins, lookups, stableGroups });
      lists[data.preset] = {
        notes: entries.flatMap((entry) => (entry.data.kind === 'note' ? [entry.data.row.label] : [])),
        requests: result.items.length,
        groups: entries.filter((entry) => entry.data.kind === 'step').length,
      };
    }
    store.dispose();
    return lists;
  }

  it("show what doesn't require the username, and explain what is missing", async () => {
    const [unknown, known] = [await shown(undefined), await shown('marek')];
    assert.deepEqual(Object.keys(known), [...OWN_PRESETS]);
    assert.deepEqual(Object.keys(unknown), ['attention', 'review', 'assigned', 'created']);
    assert.deepEqual(unknown['created'], known['created']);
    assert.ok((unknown['attention']?.requests ?? 0) > 0);
    assert.deepEqual(unknown['review']?.requests, 0);
    for (const preset of ['attention', 'review'])
      assert.match(unknown[preset]?.notes.join('|') ?? '', /^Couldn't show review requests because [^|]*$/);
    assert.deepEqual(known['attention']?.notes, []);
  });
});
