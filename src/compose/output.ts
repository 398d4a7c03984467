import { type LogOutputChannel, window } from 'vscode';
import { bothLogs, type Log, logTo, maskedLog, SecretMask, silentLog } from '../base/log';
import { editorChoices } from '../editor/shared/choices';
import { logBackgroundFailures, outputLog } from '../editor/shared/output';
import { editorPrompts, type Prompts } from '../editor/shared/prompts';
import { type ReplaceableChoices, replaceableChoices } from '../editor/shared/replaceable-choices';
import { type ReplaceablePrompts, replaceablePrompts } from '../editor/shared/replaceable-prompts';
import { createReport, type Report } from '../editor/shared/report';
import { reportingPrompts } from '../editor/shared/reporting-prompts';
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
  readonly choices: ReplaceableChoices;
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
  store.add(logBackgroundFailures(log));
  const plainPrompts = replaceablePrompts(editorPrompts);
  const report = createReport(plainPrompts, log);
  const prompts = reportingPrompts(plainPrompts, report);
  const notify = (message: string): void => {
    prompts.showMessage('info', message, []);
  };
  const choices = replaceableChoices(editorChoices);
  return { channel, mask, log, plainPrompts, prompts, report, notify, choices };
}
