import assert from 'node:assert/strict';
import { ProjectRenames } from '../../../src/app/projects/project-renames';
import { heldMemory } from '../../builders/stores';

const base = 'https://lab.example';

describe('moved projects', () => {
  it('are remembered by server and path, beyond this session', async () => {
    const memory = heldMemory();
    await new ProjectRenames(memory).remember(base, { from: 'old/Shop', to: 9 });
    const later = new ProjectRenames(memory);
    assert.equal(later.idOf(base, 'old/shop'), 9);
    assert.equal(later.idOf(base, 'old/other'), undefined);
    assert.equal(later.idOf('https://other.example', 'old/shop'), undefined);
  });

  it('are told only when something is new', async () => {
    const moves = new ProjectRenames(heldMemory());
    let told = 0;
    moves.onDidChange(() => (told += 1));
    await moves.remember(base, { from: 'old/shop', to: 9 });
    await moves.remember(base, { from: 'old/shop', to: 9 });
    assert.equal(told, 1);
    await moves.remember(base, { from: 'old/shop', to: 10 });
    assert.equal(told, 2);
    assert.equal(moves.idOf(base, 'old/shop'), 10);
  });

  it('are forgotten when asked, and the oldest when there are too many', async () => {
    const moves = new ProjectRenames(heldMemory());
    for (let id = 1; id <= 101; id += 1) await moves.remember(base, { from: `old/${id}`, to: id });
    assert.equal(moves.idOf(base, 'old/1'), undefined);
    assert.equal(moves.idOf(base, 'old/2'), 2);
    await moves.forget(base, 'old/2');
    assert.equal(moves.idOf(base, 'old/2'), undefined);
  });

  it('survive a memory that holds something else', async () => {
    const memory = heldMemory();
    for (const odd of [null, 'x', [1], { [`${base} old/shop`]: 'nine' }]) {
      await memory.set('moved-projects', odd);
      assert.equal(new ProjectRenames(memory).idOf(base, 'old/shop'), undefined);
    }
  });
});
