import assert from 'node:assert/strict';
import { VariableMemory } from '../../../src/app/jobs/variable-memory';
import { heldMemory } from '../../builders/stores';

const project = { base: 'https://host', project: 1 };
const plain = { key: 'REGION', value: 'north', secret: false };
const secret = { key: 'TOKEN', value: 'canary-of-a-secret', secret: true };

describe('VariableMemory', () => {
  it('returns the last variables of the same job in the same project only', async () => {
    const memory = new VariableMemory(heldMemory());
    await memory.remember(project, { job: 'deploy' }, [plain]);
    assert.deepEqual(memory.recall(project, { job: 'deploy' }), [plain]);
    assert.deepEqual(memory.recall(project, { job: 'deploy 2' }), []);
    assert.deepEqual(memory.recall(project, { ref: 'deploy' }), []);
    assert.deepEqual(memory.recall({ ...project, project: 2 }, { job: 'deploy' }), []);
    assert.deepEqual(memory.recall({ ...project, base: 'https://other' }, { job: 'deploy' }), []);
  });

  it('never stores the value of a secret variable', async () => {
    const store = heldMemory();
    const memory = new VariableMemory(store);
    await memory.remember(project, { job: 'deploy' }, [plain, secret]);
    assert.ok(!JSON.stringify([...store.held]).includes(secret.value));
    assert.deepEqual(memory.recall(project, { job: 'deploy' }), [plain, { ...secret, value: '' }]);
  });

  it('removes the stored value of a variable that becomes secret', async () => {
    const store = heldMemory();
    const memory = new VariableMemory(store);
    await memory.remember(project, { job: 'deploy' }, [{ ...secret, secret: false }]);
    await memory.remember(project, { job: 'deploy' }, [secret]);
    assert.ok(!JSON.stringify([...store.held]).includes(secret.value));
  });

  it('restores unsubmitted variables until the job is run, without secret values', async () => {
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

  it('stores inputs separately from variables with the same name', async () => {
    const store = heldMemory();
    const memory = new VariableMemory(store);
    const input = { ...plain, value: 'south' };
    await memory.remember(project, { ref: 'main' }, [plain]);
    await memory.remember(project, { ref: 'main' }, [input, secret], 'inputs');
    assert.deepEqual(memory.recall(project, { ref: 'main' }), [plain]);
    assert.deepEqual(memory.recall(project, { ref: 'main' }, 'inputs'), [input, { ...secret, value: '' }]);
    assert.ok(!JSON.stringify([...store.held]).includes(secret.value));
    await memory.keepLeft(project, { ref: 'main' }, [{ ...input, value: 'west' }], 'inputs');
    assert.deepEqual(memory.recall(project, { ref: 'main' }), [plain]);
    assert.equal(memory.recall(project, { ref: 'main' }, 'inputs')[0]?.value, 'west');
    await memory.remember(project, { ref: 'main' }, [], 'inputs');
    assert.deepEqual(memory.recall(project, { ref: 'main' }, 'inputs'), []);
  });

  it('removes the variables after a run without variables', async () => {
    const memory = new VariableMemory(heldMemory());
    await memory.remember(project, { job: 'deploy' }, [plain]);
    await memory.remember(project, { job: 'deploy' }, []);
    assert.deepEqual(memory.recall(project, { job: 'deploy' }), []);
  });

  it('stores the variables of the last 50 jobs and refs', async () => {
    const memory = new VariableMemory(heldMemory());
    for (let each = 0; each < 60; each++) await memory.remember(project, { job: `job ${each}` }, [plain]);
    assert.deepEqual(memory.recall(project, { job: 'job 9' }), []);
    assert.deepEqual(memory.recall(project, { job: 'job 10' }), [plain]);
  });

  it('returns none for invalid stored values', () => {
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
