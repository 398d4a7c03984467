import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { getJob, getJobTrace, retryJob } from '../../src/api/endpoints/jobs';
import { getToken, getUser } from '../../src/api/endpoints/server';
import { type ApiError, isApiError } from '../../src/api/errors';
import { missingAreas } from '../../src/domain/accounts/token-permissions';
import { clientOf } from '../api/helpers/client';
import { errorOf, withSandbox } from './helpers/sandbox';

const READS = ['read_user', 'read_project', 'read_pipeline', 'read_job', 'read_merge_request'];

describe('fine-grained tokens', () => {
  const world = withSandbox({ admin: true }, 'each');

  const issue = (permissions: readonly string[]): string =>
    world().sandbox.issueGranularToken({ role: 'maintainer', permissions });
  const ask = (token: string, path: string, method = 'GET'): Promise<Response> =>
    fetch(`${world().sandbox.url}/api/v4${path}`, { method, headers: { 'private-token': token } });
  const client = (permissions: readonly string[]) => {
    const token = issue(permissions);
    const credential = { kind: 'personal', token: () => Promise.resolve(token) } as const;
    return clientOf(world().sandbox.url, { credential }).client;
  };
  /** The error of a refused call. */
  const refusalOf = async (call: Promise<unknown>): Promise<ApiError> => {
    const error = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(isApiError(error, 'forbidden'), String(error));
    return error;
  };

  it('are refused with the missing permission', async () => {
    const token = issue(['read_job']);
    const { id } = await world().findJob('failed');
    assert.equal((await ask(token, `/projects/1/jobs/${id}`)).status, 200);
    for (const [method, path, boundary, permission] of [
      ['POST', `/projects/1/jobs/${id}/retry`, 'project', 'Job: Update'],
      ['POST', '/projects/1/pipeline?ref=main', 'project', 'Pipeline: Create'],
      ['GET', '/projects/1/merge_requests', 'project', 'Merge Request: Read'],
      ['DELETE', '/projects/1/merge_requests/1', 'project', 'Merge Request: Delete'],
      ['GET', '/groups/acme/merge_requests', 'group', 'Merge Request: Read'],
      ['GET', '/user', 'user', 'User: Read'],
      ['GET', '/projects/1', 'project', 'Project: Read'],
    ]) {
      const response = await ask(token, path ?? '', method);
      assert.equal(response.status, 403, path);
      assert.deepEqual(await errorOf(response), {
        error: 'insufficient_granular_scope',
        error_description: `Access denied: This operation requires a fine-grained personal access token with the following ${boundary} permissions: [${permission}].`,
      });
    }
  });

  it('are refused by endpoints without support', async () => {
    const response = await ask(issue(READS), '/projects/1/error_tracking/settings');
    assert.equal(response.status, 403);
    assert.match(
      JSON.stringify(await errorOf(response)),
      /doesn't support fine-grained personal access tokens/,
    );
  });

  it('state their permissions, also without the permission to read the user', async () => {
    const details = await client(['read_job', 'update_job']).call(getToken, {});
    assert.deepEqual(details.scopes, ['granular']);
    assert.deepEqual(missingAreas(details.granular_scopes ?? []), [
      'user',
      'projects',
      'pipelines',
      'pipeline-changes',
      'merge-requests',
      'merge-request-changes',
      'code',
    ]);
    const refusal = await refusalOf(client(['read_job']).call(getUser, {}));
    assert.match(refusal.serverMessage ?? '', /\[User: Read\]/);
  });

  it('work like other tokens with all permissions that are needed', async () => {
    const { id } = await world().findJob('success');
    const able = client([...READS, 'update_job']);
    assert.equal((await able.call(getJob, { id: 1, job_id: id })).id, id);
    assert.ok((await able.text(getJobTrace, { id: 1, job_id: id })).kind === 'whole');
    assert.equal((await able.call(retryJob, { id: 1, job_id: id })).status, 'pending');
  });

  it('can be required by a group, which refuses other tokens', async () => {
    const { sandbox } = world();
    assert.equal((await world().ask('/projects/1/jobs')).status, 200);
    const admin = await fetch(`${sandbox.admin ?? ''}/granular-tokens-required`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ group: 'acme' }),
    });
    assert.equal(admin.status, 200);
    const refused = await world().ask('/projects/1/jobs');
    assert.equal(refused.status, 403);
    assert.match(JSON.stringify(await errorOf(refused)), /\[Job: Read\]/);
    assert.equal((await ask(issue(READS), '/projects/1/jobs')).status, 200);
    await sandbox.reset();
    assert.equal((await world().ask('/projects/1/jobs')).status, 200);
  });

  it('are issued by the admin server, and end with a reset', async () => {
    const { sandbox } = world();
    const issued = await fetch(`${sandbox.admin ?? ''}/granular-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ role: 'reporter', permissions: ['read_user'] }),
    });
    assert.equal(issued.status, 201);
    const { token } = z.parse(z.looseObject({ token: z.string() }), await issued.json());
    assert.equal((await ask(token, '/user')).status, 200);
    await sandbox.reset();
    assert.equal((await ask(token, '/user')).status, 401);
  });

  it('are accepted by Git only with the permission to download code', async () => {
    const info = (token: string): Promise<Response> =>
      fetch(`${world().sandbox.url}/acme/storefront.git/info/refs?service=git-upload-pack`, {
        headers: { authorization: `Basic ${Buffer.from(`git:${token}`).toString('base64')}` },
      });
    assert.equal((await info(issue(READS))).status, 401);
    assert.equal((await info(issue([...READS, 'download_code']))).status, 200);
  });
});
