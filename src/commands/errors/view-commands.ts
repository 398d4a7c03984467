import { ERROR_ORDERS, type ErrorFilter } from '../../app/errors/filter';
import type { TrackedErrors } from '../../app/errors/tracked-errors';
import type { ErrorPlace } from '../../app/shared/error-keys';
import { t } from '../../base/localize';
import type { Prompts } from '../../editor/shared/prompts';
import { ORDER_WORDS } from '../../presentation/errors/labels';
import { COMMAND } from '../../presentation/shared/command-ids';
import { VIEW } from '../../presentation/shared/view-ids';
import type { CommandRow } from '../shared/command-row';

export interface ErrorViewCommandDeps {
  readonly errors: TrackedErrors;
  readonly filter: ErrorFilter;
  readonly prompts: Prompts;
  /** Reads all that is shown again. */
  readonly refresh: (signal: AbortSignal) => Promise<void>;
  /** Draws the view anew; rows that failed to load are asked for again. */
  readonly repaint: () => void;
}

/** Commands of the view of the errors and of its lists. */
export function errorViewCommands(deps: ErrorViewCommandDeps): readonly CommandRow[] {
  const { errors, filter, prompts, refresh, repaint } = deps;
  const inView = (title: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> =>
    prompts.progress.inView(title, work, VIEW.errors);
  return [
    {
      id: COMMAND.refreshErrors,
      failure: () => t("Couldn't refresh the errors."),
      run: async () => {
        try {
          await inView(t('Loading errors…'), refresh);
        } finally {
          // Rows that failed to load are asked for again in any case.
          repaint();
        }
      },
    },
    {
      id: COMMAND.loadMoreErrors,
      failure: () => t("Couldn't load more errors."),
      run: async (argument) => {
        const target = argument?.target;
        if (target?.kind !== 'project') return;
        const place: ErrorPlace = { ...target.project, path: target.path };
        await inView(t('Loading errors…'), (signal) => errors.loadMore(place, { signal }));
      },
    },
    {
      id: COMMAND.searchErrors,
      failure: () => t("Couldn't search the errors."),
      run: async () => {
        await prompts.input({
          title: t('Search Errors'),
          step: [1, 1],
          prompt: t('Search the errors of all listed projects. Leave empty to show all errors.'),
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
      failure: () => t("Couldn't sort the errors."),
      run: async () => {
        const order = await prompts.pick({
          title: t('Sort Errors'),
          placeholder: t('Select a sort order'),
          items: ERROR_ORDERS.map((value) => ({
            label: ORDER_WORDS[value]?.title() ?? value,
            ...(value === filter.current.order ? { description: t('current') } : {}),
            value,
          })),
        });
        if (order !== undefined && order !== filter.current.order) await filter.change({ order });
      },
    },
  ];
}
