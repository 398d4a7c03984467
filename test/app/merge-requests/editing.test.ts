import assert from 'node:assert/strict';
import { MergeRequestRefusedError } from '../../../src/domain/merge-requests/action-errors';
import { EditConflictError } from '../../../src/domain/merge-requests/edit';
import { actingOn, writesTo } from '../../builders/acting';
import { CLOSED, TYPOS, withMergeRequests } from './helpers/acting';

describe('MergeRequestActions.edit', () => {
  const world = withMergeRequests();
  const { expected } = world;

  it("changes fields that weren't changed by another user", async () => {
    const { actions, key, store } = actingOn(world.sandbox);
    const somebodyElse = actingOn(world.sandbox, 'owner');
    const at = key(TYPOS);
    const before = await store.refresh(at);
    world.sandbox.advance(1_000);
    await somebodyElse.actions.edit(at, { description: 'Of somebody else' });
    const conflict = await expected(actions.edit(at, { description: 'Mine' }, before), EditConflictError);
    assert.equal(conflict.current.description, 'Of somebody else');
    const renamed = await actions.edit(at, { title: 'Mend two words' }, before);
    assert.equal(renamed.title, 'Mend two words', 'the title was not touched');
    assert.equal((await actions.edit(at, { description: 'Mine' }, conflict.current)).description, 'Mine');
  });

  it('finds a change of the same text in the same millisecond', async () => {
    const { actions, key, store } = actingOn(world.sandbox);
    const at = key(TYPOS);
    for (const field of ['title', 'description'] as const) {
      const before = await store.refresh(at);
      // The clock of the sandbox is still, so that the time of the last change stays the same.
      await actingOn(world.sandbox, 'owner').actions.edit(at, { [field]: `Changed ${field}` });
      await expected(actions.edit(at, { [field]: 'Mine' }, before), EditConflictError);
      assert.equal((await store.refresh(at))[field], `Changed ${field}`);
    }
  });

  it('treats a lost change as successful if the text matches, without sending it again', async () => {
    const { actions, key, store } = actingOn(world.sandbox);
    const at = key(TYPOS);
    for (const changes of [{ title: 'Fix two words' }, { description: 'Two words.' }]) {
      const before = await store.refresh(at);
      world.sandbox.advance(1_000);
      const sent = writesTo(world.sandbox).length;
      world.sandbox.faults.add({ kind: 'cut', method: 'PUT', path: '**', next: 1 });
      await assert.rejects(actions.edit(at, changes, before));
      assert.deepEqual({ ...(await actions.edit(at, changes, before)), ...changes }, store.peek(at));
      assert.equal(writesTo(world.sandbox).length, sent + 1);
    }
  });

  it('adds and removes labels without sending the others', async () => {
    const { actions, key } = actingOn(world.sandbox);
    const now = await actions.edit(key(11), { add_labels: ['bug'], remove_labels: ['feature'] });
    assert.deepEqual(now.labels, ['needs design', 'bug']);
  });

  it('changes the target branch of open merge requests only', async () => {
    const { actions, key } = actingOn(world.sandbox);
    const refused = await expected(
      actions.edit(key(CLOSED), { target_branch: 'fix/typos' }),
      MergeRequestRefusedError,
    );
    assert.deepEqual([refused.action, refused.reason], ['changeTarget', 'not-open']);
    const changed = await actions.edit(key(TYPOS), { target_branch: 'feature/gift-cards' });
    assert.equal(changed.target_branch, 'feature/gift-cards');
  });

  it('updates the time tracking in the store', async () => {
    const { actions, key, store } = actingOn(world.sandbox);
    const at = key(TYPOS);
    const stats = () => store.peek(at)?.time_stats;
    await actions.trackTime(at, { kind: 'estimate', duration: '3h30m' });
    assert.equal(stats()?.time_estimate, 12_600);
    await actions.trackTime(at, { kind: 'spend', duration: '1h', summary: 'Read it' });
    await actions.trackTime(at, { kind: 'spend', duration: '-15m' });
    assert.deepEqual([stats()?.total_time_spent, stats()?.human_total_time_spent], [2_700, '45m']);
    await actions.trackTime(at, { kind: 'reset-estimate' });
    await actions.trackTime(at, { kind: 'reset-spent' });
    assert.deepEqual([stats()?.time_estimate, stats()?.total_time_spent], [0, 0]);
  });
});
