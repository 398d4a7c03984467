/** An item whose action failed. */
export interface BulkFailure<T> {
  readonly item: T;
  readonly error: unknown;
}

export interface BulkReport<T, R> {
  readonly done: readonly { readonly item: T; readonly result: R }[];
  readonly failed: readonly BulkFailure<T>[];
  /** Items for which nothing was sent, because the signal aborted before. */
  readonly stopped: readonly T[];
}

export interface BulkOptions {
  /** Prevents further actions from starting. Those in progress finish, so that their outcome is known. */
  readonly signal?: AbortSignal | undefined;
  /** Called at the start and after each action. */
  readonly onProgress?: ((ended: number, of: number) => void) | undefined;
  /** Maximum number of concurrent actions. */
  readonly atOnce?: number;
}

/** Leaves capacity for views: by default, a server gets at most six requests at the same time. */
const AT_ONCE = 4;

/** Performs an action once for each item, a few at a time. Never rejects. */
export async function inBulk<T, R>(
  items: readonly T[],
  act: (item: T) => Promise<R>,
  { signal, onProgress, atOnce = AT_ONCE }: BulkOptions = {},
): Promise<BulkReport<T, R>> {
  const outcomes = new Map<T, { readonly result: R } | { readonly error: unknown }>();
  const waiting = items[Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (;;) {
      if (signal?.aborted === true) return;
      const next = waiting.next();
      if (next.done === true) return;
      try {
        outcomes.set(next.value, { result: await act(next.value) });
      } catch (error) {
        outcomes.set(next.value, { error });
      }
      onProgress?.(outcomes.size, items.length);
    }
  };
  onProgress?.(0, items.length);
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  const done: { item: T; result: R }[] = [];
  const failed: BulkFailure<T>[] = [];
  const stopped: T[] = [];
  for (const item of items) {
    const outcome = outcomes.get(item);
    if (outcome === undefined) stopped.push(item);
    else if ('error' in outcome) failed.push({ item, error: outcome.error });
    else done.push({ item, result: outcome.result });
  }
  return { done, failed, stopped };
}
