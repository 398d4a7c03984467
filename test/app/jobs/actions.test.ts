import assert from 'node:assert/strict';
import { listProjectJobs } from '../../../src/api/endpoints/jobs';
import { isApiError } from '../../../src/api/errors';
import { JobActions, type JobTarget } from '../../../src/app/jobs/actions';
import {
  ActionFailedError,
  ActionNotAllowedError,
  type JobAction,
  JobBusyError,
} from '../../../src/domain/jobs/rules';
import { explainJobActions } from '../../../src/presentation/jobs/errors';
import { explain, registerErrorMessages } from '../../../src/presentation/shared/error-messages';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import type { Job, JobStatus } from '../../../src/schemas/job';
import { clientOf, closeAll } from '../../api/helpers/client';

registerErrorMessages(explainJobActions);

describe('JobActions', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(() => {
    sandbox.faults.clear();
  });
  after(async () => {
    await closeAll();
    await sandbox.close();
  });

  function acting(role: keyof Sandbox['tokens'] = 'maintainer') {
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens[role]);
    const { client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
    const learned: Job[] = [];
    const actions = new JobActions(() => client);
    actions.onDidReturn(({ job }) => learned.push(job));
    const aJob = async (status: JobStatus, fits: (job: Job) => boolean = () => true): Promise<JobTarget> => {
      for (let page = 1; page <= 8; page++) {
        const { items } = await client.page(listProjectJobs, { id: 1, scope: [status], per_page: 100, page });
        const job = items.find(fits);
        if (job === undefined) continue;
        return { key: { base: sandbox.url, project: 1, job: job.id }, kind: 'job', job };
      }
      throw new Error(`no fitting job is ${status}`);
    };
    return { actions, learned, aJob };
  }

  const posts = () => sandbox.requests().filter(({ method }) => method === 'POST');

  /**
   * Returns the message that the user sees if the server rejects an action that was based on an outdated
   * status.
   */
  async function refusal(role: keyof Sandbox['tokens'], action: JobAction, target: JobTarget, as: JobStatus) {
    const stale = { ...target, job: { ...target.job, status: as, archived: false, erased_at: null } };
    const { actions } = acting(role);
    const error: unknown = await actions.run(action, stale).then(
      () => assert.fail('it was done'),
      (reason: unknown) => reason,
    );
    return explain(new ActionFailedError(action, 'x', target.kind, error)).why;
  }

  it('retries a job and reports the new job', async () => {
    const { actions, learned, aJob } = acting();
    const target = await aJob('failed', ({ archived }) => !archived);
    const resultJob = await actions.run('retry', target);
    assert.notEqual(resultJob.id, target.key.job);
    assert.deepEqual(
      learned.map(({ id }) => id),
      [resultJob.id],
    );
  });

  it('runs a manual job with variables', async () => {
    const { actions, aJob } = acting();
    const target = await aJob('manual');
    const variables = [{ key: 'REGION', value: 'north', secret: false }];
    const resultJob = await actions.run('play', target, { variables });
    assert.deepEqual([resultJob.id, resultJob.status], [target.key.job, 'pending']);
    assert.equal(actions.isBusy(target.key), false);
  });

  it('cancels a job, and force cancels a canceling one', async () => {
    const { actions, aJob } = acting();
    const target = await aJob('running');
    const running = actions.run('cancel', target);
    assert.equal(actions.doing(target.key), 'cancel');
    assert.match((await running).status, /^cancel(ing|ed)$/);
    const ended = await actions.run('forceCancel', await aJob('canceling'));
    assert.equal(ended.status, 'canceled');
  });

  it('erases the job log and artifacts', async () => {
    const { actions, learned, aJob } = acting();
    const target = await aJob('success', ({ archived, erased_at }) => !archived && erased_at === null);
    const erased = await actions.run('erase', target);
    assert.ok(erased.erased_at);
    assert.deepEqual(
      learned.map(({ id }) => id),
      [target.key.job],
    );
    await assert.rejects(actions.run('erase', { ...target, job: erased }), ActionNotAllowedError);
  });

  it('sends one request for a double click, and rejects other actions meanwhile', async () => {
    const { actions, aJob } = acting();
    const target = await aJob('success', ({ archived }) => !archived);
    const before = posts().length;
    const first = actions.run('retry', target);
    const second = actions.run('retry', target);
    await assert.rejects(actions.run('erase', target), (error) => {
      assert.ok(error instanceof JobBusyError);
      const name = target.job.name;
      assert.equal(explain(error).why, `${name} is being retried. Wait for this to finish, then try again.`);
      return true;
    });
    assert.deepEqual(await second, await first);
    assert.equal(posts().length - before, 1);
  });

  it("sends nothing for an action that isn't allowed, and explains why", async () => {
    const { actions, aJob } = acting();
    const target = await aJob('success');
    const before = posts().length;
    const archived = { ...target, job: { ...target.job, archived: true } };
    await assert.rejects(actions.run('erase', archived), (error) => {
      assert.match(explain(error).why, /^Archived jobs can't be erased; /);
      return true;
    });
    await assert.rejects(actions.run('erase', { ...target, kind: 'bridge' }), (error) => {
      assert.match(explain(error).why, /^Trigger jobs can only be retried or run; .* is a trigger job\.$/);
      return true;
    });
    await assert.rejects(actions.run('forceCancel', target), ActionNotAllowedError);
    assert.equal(posts().length, before);
  });

  it('explains why the server rejected an action', async () => {
    const { aJob } = acting();
    assert.match(
      await refusal('maintainer', 'retry', await aJob('skipped'), 'failed'),
      /^x can't be retried because /,
    );
    assert.match(
      await refusal('maintainer', 'erase', await aJob('running'), 'success'),
      /^x can't be erased because /,
    );
    assert.match(
      await refusal('maintainer', 'play', await aJob('running'), 'manual'),
      /^x can't be run because /,
    );
    assert.equal(
      await refusal('developer', 'forceCancel', await aJob('running'), 'canceling'),
      'Force canceling jobs requires at least the Maintainer role.',
    );
    const foreign = await aJob('success', ({ user, archived }) => !archived && user?.username === 'olivia');
    assert.match(
      await refusal('developer', 'erase', foreign, 'success'),
      /^Erasing x requires at least the Maintainer role, or the Developer role if you started /,
    );
    const gone = { ...foreign, key: { ...foreign.key, job: 999_999_999 } };
    assert.match(
      await refusal('maintainer', 'cancel', gone, 'running'),
      /^x no longer exists on \S+, or you don't have access to it\.$/,
    );
    assert.match(
      await refusal('maintainer', 'retry', { ...gone, kind: 'bridge' }, 'failed'),
      /^Retrying trigger jobs such as x requires GitLab 17\.0 or later\. \S+ may run an earlier version/,
    );
  });

  it('explains that the project has moved or that the job is locked', async () => {
    const { aJob } = acting();
    const target = await aJob('success', ({ archived }) => !archived);
    const path = '**/retry';
    const message = 'Non GET methods are not allowed for moved projects';
    sandbox.faults.add({ kind: 'status', method: 'POST', path, next: 1, status: 405, message });
    assert.match(await refusal('maintainer', 'retry', target, 'success'), /^The project has moved/);
    sandbox.faults.add({
      kind: 'status',
      method: 'POST',
      path,
      next: 1,
      status: 409,
      message: 'Resource lock',
    });
    assert.match(
      await refusal('maintainer', 'retry', target, 'success'),
      /^x is being changed by another request\./,
    );
  });

  it("doesn't repeat a request that failed", async () => {
    const { actions, aJob } = acting();
    const target = await aJob('success', ({ archived }) => !archived);
    sandbox.faults.add({ kind: 'reset', method: 'POST', next: 5 });
    const before = posts().length;
    await assert.rejects(actions.run('retry', target), (error) => isApiError(error, 'network'));
    assert.ok(posts().length - before <= 1);
    assert.equal(actions.isBusy(target.key), false);
  });
});
