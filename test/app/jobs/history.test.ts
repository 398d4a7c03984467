import assert from 'node:assert/strict';
import { JobHistory, PAGES_OF_LOOK, RUNS_OF_LOOK } from '../../../src/app/jobs/history';
import { closeAll } from '../../api/helpers/client';
import { manyJobs, projectWith } from '../../builders/project-jobs';

describe('the history of a job', () => {
  afterEach(closeAll);

  it('looks back until it found enough, then further where it is asked to', async () => {
    const { client, key, server } = await projectWith(
      manyJobs(400, (id) => ({ name: id % 2 === 0 ? 'unit-tests' : 'other' })),
    );
    const history = new JobHistory({ ...key, name: 'unit-tests' }, () => client);
    await history.loadOlder();
    assert.equal(history.runs.length, RUNS_OF_LOOK);
    assert.equal(history.checked, 100);
    assert.equal(server.requests.length, 1);
    assert.ok(history.hasOlder);
    await history.loadOlder();
    assert.equal(history.runs.length, 2 * RUNS_OF_LOOK);
    assert.deepEqual(
      history.runs.map(({ id }) => id),
      Array.from({ length: 100 }, (_, at) => 400 - 2 * at),
    );
  });

  it('ends a look after so many requests, and knows when there is nothing older', async () => {
    const { client, key, server } = await projectWith(manyJobs(1_150, () => ({ name: 'other' })));
    const history = new JobHistory({ ...key, name: 'unit-tests' }, () => client);
    await history.loadOlder();
    assert.equal(server.requests.length, PAGES_OF_LOOK);
    assert.ok(history.hasOlder);
    await history.loadOlder();
    assert.equal(history.hasOlder, false);
    assert.equal(history.checked, 1_150);
    const { length } = server.requests;
    await history.loadOlder();
    assert.equal(server.requests.length, length, 'nothing is asked for beyond the end');
  });

  it('keeps what it found where it is given up, and goes on from there', async () => {
    const { client, key } = await projectWith(manyJobs(500, () => ({ name: 'other' })));
    const history = new JobHistory({ ...key, name: 'unit-tests' }, () => client);
    const stop = new AbortController();
    const look = history.loadOlder({
      signal: stop.signal,
      onProgress: (jobs) => {
        if (jobs === 200) stop.abort();
      },
    });
    await assert.rejects(look);
    assert.equal(history.checked, 200);
    await history.loadOlder();
    assert.equal(history.checked, 500);
  });
});
