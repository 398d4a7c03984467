import { ProgressLocation, window } from 'vscode';
import { plainText } from '../presentation/plain-text';
import { VIEW } from '../presentation/view-ids';

/** After so many milliseconds a person may give up. */
const LONG_MS = 5_000;

/**
 * Runs one request under the progress of a view; where it takes long, such as in a pause that the server asked
 * for, a message offers to give it up. Begins at once: a row's spinner must not wait.
 */
export async function withPatience<T>(
  title: string,
  work: (signal: AbortSignal) => Promise<T>,
  viewId: string = VIEW.pipelines,
): Promise<T> {
  const shown = plainText(title);
  const controller = new AbortController();
  const running = work(controller.signal);
  const ended = running.then(
    () => undefined,
    () => undefined,
  );
  void window.withProgress({ location: { viewId }, title: shown }, () => ended);
  const timer = setTimeout(() => {
    const options = { location: ProgressLocation.Notification, cancellable: true, title: shown };
    void window.withProgress(options, (_progress, token) => {
      token.onCancellationRequested(() => {
        controller.abort();
      });
      return ended;
    });
  }, LONG_MS);
  try {
    return await running;
  } finally {
    clearTimeout(timer);
  }
}
