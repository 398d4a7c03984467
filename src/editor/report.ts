import { commands } from 'vscode';
import { t } from '../base/localize';
import type { Log } from '../base/log';
import { COMMAND } from '../presentation/command-ids';
import { explain, isSilent, type NextStep } from '../presentation/error-sentences';
import type { MessageAction, Prompts } from './prompts';

/** Tells a person what did not happen and why, with the next step as a button. `retry` does the same thing again. */
export type Report = (what: string, error: unknown, retry?: () => void) => void;

export function createReport(prompts: Prompts, log: Log): Report {
  const run = (id: string) => (): void => {
    void commands.executeCommand(id);
  };
  return (what, error, retry) => {
    if (isSilent(error)) return;
    log.error(`${what} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    const { why, steps } = explain(error);
    const actions: Readonly<Record<NextStep, MessageAction | undefined>> = {
      'sign-in': { title: t('Sign In Again'), run: run(COMMAND.signIn) },
      retry: retry === undefined ? undefined : { title: t('Retry'), run: retry },
      'show-output': { title: t('Show Output'), run: run(COMMAND.showOutput) },
    };
    prompts.tell(
      'error',
      t('{0} {1}', what, why),
      steps.flatMap((step) => actions[step] ?? []),
    );
  };
}
