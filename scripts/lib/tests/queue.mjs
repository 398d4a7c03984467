// A queue of jobs that run at the same time.

/**
 * Runs jobs in their order, at most `lanes` at the same time. A job is an object with `run`, the name of its check, and
 * optionally `after`, the name of a check whose jobs must have ended before.
 */
export async function runQueue(jobs, lanes) {
  const waiting = [...jobs];
  const running = new Map();
  const isReady = ({ after }) =>
    ![...waiting, ...running.keys()].some(({ check }) => after !== undefined && check === after);
  while (waiting.length > 0 || running.size > 0) {
    const next = running.size < lanes ? waiting.findIndex(isReady) : -1;
    if (next === -1) {
      await Promise.race(running.values());
      continue;
    }
    const [job] = waiting.splice(next, 1);
    running.set(
      job,
      job.run().finally(() => running.delete(job)),
    );
  }
}
