import assert from 'node:assert/strict';
import { ProjectRenames } from '../../../src/app/projects/project-renames';
import { heldMemory } from '../../builders/stores';

const base = 'https://lab.example';

describe('ProjectRenames', () => {
  it('stores IDs by server and path', async () => {
    const memory = heldMemory();
    await new ProjectRenames(memory).remember(base, { from: 'old/Shop', to: 9 });
    const later = new ProjectRenames(memory);
    assert.equal(later.idOf(base, 'old/shop'), 9);
    assert.equal(later.idOf(base, 'old/other'), undefined);
    assert.equal(later.idOf('https://other.example', 'old/shop'), undefined);
  });

  it('fires only for changes', async () => {
    const moves = new ProjectRenames(heldMemory());
    let changeCount = 0;
    moves.onDidChange(() => (changeCount += 1));
    await moves.remember(base, { from: 'old/shop', to: 9 });
    await moves.remember(base, { from: 'old/shop', to: 9 });
    assert.equal(changeCount, 1);
    await moves.remember(base, { from: 'old/shop', to: 10 });
    assert.equal(changeCount, 2);
    assert.equal(moves.idOf(base, 'old/shop'), 10);
  });

  it('removes an ID on request, and the oldest one over the limit', async () => {
    const moves = new ProjectRenames(heldMemory());
    for (let id = 1; id <= 101; id += 1) await moves.remember(base, { from: `old/${id}`, to: id });
    assert.equal(moves.idOf(base, 'old/1'), undefined);
    assert.equal(moves.idOf(base, 'old/2'), 2);
    await moves.forget(base, 'old/2');
    assert.equal(moves.idOf(base, 'old/2'), undefined);
  });

  it('ignores invalid stored values', async () => {
    const memory = heldMemory();
    for (const odd of [null, 'x', [1], { [`${base} old/shop`]: 'nine' }]) {
      await memory.set('moved-projects', odd);
      assert.equal(new ProjectRenames(memory).idOf(base, 'old/shop'), undefined);
    }
  });
});
