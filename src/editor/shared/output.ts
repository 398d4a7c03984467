import type { LogOutputChannel } from 'vscode';
import { onBackgroundFailure } from '../../base/background';
import type { Disposable } from '../../base/disposable';
import { type Log, logTo } from '../../base/log';
import { stackOf } from '../../base/log-failure';
import { isSilent } from '../../presentation/shared/error-messages';

/** The "Switchyard" output channel as a log. What it gets is masked before. */
export function outputLog(channel: LogOutputChannel): Log {
  return logTo((level, message) => {
    channel[level](message);
  });
}

/** Logs why background work failed, until the result is disposed. Work that was canceled has not failed. */
export const logBackgroundFailures = (log: Log): Disposable =>
  onBackgroundFailure((error) => {
    if (!isSilent(error)) log.error(`Background work failed: ${stackOf(error)}`);
  });
