import assert from 'node:assert/strict';
import { TreeRowStates } from '../../../src/app/shared/tree-row-states';
import { heldMemory } from '../../builders/stores';

describe('stored states of rows', () => {
  it('are available after a reload', async () => {
    const memory = heldMemory();
    const before = new TreeRowStates(memory, 'pipeline-rows');
    await before.setExpansion('/a', 'expanded');
    await before.setExpansion('/b', 'collapsed');
    await before.select('/a/1');
    const after = new TreeRowStates(memory, 'pipeline-rows');
    assert.equal(after.expansionOf('/a'), 'expanded');
    assert.equal(after.expansionOf('/b'), 'collapsed');
    assert.equal(after.expansionOf('/a/1'), undefined);
    assert.equal(after.selected, '/a/1');
  });

  it('are separate for each view', async () => {
    const memory = heldMemory();
    await new TreeRowStates(memory, 'pipeline-rows').setExpansion('/a', 'expanded');
    assert.equal(new TreeRowStates(memory, 'error-rows').expansionOf('/a'), undefined);
  });

  it('contain the last state of each row, and one selected row', async () => {
    const states = new TreeRowStates(heldMemory(), 'pipeline-rows');
    await states.setExpansion('/a', 'expanded');
    await states.select('/a');
    await states.setExpansion('/a', 'collapsed');
    await states.select('/b');
    assert.equal(states.expansionOf('/a'), 'collapsed');
    assert.equal(states.selected, '/b');
  });

  it('contain only the collapsed rows after all were collapsed', async () => {
    const states = new TreeRowStates(heldMemory(), 'pipeline-rows');
    await states.setExpansion('/a', 'expanded');
    await states.setExpansion('/a/1', 'expanded');
    await states.select('/a/1');
    await states.collapseAll(['/a']);
    assert.equal(states.expansionOf('/a'), 'collapsed');
    assert.equal(states.expansionOf('/a/1'), undefined);
    assert.equal(states.selected, undefined);
  });

  it('are limited to 100 rows, without the least recently changed', async () => {
    const memory = heldMemory();
    const states = new TreeRowStates(memory, 'pipeline-rows');
    for (let row = 0; row < 150; row++) await states.setExpansion(`/${row}`, 'expanded');
    await states.setExpansion('/50', 'collapsed');
    await states.setExpansion('/new', 'expanded');
    assert.equal(states.expansionOf('/49'), undefined);
    assert.equal(states.expansionOf('/50'), 'collapsed');
    assert.equal(states.expansionOf('/51'), undefined);
    assert.equal(states.expansionOf('/52'), 'expanded');
    assert.deepEqual([memory.held.get('pipeline-rows')].flat().length, 100);
  });

  it("aren't written again if the selected row is selected", async () => {
    const memory = heldMemory();
    const states = new TreeRowStates(memory, 'pipeline-rows');
    await states.select('/a');
    const written = memory.held.get('pipeline-rows');
    await states.select('/a');
    assert.equal(memory.held.get('pipeline-rows'), written);
  });
});
