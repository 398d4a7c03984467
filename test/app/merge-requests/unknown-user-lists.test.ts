import assert from 'node:assert/strict';
import { MergeRequests } from '../../../src/app/merge-requests/merge-requests';
import { PRESETS } from '../../../src/domain/merge-requests/query';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { answerEntries, answerOf, listEntries } from '../../../src/trees/merge-requests/entries';
import { clientOf, closeAll } from '../../api/helpers/client';

describe('lists of merge requests where the user name is unknown', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(closeAll);
  after(() => sandbox.close());

  /** The labels of the notes and the number of merge requests of each list. */
  async function shown(who: string | undefined) {
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.maintainer);
    const { client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
    const store = new MergeRequests(() => client);
    const place = {
      place: { kind: 'project', base: sandbox.url, project: 1 } as const,
      path: 'p',
      added: false,
    };
    const pins = { isPinned: () => false, isSnoozed: () => false };
    const lookups = { factsOf: () => ({}) };
    const lists: Record<string, { notes: string[]; requests: number; groups: number }> = {};
    for (const { data } of listEntries(place, who, [], { opensWaiting: true })) {
      assert.ok(data.kind === 'list' && data.preset !== undefined);
      await Promise.all(data.queries.map((query) => store.list(query)));
      const answer = answerOf(store, data) ?? assert.fail('answered');
      const entries = answerEntries(data, answer, { pins, lookups });
      lists[data.preset] = {
        notes: entries.flatMap((entry) => (entry.data.kind === 'note' ? [entry.data.row.label] : [])),
        requests: answer.items.length,
        groups: entries.filter((entry) => entry.data.kind === 'step').length,
      };
    }
    store.dispose();
    return lists;
  }

  it('show what can be asked without it, and say what is missing', async () => {
    const [unknown, known] = [await shown(undefined), await shown('marek')];
    assert.deepEqual(Object.keys(unknown), [...PRESETS]);
    for (const preset of ['assigned', 'created', 'open']) assert.deepEqual(unknown[preset], known[preset]);
    assert.ok((unknown['open']?.requests ?? 0) > 5);
    assert.ok((unknown['waiting']?.requests ?? 0) > 0);
    assert.deepEqual(unknown['review']?.requests, 0);
    for (const preset of ['waiting', 'review'])
      assert.match(unknown[preset]?.notes.join('|') ?? '', /^Review requests can't be shown because [^|]*$/);
    assert.deepEqual(known['waiting']?.notes, []);
  });
});
