import { t } from '../../base/localize';
import { COMMAND, type CommandId } from './command-ids';
import { type ErrorAction, explain } from './error-messages';
import { accessibleLabel, type Row } from './row';

/** Next steps as a click on the row. */
const CLICKS: Readonly<Record<ErrorAction, { readonly command: CommandId; readonly title: () => string }>> = {
  'more-scopes': { command: COMMAND.signIn, title: () => t('Sign In with More Scopes') },
  'sign-in': { command: COMMAND.signIn, title: () => t('Sign In') },
  retry: { command: COMMAND.refreshPipelines, title: () => t('Refresh') },
  refresh: { command: COMMAND.refreshPipelines, title: () => t('Refresh') },
  'show-output': { command: COMMAND.showOutput, title: () => t('Show Output') },
};

/**
 * Stands in a tree where rows could not be had: what is missing, why, and the next step on a click. `refresh` reads
 * what the tree shows again.
 */
export function errorRow(what: string, error: unknown, refresh: CommandId = COMMAND.refreshPipelines): Row {
  const { why, steps } = explain(error);
  const [step] = steps;
  const known = step === undefined ? undefined : CLICKS[step];
  const click = known && (step === 'retry' || step === 'refresh' ? { ...known, command: refresh } : known);
  return {
    label: what,
    description: why,
    icon: { id: 'error', color: 'list.errorForeground' },
    details: [
      { name: t('Reason'), value: why },
      ...(click === undefined ? [] : [{ name: t('On click'), value: click.title() }]),
    ],
    accessibleLabel: accessibleLabel(what, why),
    contextTokens: ['error'],
    expandable: 'no',
    ...(click === undefined ? {} : { onClick: { command: click.command, title: click.title() } }),
  };
}
