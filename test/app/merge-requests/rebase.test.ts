import assert from 'node:assert/strict';
import { isCanceled } from '../../../src/api/errors';
import { isAbort } from '../../../src/base/abort';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { closeAll } from '../../api/helpers/client';
import { actingOn, writesTo } from '../../builders/acting';

const NODE_22 = 14;
const CONFLICTING = 16;

describe('rebase', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  it('waits until the branch is based on the target', async () => {
    const { actions, key, tested, store } = actingOn(sandbox);
    const at = key(NODE_22);
    const before = await tested(at);
    assert.ok((before.diverged_commits_count ?? 0) > 0);
    assert.deepEqual(await actions.rebase(at, { skipCi: false }), { state: 'done' });
    const now = await store.refresh(at);
    assert.notEqual(now.sha, before.sha);
    assert.equal(now.diverged_commits_count, 0);
    assert.equal(now.head_pipeline?.sha, now.sha);
  });

  it('starts no pipeline if requested', async () => {
    const { actions, key, tested, store } = actingOn(sandbox);
    const at = key(NODE_22);
    await tested(at);
    await actions.rebase(at, { skipCi: true });
    const now = await store.refresh(at);
    assert.notEqual(now.head_pipeline?.sha, now.sha);
  });

  it('reports the error of the server', async () => {
    const { actions, key, tested, store } = actingOn(sandbox);
    const at = key(CONFLICTING);
    await tested(at);
    const outcome = await actions.rebase(at, { skipCi: false });
    assert.equal(outcome.state, 'failed');
    assert.match(outcome.message, /^Rebase failed: Rebase locally/);
    assert.equal(store.peek(at)?.merge_error, outcome.message);
  });

  it('continues on the server if waiting for it is canceled', async () => {
    const { actions, key, tested } = actingOn(sandbox);
    const at = key(NODE_22);
    const before = await tested(at);
    const stop = new AbortController();
    stop.abort();
    const error: unknown = await actions.rebase(at, { skipCi: false }, stop.signal).then(
      () => assert.fail('it was waited for'),
      (reason: unknown) => reason,
    );
    assert.ok(isAbort(error) && isCanceled(error));
    assert.deepEqual(writesTo(sandbox), [`PUT ${NODE_22}/rebase`]);
    assert.equal(actions.doing(at), undefined);
    sandbox.advance(5_000);
    assert.notEqual((await tested(at)).sha, before.sha);
  });

  it('continues to wait after a failed request', async () => {
    const { actions, key, tested } = actingOn(sandbox);
    const at = key(NODE_22);
    await tested(at);
    sandbox.faults.add({ kind: 'html', method: 'GET', path: '**/merge_requests/14', next: 1 });
    assert.deepEqual(await actions.rebase(at, { skipCi: false }), { state: 'done' });
  });

  it('stops waiting after ten minutes', async () => {
    const { actions, key, tested } = actingOn(sandbox);
    const at = key(NODE_22);
    await tested(at);
    sandbox.faults.add({ kind: 'html', method: 'GET', path: '**/merge_requests/14' });
    assert.deepEqual(await actions.rebase(at, { skipCi: false }), { state: 'waiting' });
  });
});
