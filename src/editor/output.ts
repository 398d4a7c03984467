import type { LogOutputChannel } from 'vscode';
import { logTo, type Log } from '../base/log';

/** The "Switchyard" output channel as a log. What it gets is masked before. */
export function outputLog(channel: LogOutputChannel): Log {
  return logTo((level, message) => {
    channel[level](message);
  });
}
