import type { ChangeEvent } from '../../domain/discussions/activity';
import type { ActivityView } from '../../schemas/stored/reviews';

/** Changes of a merge request, and which activity the page shows. */
export interface ActivityModel {
  readonly view: ActivityView;
  /** Changes that aren't system notes; undefined until loaded, or if they aren't shown. */
  readonly events: readonly ChangeEvent[] | undefined;
  /** The server has more of them. */
  readonly cut: boolean;
  /** Why the last request failed. */
  readonly errorMessage: string | undefined;
  /** Number of pages of entries to show, at least 1. */
  readonly pages: number;
  /** The text of the search field. If it isn't blank, only matching threads are shown. */
  readonly search: string;
  /** ID of a comment to show even if it is older than the others, or excluded by the filter. */
  readonly revealed?: number | undefined;
  /** When the user last saw the page, in Unix milliseconds; undefined on the first visit. */
  readonly since: number | undefined;
}

export const NO_ACTIVITY: ActivityModel = {
  view: { filter: 'all', order: 'oldest' },
  events: undefined,
  cut: false,
  errorMessage: undefined,
  pages: 1,
  search: '',
  since: undefined,
};
