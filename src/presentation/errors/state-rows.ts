import { t } from '../../base/localize';
import { COMMAND, type CommandId } from '../shared/command-ids';
import { accessibleLabel, detailsOf, type Row } from '../shared/row';

/** Notes that a project shows instead of errors, or next to them. */
export type ErrorNote =
  | 'none'
  | 'nothing-found'
  | 'off'
  | 'disabled'
  | 'pending'
  | 'unseen'
  | 'no-list'
  | 'paste';

interface NoteLabels {
  readonly label: (search: string) => string;
  readonly next?: () => string;
  /** Next step, as a sentence. */
  readonly help?: () => string;
  readonly icon: string;
  readonly click?: { readonly command: CommandId; readonly title: () => string };
}

const CHANGE = { command: COMMAND.errorSettings, title: () => t('Change Error Tracking Settings') };

/** Each note describes the state. If there is a next step, a click runs it. */
const NOTES: Readonly<Record<ErrorNote, NoteLabels>> = {
  none: { label: () => t('No errors yet'), icon: 'pass' },
  'nothing-found': {
    label: (search) => t('No errors match "{0}"', search),
    next: () => t('click to change the search'),
    icon: 'search',
    click: { command: COMMAND.searchErrors, title: () => t('Search Errors') },
  },
  off: {
    label: () => t('Error tracking is off'),
    next: () => t('click to enable'),
    help: () => t('A maintainer can enable it in Settings > Monitor > Error Tracking'),
    icon: 'circle-slash',
    click: CHANGE,
  },
  disabled: {
    label: () => t('Monitoring is disabled'),
    next: () => t('click to see how to enable it'),
    help: () =>
      t('A maintainer can turn on Monitor in Settings > General > Visibility, project features, permissions'),
    icon: 'circle-slash',
    click: CHANGE,
  },
  pending: {
    label: () => t('Waiting for the external backend'),
    next: () => t('click to refresh'),
    help: () =>
      t(
        'The server is loading errors from the external backend. If none arrive, check its URL and token in Settings > Monitor > Error Tracking.',
      ),
    icon: 'clock',
    click: { command: COMMAND.refreshErrors, title: () => t('Refresh Errors') },
  },
  unseen: {
    label: () => t("You don't have access to errors"),
    next: () => t('click to refresh'),
    help: () => t('Requires at least the Reporter role and a token with the "read_api" or "api" scope'),
    icon: 'lock',
    click: { command: COMMAND.refreshErrors, title: () => t('Refresh Errors') },
  },
  'no-list': {
    label: () => t("This server doesn't list errors"),
    help: () => t('Older servers have no API to list errors'),
    icon: 'info',
  },
  paste: {
    label: () => t('Open Stack Trace'),
    next: () => t('from clipboard or selection'),
    help: () => t('Links the frames of a stack trace, or of the JSON of an event, to your files'),
    icon: 'clippy',
    click: {
      command: COMMAND.readStackTrace,
      title: () => t('Open Stack Trace from Clipboard or Selection'),
    },
  },
};

export function errorNoteRow(note: ErrorNote, search: string): Row {
  const { label, next, help, icon, click } = NOTES[note];
  const text = label(search);
  return {
    label: text,
    ...(next === undefined ? {} : { description: next() }),
    icon: { id: icon },
    details: detailsOf([t('Help'), help?.()]),
    accessibleLabel: accessibleLabel(text, next?.(), help?.()),
    contextTokens: ['errorNote'],
    expandable: 'no',
    ...(click === undefined ? {} : { onClick: { command: click.command, title: click.title() } }),
  };
}
