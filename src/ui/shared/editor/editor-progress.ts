import { type CancellationToken, ProgressLocation, window } from 'vscode';
import { background } from '../../../base/background';
import { t } from '../../../base/localize';
import { plainText } from '../../../presentation/shared/plain-text';
import { VIEW } from '../../../presentation/shared/view-ids';
import type { Progress } from './progress';

/** Milliseconds after which work in a view can be canceled. */
const LONG_MS = 5_000;

async function inView<T>(
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
  background(window.withProgress({ location: { viewId }, title: shown }, () => ended));
  const timer = setTimeout(() => {
    const options = { location: ProgressLocation.Notification, cancellable: true, title: shown };
    background(
      window.withProgress(options, (_progress, token) => {
        token.onCancellationRequested(() => {
          controller.abort();
        });
        return ended;
      }),
    );
  }, LONG_MS);
  try {
    return await running;
  } finally {
    clearTimeout(timer);
  }
}

/** Runs work with a notification and a Cancel button. VS Code shows reported messages as "title: message". */
async function inNotification<T>(
  title: string,
  work: (signal: AbortSignal, report: (message: string, increment?: number) => void) => Promise<T>,
): Promise<T> {
  const options = {
    location: ProgressLocation.Notification,
    cancellable: true,
    title: plainText(title).replace(/…$/, ''),
  };
  return window.withProgress(options, async (progress, token: CancellationToken) => {
    const controller = new AbortController();
    const subscription = token.onCancellationRequested(() => {
      controller.abort();
    });
    try {
      return await work(controller.signal, (message, increment) => {
        progress.report({ message: plainText(message), ...(increment === undefined ? {} : { increment }) });
      });
    } finally {
      subscription.dispose();
    }
  });
}

/** The progress of VS Code's views, status bar, and notifications. */
export const editorProgress: Progress = {
  inView,
  inStatusBar: async (title, work) =>
    window.withProgress({ location: ProgressLocation.Window, title: plainText(title) }, work),
  cancellable: (title, work) => inNotification(title, work),
  counting: (title, work) =>
    inNotification(title, (signal, report) => {
      let shown = 0;
      const onProgress = (ended: number, of: number): void => {
        report(t('{0} of {1}', ended, of), ((ended - shown) / of) * 100);
        shown = ended;
      };
      return work({ signal, onProgress });
    }),
};
