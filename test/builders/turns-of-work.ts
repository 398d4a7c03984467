/** Returns the maximum increase of `done` between two iterations of the event loop while the work runs. */
export async function mostInOneTurn(work: Promise<unknown>, done: () => number): Promise<number> {
  const state = { over: false };
  const end = (): void => {
    state.over = true;
  };
  work.then(end, end);
  let most = 0;
  for (let before = done(); !state.over;) {
    await new Promise((resolve) => setImmediate(resolve));
    const now = done();
    most = Math.max(most, now - before);
    before = now;
  }
  await work;
  return most;
}
