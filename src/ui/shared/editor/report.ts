import { background } from '../../../base/background';
import { t } from '../../../base/localize';
import type { Log } from '../../../base/log';
import { COMMAND, type CommandId } from '../../../presentation/shared/command-ids';
import {
  type ErrorAction,
  explain,
  failureText,
  isSilent,
  sentences,
} from '../../../presentation/shared/error-messages';
import { execute } from './execute';
import type { MessageAction, Prompts } from './prompts';

/**
 * Shows what failed and why, with the next steps as buttons. `retry`: repeats the operation. `closing`: a
 * final sentence.
 */
export type Report = (what: string, error: unknown, retry?: () => void, closing?: string) => void;

export function createReport(prompts: Prompts, log: Log): Report {
  const run = (id: CommandId) => (): void => {
    background(execute(id));
  };
  return (what, error, retry, closing) => {
    if (isSilent(error)) return;
    log.error(`${what} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    const { steps, check, base, doubt } = explain(error);
    const signIn = (): void => {
      background(execute(COMMAND.signIn, base === undefined ? undefined : { base }));
    };
    const actions: Readonly<Record<ErrorAction, MessageAction | undefined>> = {
      'sign-in': { title: t('Sign In Again'), run: signIn },
      'another-token': { title: t('Sign In with Another Token'), run: signIn },
      // If the outcome is unknown, offer to refresh instead of repeating the operation.
      refresh: check === undefined ? undefined : { title: t('Refresh'), run: run(check) },
      retry: retry === undefined ? undefined : { title: t('Retry'), run: retry },
      'show-output': { title: t('Show Output'), run: run(COMMAND.showOutput) },
    };
    const anyway: MessageAction = {
      title: t('Try Anyway'),
      run: () => {
        doubt?.();
        retry?.();
      },
    };
    prompts.showMessage('error', sentences(failureText(what, error), closing), [
      ...(doubt === undefined || retry === undefined ? [] : [anyway]),
      ...steps.flatMap((step) => actions[step] ?? []),
    ]);
  };
}
