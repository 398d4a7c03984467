import assert from 'node:assert/strict';
import { listProjectJobs } from '../../../src/api/endpoints/jobs';
import { JobActions } from '../../../src/app/jobs/actions';
import { onBackgroundFailure } from '../../../src/base/background';
import { actingOn, writesTo } from '../../builders/acting';
import { TYPOS, withMergeRequests } from './helpers/acting';

const fail = (): never => {
  throw new Error('a mistake in a listener');
};

describe('actions with listeners that throw', () => {
  const world = withMergeRequests();
  const failures: unknown[] = [];
  let reporting: { dispose(): void };
  beforeEach(() => {
    reporting = onBackgroundFailure((error) => failures.push(error));
  });
  afterEach(() => {
    reporting.dispose();
    failures.length = 0;
  });

  it('report a merge request as changed, and end', async () => {
    const { actions, store, key } = actingOn(world.sandbox);
    const at = key(TYPOS);
    await store.get(at);
    store.onDidChange(fail);
    actions.onDidChangeBusy(fail);
    actions.onDidAct(fail);
    const acted = new Promise<string>((resolve) =>
      actions.onDidAct(({ after }) => {
        resolve(after.state);
      }),
    );
    assert.equal(await actions.run('close', at), 'done');
    assert.deepEqual([await acted, actions.doing(at)], ['closed', undefined]);
    assert.equal(await actions.run('reopen', at), 'done');
    assert.equal(writesTo(world.sandbox).length, 2);
    assert.ok(failures.length >= 6);
  });

  it('report a job as retried, and end', async () => {
    const { client } = actingOn(world.sandbox);
    const { items } = await client.page(listProjectJobs, { id: 1, scope: ['failed'], per_page: 1 });
    const [job] = items;
    assert.ok(job !== undefined);
    const actions = new JobActions(() => client);
    actions.onDidChangeBusy(fail);
    actions.onDidReturn(fail);
    const returned = new Promise<number>((resolve) => {
      actions.onDidReturn(({ job: { id } }) => {
        resolve(id);
      });
    });
    const key = { base: world.sandbox.url, project: 1, job: job.id };
    const retried = await actions.run('retry', { key, kind: 'job', job });
    assert.deepEqual([await returned, actions.isBusy(key)], [retried.id, false]);
  });
});
