/** Reasons of unhandled rejections, by promise. */
const unheard = new Map<Promise<unknown>, unknown>();

/** Matches stack traces of the editor's built-in extensions, which run in the same process. */
const OF_OTHERS = /[\\/]lib[\\/]vscode[\\/]extensions[\\/]/;

/**
 * Starts to record unhandled rejections. Ignores those that are handled later, because VS Code also waits for
 * a second.
 */
export function listenForRejections(): void {
  process.on('unhandledRejection', (reason, promise) => {
    if (!(reason instanceof Error && OF_OTHERS.test(reason.stack ?? ''))) unheard.set(promise, reason);
  });
  process.on('rejectionHandled', (promise) => {
    unheard.delete(promise);
  });
}

/** Throws if a promise was rejected and not handled, because the user wouldn't see such a failure. */
export async function noneUnheard(): Promise<void> {
  // Node.js reports unhandled rejections after the microtasks.
  await new Promise((resolve) => setImmediate(resolve));
  const reasons = [...unheard.values()];
  unheard.clear();
  if (reasons.length === 0) return;
  const stacks = reasons.map((reason) =>
    reason instanceof Error ? (reason.stack ?? reason.message) : String(reason),
  );
  throw new Error(`A promise was rejected and nobody handled it:\n${stacks.join('\n')}`);
}
