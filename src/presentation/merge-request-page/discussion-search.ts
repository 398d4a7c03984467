import { t } from '../../base/localize';
import { hasUserComments, threadSearch } from '../../domain/discussions/threads';
import type { FormValues } from '../../schemas/panel-message';
import { attributes, type Content, html } from '../shared/html';
import { NO_ACTIVITY } from './activity-model';
import type { MergeRequestPageModel } from './model';

/** The name of the form with the search field. */
const FORM = 'search-threads';
const FIELD = 'text';
const MAX_LENGTH = 200;

/** Returns the text of the search field; undefined for another form. */
export function searchedFor(form: string, values: FormValues): string | undefined {
  const text = values[FIELD];
  return form === FORM && typeof text === 'string' ? text.slice(0, MAX_LENGTH) : undefined;
}

/** Returns the search field for threads, with the number of matches, which screen readers announce. */
export function threadSearchField({
  activity = NO_ACTIVITY,
  discussions: { known },
}: MergeRequestPageModel): Content {
  const threads = (known?.threads ?? []).filter(hasUserComments);
  if (threads.length === 0 && activity.search === '') return undefined;
  const search = threadSearch(activity.search);
  const given = attributes({
    type: 'search',
    id: FORM,
    value: activity.search,
    maxlength: MAX_LENGTH,
    placeholder: t('Search threads by text or author'),
    'aria-label': t('Search Threads'),
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const count =
    search === undefined
      ? undefined
      : matchLabel(threads.filter(search.matches).length, {
          total: threads.length,
          cut: known?.cut === true,
        });
  return html`<form class="thread-search" data-form="${FORM}" role="search">
    <span data-field="${FIELD}"><input ${given} /></span>
    <span class="quiet" role="status">${count}</span>
  </form>`;
}

/** `cut`: the server has more threads than were loaded. */
function matchLabel(
  matches: number,
  { total, cut }: { readonly total: number; readonly cut: boolean },
): string {
  if (cut)
    return t(
      '{0, plural, =0 {None of {1} loaded threads matches} one {# of {1} loaded threads matches} other {# of {1} loaded threads match}}',
      matches,
      total,
    );
  return t(
    '{0, plural, =0 {None of {1} threads matches} one {# of {1} threads matches} other {# of {1} threads match}}',
    matches,
    total,
  );
}
