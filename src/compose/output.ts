import { type LogOutputChannel, window } from 'vscode';
import { bothLogs, componentLog, type Log, logTo, maskedLog, SecretMask, silentLog } from '../base/log';
import { logBackgroundFailures, outputLog } from '../ui/shared/editor/output';
import {
  type ReplaceablePrompts,
  replaceablePrompts,
  reportingPrompts,
} from '../ui/shared/editor/prompt-wrappers';
import { editorPrompts, type Prompts } from '../ui/shared/editor/prompts';
import { createReport, type Report } from '../ui/shared/editor/report';
import type { Registered } from './registered';

/** The output channel, prompts, and messages. */
export interface OutputModule {
  readonly channel: LogOutputChannel;
  /** Removes secrets from the log. */
  readonly mask: SecretMask;
  readonly log: Log;
  /** Basis of `prompts`; tests replace it to answer instead of the user. */
  readonly plainPrompts: ReplaceablePrompts;
  readonly prompts: Prompts;
  readonly report: Report;
  /** Shows a message without buttons. */
  readonly notify: (message: string) => void;
}

export function composeOutput({ store, onLogLine }: Registered): OutputModule {
  const mask = new SecretMask();
  const channel = store.add(window.createOutputChannel('Switchyard', { log: true }));
  const lineLog =
    onLogLine === undefined
      ? silentLog
      : logTo((_level, line) => {
          onLogLine(line);
        });
  const log = maskedLog(bothLogs(outputLog(channel, store), lineLog), mask);
  store.add(logBackgroundFailures(componentLog(log, 'background')));
  const plainPrompts = replaceablePrompts(editorPrompts);
  const report = createReport(plainPrompts, componentLog(log, 'commands'));
  const prompts = reportingPrompts(plainPrompts, report);
  const notify = (message: string): void => {
    prompts.showMessage('info', message, []);
  };
  return { channel, mask, log, plainPrompts, prompts, report, notify };
}
