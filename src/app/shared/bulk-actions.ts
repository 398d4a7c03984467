/** How one of several went. */
export interface BulkFailure<T> {
  readonly item: T;
  readonly error: unknown;
}

export interface BulkReport<T, R> {
  readonly done: readonly { readonly item: T; readonly result: R }[];
  readonly failed: readonly BulkFailure<T>[];
  /** Those that nothing was sent for, because it was stopped before. */
  readonly stopped: readonly T[];
}

export interface BulkOptions {
  /** Nothing more is begun after it; what is under way comes to its end, so that its outcome is known. */
  readonly signal?: AbortSignal | undefined;
  /** Told at the start and after each that ended. */
  readonly onProgress?: ((ended: number, of: number) => void) | undefined;
  /** The most at the same time. */
  readonly atOnce?: number;
}

/** Leaves room for what a person looks at meanwhile: six requests may be under way by default. */
const AT_ONCE = 4;

/** Does one thing to each of several, a few at a time, each once. Never rejects. */
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
