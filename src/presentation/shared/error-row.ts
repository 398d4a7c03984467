import { t } from '../../base/localize';
import { briefReason } from './brief-reasons';
import { COMMAND, type CommandId } from './command-ids';
import { type ErrorAction, explain } from './error-messages';
import { accessibleLabel, type Row } from './row';

interface Click {
  readonly command: CommandId;
  readonly title: () => string;
  readonly hint: () => string;
}

const refreshed = { title: () => t('Refresh'), hint: () => t('click to refresh') };

/** Clicks on the row for next steps. */
const CLICKS: Readonly<Record<ErrorAction, Click>> = {
  'another-token': {
    command: COMMAND.signIn,
    title: () => t('Sign In with Another Token'),
    hint: () => t('click to sign in'),
  },
  'sign-in': { command: COMMAND.signIn, title: () => t('Sign In'), hint: () => t('click to sign in') },
  retry: { command: COMMAND.refreshPipelines, ...refreshed },
  refresh: { command: COMMAND.refreshPipelines, ...refreshed },
  'show-output': {
    command: COMMAND.showOutput,
    title: () => t('Show Output'),
    hint: () => t('click to show the output'),
  },
};

/** Content that couldn't be loaded. */
interface Missing {
  /** As a sentence, for the tooltip and screen readers. */
  readonly what: string;
  /** The path of a project, if several rows can fail. */
  readonly subject?: string;
}

/**
 * Row in place of rows that couldn't be loaded. Starts with the reason, because views cut off the end of rows;
 * a click is the next step. `refresh` is the command that reloads the tree.
 */
export function errorRow(
  { what, subject }: Missing,
  error: unknown,
  refresh: CommandId = COMMAND.refreshPipelines,
): Row {
  const { why, steps, base } = explain(error);
  const [step] = steps;
  const known = step === undefined ? undefined : CLICKS[step];
  const click = known && (step === 'retry' || step === 'refresh' ? { ...known, command: refresh } : known);
  const account = click?.command === COMMAND.signIn && base !== undefined ? { account: { base } } : {};
  const description = subject ?? click?.hint();
  return {
    label: briefReason(error) ?? why,
    ...(description === undefined ? {} : { description }),
    icon: { id: 'error', color: 'list.errorForeground' },
    details: [
      { name: t('Problem'), value: what },
      { name: t('Reason'), value: why },
      ...(click === undefined ? [] : [{ name: t('On click'), value: click.title() }]),
    ],
    accessibleLabel: accessibleLabel(what, why),
    contextTokens: ['error'],
    expandable: 'no',
    ...(click === undefined ? {} : { onClick: { command: click.command, title: click.title(), ...account } }),
  };
}
