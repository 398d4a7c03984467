import assert from 'node:assert/strict';
import { runQueue } from '../../scripts/lib/tests/queue.mjs';

describe('queue of checks', () => {
  /** Returns a job that records when it starts and ends. */
  const jobs = (events: string[]) => (check: string, after?: string) => ({
    check,
    after,
    run: async () => {
      events.push(`${check} starts`);
      await new Promise((resolve) => setImmediate(resolve));
      events.push(`${check} ends`);
    },
  });

  it('runs at most as many jobs at the same time as there are lanes', async () => {
    const events: string[] = [];
    const job = jobs(events);
    await runQueue([job('one'), job('two'), job('three')], 2);
    let running = 0;
    const counts = events.map((event) => (running += event.endsWith('starts') ? 1 : -1));
    assert.equal(Math.max(...counts), 2);
    assert.equal(events.length, 6);
  });

  it('starts a job when all jobs of the check that it needs have ended, and others before', async () => {
    const events: string[] = [];
    const job = jobs(events);
    await runQueue([job('build'), job('unit', 'build'), job('lint')], 2);
    assert.ok(events.indexOf('unit starts') > events.indexOf('build ends'));
    assert.ok(events.indexOf('lint starts') < events.indexOf('build ends'));
  });

  it('rejects if a job rejects', async () => {
    const job = { check: 'lint', run: () => Promise.reject(new Error('no lint')) };
    await assert.rejects(runQueue([job], 1), /no lint/);
  });
});
