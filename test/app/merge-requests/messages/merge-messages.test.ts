import assert from 'node:assert/strict';
import { MergeMessages } from '../../../../src/app/merge-requests/messages/merge-messages';
import { heldMemory } from '../../../builders/stores';

const key = (iid: number) => ({ base: 'https://host.example', project: 1, iid });

describe('MergeMessages', () => {
  it('stores the messages by merge request and kind until they are removed', async () => {
    const memory = heldMemory();
    const messages = new MergeMessages(memory);
    assert.equal(messages.get(key(1), 'merge'), '');
    await messages.keep(key(1), 'merge', 'One\n\nTwo');
    await messages.keep(key(1), 'squash', 'All in one');
    await messages.keep(key(2), 'merge', 'Another');
    const reloaded = new MergeMessages(memory);
    assert.equal(reloaded.get(key(1), 'merge'), 'One\n\nTwo');
    assert.equal(reloaded.get(key(1), 'squash'), 'All in one');
    await reloaded.forget(key(1));
    assert.deepEqual([reloaded.get(key(1), 'merge'), reloaded.get(key(1), 'squash')], ['', '']);
    assert.equal(reloaded.get(key(2), 'merge'), 'Another');
  });

  it('stores the 20 newest messages, without blank ones', async () => {
    const messages = new MergeMessages(heldMemory());
    await messages.keep(key(0), 'merge', ' \n');
    assert.equal(messages.get(key(0), 'merge'), '');
    for (let iid = 1; iid <= 21; iid++) await messages.keep(key(iid), 'merge', `Message ${iid}`);
    assert.equal(messages.get(key(1), 'merge'), '');
    assert.equal(messages.get(key(2), 'merge'), 'Message 2');
  });
});
