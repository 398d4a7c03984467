import type { LogOutputChannel } from 'vscode';
import { onBackgroundFailure } from '../../../base/background';
import { type Disposable, type DisposableStore, onDispose } from '../../../base/disposable';
import { type Log, logTo } from '../../../base/log';
import { stackOf } from '../../../base/log-failure';
import { isSilent } from '../../../presentation/shared/error-messages';

/**
 * The log in the "Switchyard" output channel. Messages are masked before. Ignores messages of work that ends after the
 * extension, because a disposed channel throws an error.
 */
export function outputLog(
  channel: Pick<LogOutputChannel, 'trace' | 'debug' | 'info' | 'warn' | 'error'>,
  store: DisposableStore,
): Log {
  let isOpen = true;
  store.add(
    onDispose(() => {
      isOpen = false;
    }),
  );
  return logTo((level, message) => {
    if (isOpen) channel[level](message);
  });
}

/** Logs failures of background work until the result is disposed. Cancellations aren't failures. */
export const logBackgroundFailures = (log: Log): Disposable =>
  onBackgroundFailure(
    (error) => {
      if (!isSilent(error)) log.error(`Background work failed: ${stackOf(error)}`);
    },
    (error) => {
      if (!isSilent(error)) log.trace(`Ignored a failure: ${stackOf(error)}`);
    },
  );
