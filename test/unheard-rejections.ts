/** Rejections that nobody has handled so far, by their promises. */
const unheard = new Map<Promise<unknown>, unknown>();

/** Part of the stacks of the editor's own extensions, which run in the same process. */
const OF_OTHERS = /[\\/]lib[\\/]vscode[\\/]extensions[\\/]/;

/** Begins to listen. Those that are handled later, as the editor allows for a second, do not count. */
export function listenForRejections(): void {
  process.on('unhandledRejection', (reason, promise) => {
    if (!(reason instanceof Error && OF_OTHERS.test(reason.stack ?? ''))) unheard.set(promise, reason);
  });
  process.on('rejectionHandled', (promise) => {
    unheard.delete(promise);
  });
}

/** Fails where a promise was rejected and nobody handled it: its failure would be shown to nobody. */
export async function noneUnheard(): Promise<void> {
  // Node tells of them when the microtasks are done.
  await new Promise((resolve) => setImmediate(resolve));
  const reasons = [...unheard.values()];
  unheard.clear();
  if (reasons.length === 0) return;
  const stacks = reasons.map((reason) =>
    reason instanceof Error ? (reason.stack ?? reason.message) : String(reason),
  );
  throw new Error(`A promise was rejected and nobody handled it:\n${stacks.join('\n')}`);
}
