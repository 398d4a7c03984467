import assert from 'node:assert/strict';
import { ArchivedProjects } from '../../../src/app/merge-requests/archived-projects';
import { RowLookups } from '../../../src/app/merge-requests/row-lookups';
import type { MergeRequestKey } from '../../../src/app/shared/keys';
import { nextStepFor } from '../../../src/domain/merge-requests/next-step';
import { presetQueries } from '../../../src/domain/merge-requests/query';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { closeAll } from '../../api/helpers/client';
import { ManualClock } from '../../api/helpers/clocks';
import { actingOn, whyNot } from '../../builders/acting';

/** The title of the merge request of the archived project. */
const TITLE = 'Add archive notice';

describe('merge requests of archived projects', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(closeAll);
  after(() => sandbox.close());

  const isOfProject = ({ path }: { readonly path: string }): boolean => /\/projects\/\d+$/.test(path);

  /** Returns the store, and the merge request of the archived project. `inWorkspace`: what the workspace knows. */
  async function setUp(inWorkspace: (key: MergeRequestKey) => boolean | undefined = () => undefined) {
    const { client, store, actions } = actingOn(sandbox);
    const queries = presetQueries('attention', { kind: 'host', base: sandbox.url }, 'marek');
    const archived = new ArchivedProjects({
      clientFor: () => client,
      store,
      inWorkspace: (key) => inWorkspace({ iid: 0, ...key }),
    });
    const lookups = new RowLookups(store, new ManualClock(), archived);
    lookups.retain({ who: 'marek', queries });
    for (const query of queries) await store.refreshList(query);
    const items = queries.flatMap((query) => store.peekList(query)?.items ?? []);
    const item = items.find(({ title }) => title === TITLE);
    assert.ok(item);
    const key = { base: sandbox.url, project: item.project_id, iid: item.iid };
    return { actions, archived, item, items, key, lookups, store };
  }

  it("don't need attention, and each project is read once", async () => {
    const { item, items, key, lookups } = await setUp();
    const before = sandbox.requests().filter(isOfProject).length;
    await lookups.poll({});
    await lookups.poll({}, true);
    assert.equal(lookups.factsOf(key).archived, true);
    assert.equal(nextStepFor('marek', { ...item, ...lookups.factsOf(key) }), 'others');
    const read = sandbox.requests().filter(isOfProject).length - before;
    assert.ok(read <= new Set(items.map((each) => each.project_id)).size, String(read));
    const other = items.find(({ project_id: project }) => project !== item.project_id);
    assert.ok(other);
    assert.equal(
      lookups.factsOf({ base: sandbox.url, project: other.project_id, iid: other.iid }).archived,
      false,
    );
  });

  it('are known without a request if the project is in the workspace', async () => {
    const { key, lookups } = await setUp(() => true);
    const before = sandbox.requests().filter(isOfProject).length;
    await lookups.poll({});
    assert.equal(lookups.factsOf(key).archived, true);
    assert.equal(sandbox.requests().filter(isOfProject).length, before);
  });

  for (const action of ['close', 'approve', 'addTodo', 'markDraft'] as const)
    it(`are refused for the action ${action} with this reason, not the role`, async () => {
      const { actions, key } = await setUp();
      assert.equal(await whyNot(actions.run(action, key)), 'The project of !1 is archived (read-only).');
    });

  it('are refused for a merge with this reason, not the role', async () => {
    const { actions, item, key } = await setUp();
    assert.equal(
      await whyNot(actions.merge(key, { sha: item.sha ?? '' })),
      'The project of !1 is archived (read-only).',
    );
  });
});
