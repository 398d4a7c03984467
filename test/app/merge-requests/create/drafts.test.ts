import assert from 'node:assert/strict';
import { CreateDrafts } from '../../../../src/app/merge-requests/create/drafts';
import type { CreateKey } from '../../../../src/schemas/new-merge-request';
import { heldMemory } from '../../../builders/stores';

describe('CreateDrafts', () => {
  const key = (branch: string): CreateKey => ({
    base: 'https://a.example',
    project: 1,
    repository: 'file:///a',
    branch,
  });
  const draft = (title: string) => ({ typed: { title }, names: {}, at: 1 });

  it('stores the ten newest drafts by project and branch', async () => {
    const drafts = new CreateDrafts(heldMemory());
    for (let number = 0; number < 12; number++) await drafts.keep(key(`b${number}`), draft(`t${number}`));
    assert.equal(drafts.find(key('b1')), undefined);
    assert.equal(drafts.find(key('b2'))?.typed.title, 't2');
    assert.equal(drafts.find({ ...key('b2'), repository: 'file:///b' })?.typed.title, 't2');
    await drafts.keep(key('b2'), { ...draft(''), typed: {} });
    assert.equal(drafts.find(key('b2')), undefined, 'one without anything typed is none');
  });

  it('limits the total length, but always stores the newest draft', async () => {
    const memory = heldMemory();
    const drafts = new CreateDrafts(memory);
    await drafts.keep(key('small'), draft('s'));
    await drafts.keep(key('large'), draft('x'.repeat(1_900_000)));
    assert.ok(drafts.find(key('small')));
    await drafts.keep(key('huge'), draft('y'.repeat(2_100_000)));
    assert.ok(drafts.find(key('huge')));
    assert.equal(drafts.find(key('large')), undefined);
    memory.held.set('new-merge-requests', [['name', { typed: 3 }], 7]);
    assert.equal(drafts.find(key('huge')), undefined, 'what cannot be read is none');
  });
});
