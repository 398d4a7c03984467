import assert from 'node:assert/strict';
import { NO_WRITES, SharedFlight } from '../../../src/app/shared/shared-request';
import { isAbort } from '../../../src/base/abort';

describe('SharedFlight', () => {
  function aRun() {
    let finish: (value: string) => void = () => undefined;
    let signal: AbortSignal | undefined;
    const state = { starts: 0 };
    const start = (given: AbortSignal): Promise<string> => {
      state.starts++;
      signal = given;
      return new Promise((resolve) => {
        finish = resolve;
      });
    };
    return {
      start,
      state,
      finish: (value: string) => {
        finish(value);
      },
      isGivenUp: () => signal?.aborted === true,
    };
  }

  it('runs once for concurrent callers', async () => {
    const flights = new SharedFlight<string, string>();
    const { start, state, finish } = aRun();
    const both = Promise.all([flights.run('a', NO_WRITES, start), flights.run('a', NO_WRITES, start)]);
    finish('done');
    assert.deepEqual(await both, ['done', 'done']);
    assert.equal(state.starts, 1);
  });

  it('continues while one caller is left, and aborts with the last one', async () => {
    const flights = new SharedFlight<string, string>();
    const { start, isGivenUp } = aRun();
    const [first, second] = [new AbortController(), new AbortController()];
    const one = flights.run('a', NO_WRITES, start, first.signal);
    const other = flights.run('a', NO_WRITES, start, second.signal);
    first.abort();
    await assert.rejects(one, isAbort);
    assert.equal(isGivenUp(), false);
    second.abort();
    await assert.rejects(other, isAbort);
    assert.equal(isGivenUp(), true);
  });

  it('runs again after it has ended or failed', async () => {
    const flights = new SharedFlight<string, string>();
    await assert.rejects(
      flights.run('a', NO_WRITES, () => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.equal(await flights.run('a', NO_WRITES, () => Promise.resolve('yes')), 'yes');
  });

  it("doesn't run for a caller that is already canceled", async () => {
    const flights = new SharedFlight<string, string>();
    const { start, state } = aRun();
    await assert.rejects(flights.run('a', NO_WRITES, start, AbortSignal.abort()), isAbort);
    assert.equal(state.starts, 0);
  });

  it('starts another run for callers after a write, and keeps the earlier one for its callers', async () => {
    const flights = new SharedFlight<string, string>();
    const server = { writeNumber: 0 };
    const [earlier, later] = [aRun(), aRun()];
    const before = flights.run('a', server, earlier.start);
    server.writeNumber++;
    const after = flights.run('a', server, later.start);
    const joined = flights.run('a', server, () => assert.fail('a third run'));
    earlier.finish('before');
    later.finish('after');
    assert.deepEqual(await Promise.all([before, after, joined]), ['before', 'after', 'after']);
    assert.deepEqual([earlier.isGivenUp(), earlier.state.starts, later.state.starts], [true, 1, 1]);
  });
});
