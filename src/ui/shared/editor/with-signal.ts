import type { CancellationToken } from 'vscode';

/** Calls a function with a signal that aborts when the token is canceled. */
export async function withSignal<T>(
  token: CancellationToken,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const listening = token.onCancellationRequested(() => {
    controller.abort();
  });
  if (token.isCancellationRequested) controller.abort();
  try {
    return await run(controller.signal);
  } finally {
    listening.dispose();
  }
}
