const RESTORE_TIMEOUT_MS = 60_000;
const STEP_TIMEOUT_MS = 60_000;

declare global {
  /** Restores the known state. Global, because each test file is a bundle with its own modules. */
  var restoreState: (() => Promise<void>) | undefined;
}

/**
 * A group in which each test starts from the known state. Only for tests that need an extension that has just been started,
 * because this takes long: other tests use separate merge requests, jobs, or branches. The `before` and `after` hooks that `define` registers, also in
 * helpers, run for each test.
 */
export function describeFresh(title: string, define: () => void): void {
  describe(title, () => {
    const shared = { before: globalThis.before, after: globalThis.after };
    // The hook of the top-level group has restored the state for the first test.
    let isRestored = true;
    beforeEach(async function () {
      this.timeout(RESTORE_TIMEOUT_MS);
      if (!isRestored) await globalThis.restoreState?.();
      isRestored = false;
    });
    Object.assign(globalThis, { before: beforeEach, after: afterEach });
    try {
      define();
    } finally {
      Object.assign(globalThis, shared);
    }
  });
}

/** Registers a step of a journey. */
export type Step = (name: string, run: () => Promise<void>) => void;

/** One test whose steps build on each other. A failed step ends it, and its name is added to the error. */
export function journey(title: string, define: (step: Step) => void): void {
  const steps: { readonly name: string; readonly run: () => Promise<void> }[] = [];
  define((name, run) => steps.push({ name, run }));
  it(title, async () => {
    for (const { name, run } of steps) {
      try {
        await run();
      } catch (error) {
        if (error instanceof Error) error.stack = `In the step "${name}": ${error.stack ?? error.message}`;
        throw error;
      }
    }
  }).timeout(steps.length * STEP_TIMEOUT_MS);
}
