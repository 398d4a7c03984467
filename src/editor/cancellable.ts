import { ProgressLocation, window } from 'vscode';
import { plainText } from '../presentation/plain-text';

/** Runs work under a notification that says how far it is and can end it. */
export async function cancellable<T>(
  title: string,
  work: (signal: AbortSignal, say: (message: string) => void) => Promise<T>,
): Promise<T> {
  const options = { location: ProgressLocation.Notification, cancellable: true, title: plainText(title) };
  return window.withProgress(options, async (progress, token) => {
    const stop = new AbortController();
    const subscription = token.onCancellationRequested(() => {
      stop.abort();
    });
    try {
      return await work(stop.signal, (message) => {
        progress.report({ message: plainText(message) });
      });
    } finally {
      subscription.dispose();
    }
  });
}
