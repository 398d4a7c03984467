import type { QueryFormKey } from '../../../app/merge-requests/query-form-key';
import type { SavedQueries } from '../../../app/merge-requests/saved-queries';
import { t } from '../../../base/localize';
import {
  configurationTargetOf,
  idOf,
  type QueryConfigurationTarget,
  QueryNotSavedError,
  type SavedEntry,
} from '../../../domain/merge-requests/saved-query';
import { filterSentence, queryPlaceLabel } from '../../../presentation/merge-requests/query-labels';
import {
  invalidEntryLabel,
  invalidEntryReason,
  notSavedReason,
} from '../../../presentation/merge-requests/query-problems';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { CommandRow } from '../../shared/commands/command-row';
import type { Prompts } from '../../shared/editor/prompts';
import type { Report } from '../../shared/editor/report';

export interface QueryCommandDeps {
  readonly queries: SavedQueries;
  readonly prompts: Prompts;
  readonly report: Report;
  /** Opens the query form. */
  readonly openForm: (key: QueryFormKey) => void;
  /** Opens the settings file that contains the saved queries. */
  readonly openSettings: (target: QueryConfigurationTarget) => void;
}

export function queryCommands(deps: QueryCommandDeps): readonly CommandRow[] {
  return [
    {
      id: COMMAND.newQuery,
      failure: () => t("Couldn't open the form."),
      run: (argument) => {
        const target = argument?.target;
        const [from] = target?.kind === 'merge-request-list' ? target.queries : [];
        const at =
          target?.kind === 'place' ? { place: target.place, filters: { state: 'opened' as const } } : from;
        deps.openForm({ kind: 'new', from: at });
      },
    },
    {
      id: COMMAND.editQuery,
      failure: () => t("Couldn't open the form."),
      run: (argument) => edit(deps, argument),
    },
    {
      id: COMMAND.deleteQuery,
      failure: () => t("Couldn't delete the query."),
      run: (argument) => remove(deps, argument),
    },
  ];
}

async function edit(deps: QueryCommandDeps, argument: CommandArgument): Promise<void> {
  const entry = await chosenEntry(deps, argument, t('Edit Merge Request Query'), t('Select a query to edit'));
  if (entry === undefined) return;
  // An invalid query can only be edited in the settings file.
  if (entry.query === undefined) deps.openSettings(configurationTargetOf(entry));
  else deps.openForm({ kind: 'edit', id: idOf(entry) });
}

async function remove(deps: QueryCommandDeps, argument: CommandArgument): Promise<void> {
  const { queries, prompts, report } = deps;
  const entry = await chosenEntry(
    deps,
    argument,
    t('Delete Merge Request Query'),
    t('Select a query to delete'),
  );
  if (entry === undefined) return;
  const name = labelOf(entry);
  try {
    const putBack = await queries.remove(idOf(entry));
    const undo = (): void => {
      putBack().catch((error: unknown) => {
        report(t('Couldn\'t restore query "{0}".', name), error, undo);
      });
    };
    prompts.showMessage('info', t('Query "{0}" deleted.', name), [{ title: t('Undo'), run: undo }]);
  } catch (error) {
    if (!(error instanceof QueryNotSavedError)) throw error;
    prompts.showMessage('error', t('Couldn\'t delete query "{0}". {1}', name, notSavedReason(error)), []);
  }
}

/** Returns the entry of the row, or asks for one. */
async function chosenEntry(
  { queries, prompts }: QueryCommandDeps,
  argument: CommandArgument,
  title: string,
  placeholder: string,
): Promise<SavedEntry | undefined> {
  const target = argument?.target;
  const entries = queries.list();
  if (target?.kind === 'merge-request-list' && target.saved !== undefined) {
    const entry = entries.find((each) => idOf(each) === target.saved);
    // The entry was removed from the settings, or the row was clicked twice.
    if (entry === undefined) prompts.showMessage('info', t('This query is no longer in the settings.'), []);
    return entry;
  }
  if (entries.length === 0) {
    prompts.showMessage(
      'info',
      t('No saved queries. Run "Switchyard: New Merge Request Query..." to create one.'),
      [],
    );
    return undefined;
  }
  return prompts.pick({
    title,
    placeholder,
    items: entries.map((entry) => ({
      label: labelOf(entry),
      description: entry.query === undefined ? '' : queryPlaceLabel(entry.query.place),
      detail: entry.kind === 'broken' ? invalidEntryReason(entry) : filterSentence(entry.query.filters),
      icon: entry.kind === 'broken' ? 'warning' : 'filter',
      value: entry,
    })),
  });
}

const labelOf = (entry: SavedEntry): string =>
  entry.kind === 'query' ? entry.query.name : invalidEntryLabel(entry);
