import assert from 'node:assert/strict';
import { TextParts } from '../../../src/app/projects/text-parts';
import { silentLog } from '../../../src/base/log';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { closeAll } from '../../api/helpers/client';
import { actingOn } from '../../builders/acting';

describe('labels and milestones in texts', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  after(async () => {
    await closeAll();
    await sandbox.close();
  });

  it('are loaded once, and again after an account has changed', async () => {
    const { client } = actingOn(sandbox);
    const parts = new TextParts(() => client, silentLog);
    const key = { base: sandbox.url, project: 1 };
    const loaded = () => new Promise<void>((resolve) => parts.onDidChange(() => resolve()));
    const count = () => sandbox.requests().filter(({ path }) => path.includes('/labels')).length;
    let change = loaded();
    parts.load(key);
    parts.load(key);
    assert.equal(parts.peek(key), undefined);
    await change;
    assert.ok(parts.peek(key)?.labels.some(({ name }) => name === 'needs design'));
    assert.ok(parts.peek(key)?.milestones.some(({ title }) => title === 'v1.3'));
    parts.load(key);
    assert.equal(count(), 1);
    parts.clear();
    assert.equal(parts.peek(key), undefined);
    change = loaded();
    parts.load(key);
    await change;
    assert.equal(count(), 2);
    parts.dispose();
  });
});
