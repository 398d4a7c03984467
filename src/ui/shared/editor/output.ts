import type { LogOutputChannel } from 'vscode';
import { onBackgroundFailure } from '../../../base/background';
import { type Disposable, type DisposableStore, onDispose } from '../../../base/disposable';
import {
  bothLogs,
  componentLog,
  type Log,
  logTo,
  maskedLog,
  type SecretMask,
  silentLog,
} from '../../../base/log';
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

/** Creates the log of the extension, and adds failures of background work to it. `onLogLine`: receives each line. */
export function extensionLog(
  channel: LogOutputChannel,
  mask: SecretMask,
  { store, onLogLine }: { store: DisposableStore; onLogLine: ((line: string) => void) | undefined },
): Log {
  const lineLog =
    onLogLine === undefined
      ? silentLog
      : logTo((_level, line) => {
          onLogLine(line);
        });
  const log = maskedLog(bothLogs(outputLog(channel, store), lineLog), mask);
  store.add(logBackgroundFailures(componentLog(log, 'background')));
  return log;
}

/** Logs failures of background work until the result is disposed. Cancellations aren't failures. */
const logBackgroundFailures = (log: Log): Disposable =>
  onBackgroundFailure(
    (error) => {
      if (!isSilent(error)) log.error(`Background work failed: ${stackOf(error)}`);
    },
    (error) => {
      if (!isSilent(error)) log.trace(`Ignored a failure: ${stackOf(error)}`);
    },
  );
