import assert from 'node:assert/strict';
import { JobHistory, PAGES_PER_SEARCH, RUNS_PER_SEARCH } from '../../../src/app/jobs/history';
import { closeAll } from '../../api/helpers/client';
import { manyJobs, projectWith } from '../../builders/project-jobs';

describe('JobHistory', () => {
  afterEach(closeAll);

  it('reads pages until it has found enough runs, and continues on request', async () => {
    const { client, key, server } = await projectWith(
      manyJobs(400, (id) => ({ name: id % 2 === 0 ? 'unit-tests' : 'other' })),
    );
    const history = new JobHistory({ ...key, name: 'unit-tests' }, () => client);
    await history.loadOlder();
    assert.equal(history.runs.length, RUNS_PER_SEARCH);
    assert.equal(history.checked, 100);
    assert.equal(server.requests.length, 1);
    assert.ok(history.hasOlder);
    await history.loadOlder();
    assert.equal(history.runs.length, 2 * RUNS_PER_SEARCH);
    assert.deepEqual(
      history.runs.map(({ id }) => id),
      Array.from({ length: 100 }, (_, at) => 400 - 2 * at),
    );
  });

  it('limits the number of requests, and detects the end', async () => {
    const { client, key, server } = await projectWith(manyJobs(1_150, () => ({ name: 'other' })));
    const history = new JobHistory({ ...key, name: 'unit-tests' }, () => client);
    await history.loadOlder();
    assert.equal(server.requests.length, PAGES_PER_SEARCH);
    assert.ok(history.hasOlder);
    await history.loadOlder();
    assert.equal(history.hasOlder, false);
    assert.equal(history.checked, 1_150);
    const { length } = server.requests;
    await history.loadOlder();
    assert.equal(server.requests.length, length, 'nothing is asked for beyond the end');
  });

  it('keeps the runs that were found before it was canceled, and continues from there', async () => {
    const { client, key } = await projectWith(manyJobs(500, () => ({ name: 'other' })));
    const history = new JobHistory({ ...key, name: 'unit-tests' }, () => client);
    const stop = new AbortController();
    const loading = history.loadOlder({
      signal: stop.signal,
      onProgress: (jobs) => {
        if (jobs === 200) stop.abort();
      },
    });
    await assert.rejects(loading);
    assert.equal(history.checked, 200);
    await history.loadOlder();
    assert.equal(history.checked, 500);
  });
});
