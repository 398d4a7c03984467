import assert from 'node:assert/strict';
import { createMergeRequestPipeline } from '../../../src/api/endpoints/merge-requests';
import { createPipeline } from '../../../src/api/endpoints/pipeline-actions';
import { listPipelines } from '../../../src/api/endpoints/pipelines';
import { isOutcomeUnknown } from '../../../src/api/errors';
import { type PipelineSubject, UnconfirmedPipelines } from '../../../src/app/pipelines/unconfirmed-pipelines';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';

describe('UnconfirmedPipelines', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  const as = (role: keyof Sandbox['tokens']) => {
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens[role]);
    return clientOf(sandbox.url, { credential: { kind: 'personal', token } }).client;
  };
  /** Returns the window of a user. */
  function windowOf(role: keyof Sandbox['tokens'], username: string | undefined) {
    const client = as(role);
    const userOf = () =>
      username === undefined ? Promise.reject(new Error('unknown')) : Promise.resolve({ username });
    const unconfirmed = new UnconfirmedPipelines({ clientFor: () => client, userOf });
    const project = { base: sandbox.url, project: 1 };
    const create = (subject: PipelineSubject) =>
      'ref' in subject
        ? client.call(createPipeline, { id: 1, ref: subject.ref })
        : client.call(createMergeRequestPipeline, { id: 1, merge_request_iid: subject.mergeRequest });
    return {
      client,
      run: (subject: PipelineSubject) => unconfirmed.send(project, subject, () => create(subject)),
      found: (subject: PipelineSubject) => unconfirmed.createdMeanwhile(project, subject),
    };
  }
  const MAIN = { ref: 'main' };
  /** Makes the response of the next request get lost after the pipeline was created. */
  const loseResponse = () => {
    sandbox.faults.add({ kind: 'cut', method: 'POST', path: '**', status: 201, next: 1 });
  };
  const lost = (work: Promise<unknown>) => assert.rejects(work, (error: unknown) => isOutcomeUnknown(error));
  const nameOf = async (role: keyof Sandbox['tokens']): Promise<string> => {
    const response = await fetch(`${sandbox.url}/api/v4/user`, {
      headers: { 'private-token': sandbox.tokens[role] },
    });
    return ((await response.json()) as { username: string }).username;
  };

  it('finds an unconfirmed pipeline before the next one is run', async () => {
    const { client, run, found } = windowOf('maintainer', await nameOf('maintainer'));
    loseResponse();
    await lost(run(MAIN));
    const { items } = await client.page(listPipelines, { id: 1, ref: 'main' });
    assert.equal((await found(MAIN))?.id, items[0]?.id);
  });

  it('finds an unconfirmed merge request pipeline', async () => {
    const { run, found } = windowOf('maintainer', await nameOf('maintainer'));
    const subject = { mergeRequest: 11 };
    loseResponse();
    await lost(run(subject));
    assert.ok(await found(subject));
    assert.equal(await found({ mergeRequest: 12 }), undefined);
  });

  it("finds nothing if the pipeline wasn't created", async () => {
    const { run, found } = windowOf('maintainer', await nameOf('maintainer'));
    sandbox.faults.add({ kind: 'reset', method: 'POST', path: '**', next: 1 });
    await lost(run(MAIN));
    assert.equal(await found(MAIN), undefined);
  });

  it('ignores pipelines of other refs and other users', async () => {
    const { run, found } = windowOf('maintainer', await nameOf('maintainer'));
    sandbox.faults.add({ kind: 'reset', method: 'POST', path: '**', next: 1 });
    await lost(run(MAIN));
    await as('owner').call(createPipeline, { id: 1, ref: 'main' });
    await run({ ref: 'feature/search-facets' });
    assert.equal(await found(MAIN), undefined);
  });

  it("doesn't check the user if the token can't read it", async () => {
    const { run, found } = windowOf('maintainer', undefined);
    sandbox.faults.add({ kind: 'reset', method: 'POST', path: '**', next: 1 });
    await lost(run(MAIN));
    const other = await as('owner').call(createPipeline, { id: 1, ref: 'main' });
    assert.equal((await found(MAIN))?.id, other.id);
  });

  it('is reset by a confirmed pipeline, and sends no requests then', async () => {
    const { run, found } = windowOf('maintainer', await nameOf('maintainer'));
    loseResponse();
    await lost(run(MAIN));
    await run(MAIN);
    const before = sandbox.requests().length;
    assert.equal(await found(MAIN), undefined);
    assert.equal(sandbox.requests().length, before);
  });

  it('expects no pipeline if the server rejected the request', async () => {
    const { run, found } = windowOf('maintainer', await nameOf('maintainer'));
    sandbox.faults.add({ kind: 'status', status: 403, method: 'POST', path: '**', next: 1 });
    await assert.rejects(run(MAIN));
    const before = sandbox.requests().length;
    assert.equal(await found(MAIN), undefined);
    assert.equal(sandbox.requests().length, before);
  });
});
