import assert from 'node:assert/strict';
import { ReadOnlyProjects } from '../../../src/app/discussions/read-only-projects';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { closeAll } from '../../api/helpers/client';
import { actingOn } from '../../builders/acting';

/** IDs of an archived project and of another one, which both have the merge request !1. */
const ARCHIVED = 11;
const OTHER = 10;

describe('comments of archived projects and with read-only tokens', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(closeAll);
  after(() => sandbox.close());

  const keyOf = (project: number) => ({ base: sandbox.url, project, iid: 1 });
  const reads = (): number => sandbox.requests().filter(({ path }) => /\/projects\/\d+$/.test(path)).length;
  const setUp = (inWorkspace: boolean | undefined, isReadOnlyToken = false) => {
    const { store } = actingOn(sandbox);
    return new ReadOnlyProjects({
      mergeRequests: store,
      projects: { isArchived: () => inWorkspace },
      accounts: { has: () => isReadOnlyToken },
    });
  };

  it('are read-only after one request for the project', async () => {
    const readOnly = setUp(undefined);
    const before = reads();
    assert.equal(readOnly.reasonFor(keyOf(ARCHIVED)), undefined);
    assert.equal(await readOnly.readReason(keyOf(ARCHIVED)), 'archived');
    assert.equal(await readOnly.readReason(keyOf(ARCHIVED)), 'archived');
    assert.equal(readOnly.reasonFor(keyOf(ARCHIVED)), 'archived');
    assert.equal(reads() - before, 1);
    assert.equal(await readOnly.readReason(keyOf(OTHER)), undefined);
  });

  it('are known without a request if the project is in the workspace', async () => {
    const readOnly = setUp(true);
    const before = reads();
    assert.equal(await readOnly.readReason(keyOf(OTHER)), 'archived');
    assert.equal(reads(), before);
  });

  it('can be written if the project could not be read', async () => {
    const readOnly = setUp(undefined);
    sandbox.faults.add({ kind: 'status', path: '/api/v4/projects/11', status: 500 });
    assert.equal(await readOnly.readReason(keyOf(ARCHIVED)), undefined);
  });

  it('are read-only without a request if the token can only read', async () => {
    const readOnly = setUp(undefined, true);
    const before = reads();
    assert.equal(readOnly.reasonFor(keyOf(OTHER)), 'token');
    assert.equal(await readOnly.readReason(keyOf(OTHER)), 'token');
    assert.equal(reads(), before);
  });
});
