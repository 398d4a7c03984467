import assert from 'node:assert/strict';
import { VariableMemory } from '../../../src/app/jobs/variable-memory';
import { heldMemory } from '../../builders/stores';

const project = { base: 'https://host', project: 1 };
const plain = { key: 'REGION', value: 'north', secret: false };
const secret = { key: 'TOKEN', value: 'canary-of-a-secret', secret: true };

describe('the variables of the last start', () => {
  it('come again for the same job of the same project, and for no other', async () => {
    const memory = new VariableMemory(heldMemory());
    await memory.remember(project, { job: 'deploy' }, [plain]);
    assert.deepEqual(memory.recall(project, { job: 'deploy' }), [plain]);
    assert.deepEqual(memory.recall(project, { job: 'deploy 2' }), []);
    assert.deepEqual(memory.recall(project, { ref: 'deploy' }), []);
    assert.deepEqual(memory.recall({ ...project, project: 2 }, { job: 'deploy' }), []);
    assert.deepEqual(memory.recall({ ...project, base: 'https://other' }, { job: 'deploy' }), []);
  });

  it('never hold the value of a secret one, only that there was one', async () => {
    const store = heldMemory();
    const memory = new VariableMemory(store);
    await memory.remember(project, { job: 'deploy' }, [plain, secret]);
    assert.ok(!JSON.stringify([...store.held]).includes(secret.value));
    assert.deepEqual(memory.recall(project, { job: 'deploy' }), [plain, { ...secret, value: '' }]);
  });

  it('forget a value that was plain once and is secret now', async () => {
    const store = heldMemory();
    const memory = new VariableMemory(store);
    await memory.remember(project, { job: 'deploy' }, [{ ...secret, secret: false }]);
    await memory.remember(project, { job: 'deploy' }, [secret]);
    assert.ok(!JSON.stringify([...store.held]).includes(secret.value));
  });

  it('begin with what was typed and left, until the next start; a secret value is not kept with it either', async () => {
    const store = heldMemory();
    const memory = new VariableMemory(store);
    await memory.remember(project, { job: 'deploy' }, [plain]);
    const typed = [{ ...plain, value: 'south' }, secret];
    await memory.keepLeft(project, { job: 'deploy' }, typed);
    assert.deepEqual(memory.recall(project, { job: 'deploy' }), [typed[0], { ...secret, value: '' }]);
    assert.ok(!JSON.stringify([...store.held]).includes(secret.value));
    assert.deepEqual(memory.recall(project, { ref: 'deploy' }), []);
    await memory.remember(project, { job: 'deploy' }, [plain]);
    assert.deepEqual(memory.recall(project, { job: 'deploy' }), [plain]);
  });

  it('are forgotten by a start without any', async () => {
    const memory = new VariableMemory(heldMemory());
    await memory.remember(project, { job: 'deploy' }, [plain]);
    await memory.remember(project, { job: 'deploy' }, []);
    assert.deepEqual(memory.recall(project, { job: 'deploy' }), []);
  });

  it('are kept for the last fifty jobs and refs', async () => {
    const memory = new VariableMemory(heldMemory());
    for (let each = 0; each < 60; each++) await memory.remember(project, { job: `job ${each}` }, [plain]);
    assert.deepEqual(memory.recall(project, { job: 'job 9' }), []);
    assert.deepEqual(memory.recall(project, { job: 'job 10' }), [plain]);
  });

  it('are none where what is held is no such list', () => {
    const store = heldMemory();
    for (const held of [
      undefined,
      'x',
      [1],
      { 'https://host 1 job deploy': 'x' },
      { 'https://host 1 job deploy': [1] },
    ]) {
      store.held.set('last-variables', held);
      assert.deepEqual(new VariableMemory(store).recall(project, { job: 'deploy' }), []);
    }
  });
});
