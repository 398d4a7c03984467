import assert from 'node:assert/strict';
import { cancelJob, playJob, retryJob } from '../../src/api/endpoints/jobs';
import {
  createMergeRequest,
  createMergeRequestPipeline,
  updateMergeRequest,
} from '../../src/api/endpoints/merge-requests';
import { cancelPipeline, createPipeline, retryPipeline } from '../../src/api/endpoints/pipeline-actions';
import { getProject } from '../../src/api/endpoints/projects';
import { setTimeEstimate } from '../../src/api/endpoints/time-tracking';
import { ActionFailedError } from '../../src/domain/jobs/rules';
import { accessLevelOf } from '../../src/domain/projects/access-level';
import { explainJobActions } from '../../src/presentation/jobs/errors';
import { explain, registerErrorMessages } from '../../src/presentation/shared/error-messages';
import { clientOf } from '../api/helpers/client';
import { stage } from './stage';

registerErrorMessages(explainJobActions);

const id = 'acme/storefront';
const request = { id, merge_request_iid: 12 };
const NEEDS = 'requires at least the Developer role';
const DEPLOYS = ', or permission to deploy to their environments';

describe('write that the server rejects because of the role', () => {
  const world = stage();
  const clientAs = (role: 'reporter' | 'developer' | 'maintainer') => {
    const token = (): Promise<string> => Promise.resolve(world.sandbox.tokens[role]);
    return clientOf(world.sandbox.url, { credential: { kind: 'personal', token } }).client;
  };
  type Client = ReturnType<typeof clientAs>;

  const ROWS: readonly (readonly [string, (client: Client) => Promise<unknown>])[] = [
    ['Retrying jobs', (client) => client.call(retryJob, { id, job_id: 1 })],
    ['Running manual jobs', (client) => client.call(playJob, { id, job_id: 1 })],
    ['Canceling jobs', (client) => client.call(cancelJob, { id, job_id: 1 })],
    ['Retrying pipelines', (client) => client.call(retryPipeline, { id, pipeline_id: 1 })],
    ['Canceling pipelines', (client) => client.call(cancelPipeline, { id, pipeline_id: 1 })],
    ['Running pipelines', (client) => client.call(createPipeline, { id, ref: 'main' })],
    ['Running pipelines', (client) => client.call(createMergeRequestPipeline, request)],
    [
      'Creating merge requests',
      (client) =>
        client.call(createMergeRequest, { id, source_branch: 'a', target_branch: 'main', title: 'A' }),
    ],
    [
      "Editing merge requests that you didn't create and aren't assigned to",
      (client) => client.call(updateMergeRequest, { ...request, title: 'B' }),
    ],
    ['Tracking time', (client) => client.call(setTimeEstimate, { ...request, duration: '1h' })],
  ];

  for (const [what, call] of ROWS) {
    it(`${what}: names the required role`, async () => {
      world.sandbox.faults.add({ kind: 'status', status: 403, path: '/api/v4/**', next: 1 });
      const error: unknown = await call(clientAs('reporter')).catch((reason: unknown) => reason);
      const also = what === 'Running manual jobs' ? DEPLOYS : '';
      assert.equal(explain(error).why, `${what} ${NEEDS}${also}.`);
      assert.deepEqual(explain(error).steps, ['show-output']);
    });
  }

  it("is explained with the server's reason if there is one", async () => {
    const message = '403 Forbidden - The pipeline is protected';
    world.sandbox.faults.add({ kind: 'status', status: 403, message, path: '/api/v4/**', next: 1 });
    const call = clientAs('reporter').call(retryJob, { id, job_id: 1 });
    const error: unknown = await call.catch((reason: unknown) => reason);
    assert.match(
      explain(new ActionFailedError('retry', 'unit-tests', 'job', error)).why,
      /The pipeline is protected/,
    );
  });

  it('matches the access level in the project', async () => {
    for (const [role, level] of [
      ['reporter', 20],
      ['developer', 30],
      ['maintainer', 40],
    ] as const) {
      assert.equal(accessLevelOf(await clientAs(role).call(getProject, { id })), level);
    }
  });
});
