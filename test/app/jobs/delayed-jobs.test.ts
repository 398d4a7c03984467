import assert from 'node:assert/strict';
import { listProjectJobs } from '../../../src/api/endpoints/jobs';
import { ApiError, isApiError } from '../../../src/api/errors';
import { unscheduleJob } from '../../../src/api/queries/delayed-jobs';
import { JobActions, type JobTarget } from '../../../src/app/jobs/actions';
import { ActionFailedError, ActionNotAllowedError } from '../../../src/domain/jobs/rules';
import { explainJobActions } from '../../../src/presentation/jobs/errors';
import { explain, registerErrorMessages } from '../../../src/presentation/shared/error-messages';
import { stage, type Who } from '../../contract/stage';

registerErrorMessages(explainJobActions);

describe('delayed jobs', () => {
  const world = stage('each');

  async function delayed(who: Who = 'maintainer') {
    const client = world.client(who);
    const { items } = await client.page(listProjectJobs, { id: 1, scope: ['scheduled'] });
    const job = items[0] ?? assert.fail('no delayed job');
    const target: JobTarget = { key: { base: client.base, project: 1, job: job.id }, kind: 'job', job };
    return { client, target, actions: new JobActions(() => client) };
  }
  const writes = () => world.sandbox.requests().filter(({ method }) => method === 'POST').length;

  it('can be run now', async () => {
    const { actions, target } = await delayed();
    const started = await actions.run('runNow', target);
    assert.deepEqual([started.id, started.status], [target.key.job, 'pending']);
    await assert.rejects(actions.run('runNow', { ...target, job: started }), (error) => {
      assert.ok(error instanceof ActionNotAllowedError);
      assert.match(explain(error).why, /^Only delayed jobs can be started now\. Status of .*: pending\.$/);
      return true;
    });
  });

  it('become manual jobs if they are unscheduled', async () => {
    const { actions, target } = await delayed();
    const before = writes();
    const unscheduled = await actions.run('unschedule', target);
    assert.deepEqual([unscheduled.id, unscheduled.status], [target.key.job, 'manual']);
    assert.equal(writes() - before, 1);
    const { items } = await world.client().page(listProjectJobs, { id: 1, scope: ['manual'], per_page: 100 });
    assert.ok(items.some(({ id }) => id === target.key.job));
    assert.equal((await actions.run('play', { ...target, job: unscheduled })).status, 'pending');
  });

  it('show the current status if they started in the meantime', async () => {
    const { actions, target } = await delayed();
    await actions.run('runNow', target);
    assert.equal((await actions.run('unschedule', target)).status, 'pending');
  });

  it('cannot be unscheduled by other users, and the reason of the server is shown', async () => {
    for (const who of ['reporter', 'guest'] as const) {
      const { target } = await delayed();
      const actions = new JobActions(() => world.client(who));
      await assert.rejects(actions.run('unschedule', target), (error) => {
        assert.ok(isApiError(error, 'bad-request'));
        assert.equal(error.outcomeUnknown, false);
        const { why } = explain(new ActionFailedError('unschedule', 'x', 'job', error));
        assert.match(why, /you don't have permission to perform this action/);
        return true;
      });
      assert.equal((await delayed()).target.job.status, 'scheduled');
    }
  });

  it('are unscheduled with one request, whose outcome is unknown if the response is lost', async () => {
    const { client, target } = await delayed();
    const input = { id: `gid://gitlab/Ci::Build/${target.key.job}` };
    for (const rule of [
      { kind: 'reset' },
      { kind: 'status', status: 502 },
      { kind: 'wrong-json', status: 200 },
      { kind: 'status', status: 200, form: 'text', message: '{"data":{"jobUnschedule":null}}' },
    ] as const) {
      const before = writes();
      world.sandbox.faults.add({ ...rule, path: '/api/graphql', next: 1 });
      await assert.rejects(client.mutate(unscheduleJob, { input }), (error) => {
        assert.ok(error instanceof ApiError);
        assert.equal(error.outcomeUnknown, true, rule.kind);
        return true;
      });
      assert.equal(writes() - before, 1, rule.kind);
    }
  });

  it('are not unscheduled by servers that do not know the mutation, or that refuse it', async () => {
    const { client, target } = await delayed();
    const input = { id: `gid://gitlab/Ci::Build/${target.key.job}` };
    const responses = [
      [
        '{"errors":[{"message":"Schema is not configured for mutations"}]}',
        'Schema is not configured for mutations',
      ],
      ['{"data":{"jobUnschedule":{"job":null,"errors":["Job is not scheduled"]}}}', 'Job is not scheduled'],
    ] as const;
    for (const [message, reason] of responses) {
      world.sandbox.faults.add({
        kind: 'status',
        status: 200,
        form: 'text',
        message,
        path: '/api/graphql',
        next: 1,
      });
      await assert.rejects(client.mutate(unscheduleJob, { input }), (error) => {
        assert.ok(isApiError(error, 'bad-request'));
        assert.deepEqual([error.serverMessage, error.outcomeUnknown], [reason, false]);
        return true;
      });
    }
  });
});
