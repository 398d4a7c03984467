import assert from 'node:assert/strict';
import { forgetKeptInput, KeptInput } from '../../../src/app/shared/kept-input';

describe('KeptInput', () => {
  const fails = () => Promise.reject(new Error('lost'));

  it('returns the input once after a failed write', async () => {
    const kept = new KeptInput<string>();
    await assert.rejects(kept.during('!12', '1h', fails));
    assert.deepEqual([kept.take('!13'), kept.take('!12'), kept.take('!12')], [undefined, '1h', undefined]);
  });

  it('removes the input after a successful write', async () => {
    const kept = new KeptInput<string>();
    await assert.rejects(kept.during('!12', '1h', fails));
    assert.equal(await kept.during('!12', '2h', () => Promise.resolve('sent')), 'sent');
    assert.equal(kept.take('!12'), undefined);
  });

  it('removes the input with the account', async () => {
    const kept = new KeptInput<string>();
    await assert.rejects(kept.during('!12', '1h', fails));
    forgetKeptInput();
    assert.equal(kept.take('!12'), undefined);
  });
});
