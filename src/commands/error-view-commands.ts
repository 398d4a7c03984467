import type { ErrorPlace } from '../app/error-keys';
import { ERROR_ORDERS, type ErrorFilter } from '../app/error-filter';
import type { TrackedErrors } from '../app/tracked-errors';
import { targetOf } from '../app/targets';
import { t } from '../base/localize';
import type { Prompts } from '../editor/prompts';
import { COMMAND } from '../presentation/command-ids';
import { ORDER_WORDS } from '../presentation/tracked-error-words';
import { VIEW } from '../presentation/view-ids';
import type { CommandRow } from './command-row';
import { withPatience } from './patience';

export interface ErrorViewCommandPorts {
  readonly errors: TrackedErrors;
  readonly filter: ErrorFilter;
  readonly prompts: Prompts;
  /** Reads all that is shown again. */
  readonly refresh: (signal: AbortSignal) => Promise<void>;
  /** Draws the view anew; rows that failed to load are asked for again. */
  readonly repaint: () => void;
}

const inView = (title: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> =>
  withPatience(title, work, VIEW.errors);

/** Commands of the view of the errors and of its lists. */
export function errorViewCommands(ports: ErrorViewCommandPorts): readonly CommandRow[] {
  const { errors, filter, prompts, refresh, repaint } = ports;
  return [
    {
      id: COMMAND.refreshErrors,
      failure: () => t('The errors could not be refreshed.'),
      run: async () => {
        try {
          await inView(t('Reading errors…'), refresh);
        } finally {
          // Rows that failed to load are asked for again in any case.
          repaint();
        }
      },
    },
    {
      id: COMMAND.loadMoreErrors,
      failure: () => t('More errors could not be loaded.'),
      run: async (argument) => {
        const target = targetOf(argument);
        if (target?.kind !== 'project') return;
        const place: ErrorPlace = { ...target.project, path: target.path };
        await inView(t('Reading errors…'), (signal) => errors.loadMore(place, { signal }));
      },
    },
    {
      id: COMMAND.searchErrors,
      failure: () => t('The errors were not searched.'),
      run: async () => {
        await prompts.input({
          title: t('Search Errors'),
          step: [1, 1],
          prompt: t('The server looks for it in the errors of every project. Nothing shows all of them.'),
          value: filter.current.search,
          placeholder: t('TypeError, checkout, …'),
          accept: async (search) => {
            if (search.trim() !== filter.current.search) await filter.change({ search });
            return undefined;
          },
        });
      },
    },
    {
      id: COMMAND.sortErrors,
      failure: () => t('The errors were not sorted.'),
      run: async () => {
        const order = await prompts.pick({
          title: t('Sort Errors'),
          placeholder: t('What stands first'),
          items: ERROR_ORDERS.map((value) => ({
            label: ORDER_WORDS[value]?.title() ?? value,
            ...(value === filter.current.order ? { description: t('now') } : {}),
            value,
          })),
        });
        if (order !== undefined && order !== filter.current.order) await filter.change({ order });
      },
    },
  ];
}
