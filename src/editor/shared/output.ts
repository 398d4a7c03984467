import type { LogOutputChannel } from 'vscode';
import { onBackgroundFailure } from '../../base/background';
import type { Disposable } from '../../base/disposable';
import { type Log, logTo } from '../../base/log';
import { stackOf } from '../../base/log-failure';
import { isSilent } from '../../presentation/shared/error-messages';

/** The log in the "Switchyard" output channel. Messages are masked before. */
export function outputLog(channel: LogOutputChannel): Log {
  return logTo((level, message) => {
    channel[level](message);
  });
}

/** Logs failures of background work until the result is disposed. Cancellations aren't failures. */
export const logBackgroundFailures = (log: Log): Disposable =>
  onBackgroundFailure((error) => {
    if (!isSilent(error)) log.error(`Background work failed: ${stackOf(error)}`);
  });
