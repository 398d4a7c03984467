import { ERROR_ORDERS, type ErrorFilter } from '../../../app/errors/filter';
import type { TrackedErrors } from '../../../app/errors/tracked-errors';
import type { ErrorPlace } from '../../../app/shared/error-keys';
import { t } from '../../../base/localize';
import { ORDER_LABELS } from '../../../presentation/errors/labels';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { VIEW } from '../../../presentation/shared/view-ids';
import type { CommandRow } from '../../shared/commands/command-row';
import { refreshView } from '../../shared/commands/refresh-view';
import { couldNotCollapse } from '../../shared/commands/view-commands';
import type { Prompts } from '../../shared/editor/prompts';

export interface ErrorViewCommandDeps {
  readonly errors: TrackedErrors;
  readonly filter: ErrorFilter;
  readonly prompts: Prompts;
  /** Reloads everything that is displayed. */
  readonly refresh: (signal: AbortSignal) => Promise<void>;
  /** Redraws the view and reloads rows that failed to load. */
  readonly repaint: () => void;
  readonly showsFailure: () => boolean;
  readonly collapseAll: (view: string) => Promise<void>;
}

/** Commands for the Errors view and its lists. */
export function errorViewCommands(deps: ErrorViewCommandDeps): readonly CommandRow[] {
  const { collapseAll, errors, filter, prompts, refresh } = deps;
  const inView = (title: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> =>
    prompts.progress.inView(title, work, VIEW.errors);
  return [
    {
      id: COMMAND.refreshErrors,
      failure: () => t("Couldn't refresh the errors."),
      run: () => refreshView({ ...deps, refresh: () => inView(t('Loading errors…'), refresh) }),
    },
    {
      id: COMMAND.collapseErrors,
      failure: couldNotCollapse,
      run: () => collapseAll(VIEW.errors),
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
            label: ORDER_LABELS[value]?.title() ?? value,
            ...(value === filter.current.order ? { description: t('current') } : {}),
            value,
          })),
        });
        if (order !== undefined && order !== filter.current.order) await filter.change({ order });
      },
    },
  ];
}
