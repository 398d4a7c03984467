import type { QueryFormKey } from '../app/query-form-key';
import type { SavedQueries } from '../app/saved-queries';
import { targetOf } from '../app/targets';
import { t } from '../base/localize';
import { homeOf, idOf, QueryNotSaved, type QueryHome, type SavedEntry } from '../domain/saved-query';
import type { Prompts } from '../editor/prompts';
import type { Report } from '../editor/report';
import { COMMAND } from '../presentation/command-ids';
import { brokenLabel, brokenWhy, notSavedWhy } from '../presentation/query-problems';
import { filterSentence, placeWords } from '../presentation/query-words';
import type { CommandRow } from './command-row';

export interface QueryCommandPorts {
  readonly queries: SavedQueries;
  readonly prompts: Prompts;
  readonly report: Report;
  /** Opens the form. */
  readonly openForm: (key: QueryFormKey) => void;
  /** Opens the settings file that holds the saved queries. */
  readonly openSettings: (home: QueryHome) => void;
}

export function queryCommands(ports: QueryCommandPorts): readonly CommandRow[] {
  return [
    {
      id: COMMAND.newQuery,
      failure: () => t('The form was not opened.'),
      run: (argument) => {
        const target = targetOf(argument);
        const [from] = target?.kind === 'merge-request-list' ? target.queries : [];
        const at =
          target?.kind === 'place' ? { place: target.place, filters: { state: 'opened' as const } } : from;
        ports.openForm({ kind: 'new', from: at });
      },
    },
    {
      id: COMMAND.editQuery,
      failure: () => t('The form was not opened.'),
      run: (argument) => edit(ports, argument),
    },
    {
      id: COMMAND.deleteQuery,
      failure: () => t('The query was not deleted.'),
      run: (argument) => remove(ports, argument),
    },
  ];
}

async function edit(ports: QueryCommandPorts, argument: unknown): Promise<void> {
  const entry = await chosenEntry(ports, argument, t('Edit Query'), t('The query to edit'));
  if (entry === undefined) return;
  // What cannot even be read as a query can only be mended where it stands.
  if (entry.query === undefined) ports.openSettings(homeOf(entry));
  else ports.openForm({ kind: 'edit', id: idOf(entry) });
}

async function remove(ports: QueryCommandPorts, argument: unknown): Promise<void> {
  const { queries, prompts, report } = ports;
  const entry = await chosenEntry(ports, argument, t('Delete Query'), t('The query to delete'));
  if (entry === undefined) return;
  const name = labelOf(entry);
  try {
    const putBack = await queries.remove(idOf(entry));
    const undo = (): void => {
      putBack().catch((error: unknown) => {
        report(t('The query "{0}" was not put back.', name), error, undo);
      });
    };
    prompts.tell('info', t('The query "{0}" was deleted.', name), [{ title: t('Undo'), run: undo }]);
  } catch (error) {
    if (!(error instanceof QueryNotSaved)) throw error;
    prompts.tell('error', t('The query "{0}" was not deleted. {1}', name, notSavedWhy(error)), []);
  }
}

/** The entry of a row, or one that is chosen. */
async function chosenEntry(
  { queries, prompts }: QueryCommandPorts,
  argument: unknown,
  title: string,
  placeholder: string,
): Promise<SavedEntry | undefined> {
  const target = targetOf(argument);
  const entries = queries.list();
  if (target?.kind === 'merge-request-list' && target.saved !== undefined) {
    const entry = entries.find((each) => idOf(each) === target.saved);
    // Somebody took it out by hand, or it was clicked twice.
    if (entry === undefined) prompts.tell('info', t('This query is not in the settings any more.'), []);
    return entry;
  }
  if (entries.length === 0) {
    prompts.tell('info', t('There is no saved query yet. "New Query..." makes one.'), []);
    return undefined;
  }
  return prompts.pick({
    title,
    placeholder,
    items: entries.map((entry) => ({
      label: labelOf(entry),
      description: entry.query === undefined ? '' : placeWords(entry.query.place),
      detail: entry.kind === 'broken' ? brokenWhy(entry) : filterSentence(entry.query.filters),
      icon: entry.kind === 'broken' ? 'warning' : 'filter',
      value: entry,
    })),
  });
}

const labelOf = (entry: SavedEntry): string =>
  entry.kind === 'query' ? entry.query.name : brokenLabel(entry);
