import assert from 'node:assert/strict';
import { forgetKeptInput, KeptInput } from '../../../src/app/shared/kept-input';

describe('what was typed for a write', () => {
  const fails = () => Promise.reject(new Error('lost'));

  it('is there once more after the write failed', async () => {
    const kept = new KeptInput<string>();
    await assert.rejects(kept.during('!12', '1h', fails));
    assert.deepEqual([kept.take('!13'), kept.take('!12'), kept.take('!12')], [undefined, '1h', undefined]);
  });

  it('is gone after the write succeeded', async () => {
    const kept = new KeptInput<string>();
    await assert.rejects(kept.during('!12', '1h', fails));
    assert.equal(await kept.during('!12', '2h', () => Promise.resolve('sent')), 'sent');
    assert.equal(kept.take('!12'), undefined);
  });

  it('is forgotten with the account that it was typed for', async () => {
    const kept = new KeptInput<string>();
    await assert.rejects(kept.during('!12', '1h', fails));
    forgetKeptInput();
    assert.equal(kept.take('!12'), undefined);
  });
});
