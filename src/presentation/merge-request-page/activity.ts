import { t } from '../../base/localize';
import { type ChangeEntry, isNewSince } from '../../domain/discussions/activity';
import { threadSearch } from '../../domain/discussions/threads';
import type { ActivityView } from '../../schemas/stored/reviews';
import { attributes, type Content, type Html, html } from '../shared/html';
import { webPage } from '../shared/links';
import type { ActivityAct } from './activity-acts';
import { changeOf } from './activity-changes';
import { NO_ACTIVITY } from './activity-model';
import { type ActivityItem, shownActivity } from './activity-shown';
import type { NoteOf } from './discussion-model';
import type { ShortenedThread } from './discussion-shown';
import type { MergeRequestPageModel } from './model';

/** Returns the buttons that select which activity is shown, and in which order. */
export function activityChoices({ activity = NO_ACTIVITY }: MergeRequestPageModel): Html {
  const { search, view } = activity;
  const { filter, order } = view;
  const other = order === 'oldest' ? 'newest' : 'oldest';
  // A search is only in threads.
  const filters =
    threadSearch(search) === undefined
      ? html`<div class="segments" role="group" aria-label="${t('Show')}">
          ${FILTERS.map((each) => choice('filterActivity', each, { text: FILTER_LABELS[each](), pressed: each === filter }))}
        </div>`
      : undefined;
  return html`<div class="toolbar choices-of-activity">
    ${filters} ${choice('sortActivity', other, { text: ORDER_LABELS[other]() })}
  </div>`;
}

const FILTERS = ['all', 'comments', 'history'] as const;
const FILTER_LABELS: Readonly<Record<ActivityView['filter'], () => string>> = {
  all: () => t('All Activity'),
  comments: () => t('Comments Only'),
  history: () => t('History Only'),
};
const ORDER_LABELS: Readonly<Record<ActivityView['order'], () => string>> = {
  oldest: () => t('Show Oldest First'),
  newest: () => t('Show Newest First'),
};

function choice(
  act: ActivityAct,
  value: string,
  { text, pressed }: { readonly text: string; readonly pressed?: boolean },
): Html {
  const given = attributes({
    type: 'button',
    class: pressed === undefined ? 'link' : 'segment',
    // Without the value, so that the button that changes the order keeps the focus.
    id: pressed === undefined ? act : `${act}-${value}`,
    'data-act': act,
    'data-keeps': true,
    value,
    'aria-pressed': pressed === undefined ? undefined : String(pressed),
  });
  return html`<button ${given}>${text}</button>`;
}

/** Returns comments and changes by time. `threadOf` renders a thread. */
export function activityList(
  model: MergeRequestPageModel,
  threadOf: (model: MergeRequestPageModel, thread: ShortenedThread) => Content,
): Content {
  const { discussions, activity = NO_ACTIVITY } = model;
  const newestFirst = activity.view.order === 'newest';
  const { items, older, revealed } = shownActivity(model);
  const shown = newestFirst ? [...items].reverse() : items;
  const list =
    shown.length === 0
      ? emptyText(model)
      : html`<ol class="comment-list">
          ${shown.map((item) => itemOf(model, item, threadOf))}
        </ol>`;
  // An older comment is on the other side of the button, because it isn't next to the others.
  const apart =
    revealed &&
    html`<ol class="comment-list">
      ${itemOf(model, revealed, threadOf)}
    </ol>`;
  const more = olderButton(older);
  const cut =
    (discussions.known?.cut ?? false) || activity.cut
      ? html`<p class="quiet">${t("Some activity on the server isn't loaded.")} ${openInBrowserLink(model)}</p>`
      : undefined;
  return newestFirst ? html`${list} ${more} ${apart} ${cut}` : html`${apart} ${more} ${list} ${cut}`;
}

function emptyText({ discussions: { known }, activity = NO_ACTIVITY }: MergeRequestPageModel): Content {
  const isLoading = known === undefined && activity.events === undefined;
  if (isLoading || activity.errorMessage !== undefined || activity.view.filter === 'comments')
    return undefined;
  // The search field shows that no threads match.
  if (threadSearch(activity.search) !== undefined) return undefined;
  return html`<p class="quiet">
    ${activity.view.filter === 'history' ? t('No recorded changes') : t('No activity yet')}
  </p>`;
}

function itemOf(
  model: MergeRequestPageModel,
  item: ActivityItem,
  threadOf: (model: MergeRequestPageModel, thread: ShortenedThread) => Content,
): Html {
  switch (item.kind) {
    case 'thread':
      return html`<li>${threadOf(model, item.thread)}</li>`;
    case 'change':
      return html`<li class="event">${changeOf(model, item.entry.change)}</li>`;
    case 'run':
      return html`<li class="event">${runOf(model, item.entries)}</li>`;
    case 'since':
      return html`<li class="since"><h3 id="since-last-visit">${sinceLabel(model)}</h3></li>`;
  }
}

/** In the reverse order, the older entries follow. */
const sinceLabel = ({ activity }: MergeRequestPageModel): string =>
  activity?.view.order === 'newest' ? t('Before your last visit') : t('New since your last visit');

function runOf(model: MergeRequestPageModel, entries: readonly ChangeEntry[]): Html {
  const ordered = model.activity?.view.order === 'newest' ? [...entries].reverse() : entries;
  const count = entries.length;
  return html`<details id="run-${entries[0]?.change.id ?? ''}" class="run">
    <summary>
      <span class="when-closed">${t('{0, plural, one {Show # event} other {Show # events}}', count)}</span>
      <span class="when-open">${t('{0, plural, one {Hide # event} other {Hide # events}}', count)}</span>
    </summary>
    <ol class="events">
      ${ordered.map(({ change }) => html`<li class="event">${changeOf(model, change)}</li>`)}
    </ol>
  </details>`;
}

function olderButton(count: number): Content {
  if (count === 0) return undefined;
  const text = t(
    "{0, plural, one {# older entry isn't shown.} other {# older entries aren't shown.}}",
    count,
  );
  return html`<p class="counts">
    <span class="quiet">${text}</span>
    <button type="button" class="link" id="older-activity" data-act="showOlderActivity" data-keeps>${t('Load More')}</button>
  </p>`;
}

/** Marks a reply that another user wrote after the last visit, because its thread may be older. */
export function newBadge(
  { activity, me }: MergeRequestPageModel,
  { author, created_at: at }: NoteOf,
): Content {
  const since = activity?.since;
  if (since === undefined || !isNewSince({ since, me }, { time: Date.parse(at ?? ''), author }))
    return undefined;
  return html`<span class="badge info">${t('new')}</span>`;
}

/** Returns a link to the merge request on the server. */
export function openInBrowserLink({ mergeRequest: { web_url: url } }: MergeRequestPageModel): Content {
  const page = webPage(url);
  return page && html`<a href="${page}" data-act="open-link">${t('View all in the browser')}</a>`;
}

/** Returns the error if the changes couldn't be loaded. */
export function activityError({ activity = NO_ACTIVITY }: MergeRequestPageModel): Content {
  if (activity.errorMessage === undefined) return undefined;
  return html`<p class="notice bad" role="alert"><span>${activity.errorMessage}</span></p>
    <div class="toolbar">
      <button type="button" class="secondary" data-act="refresh" data-keeps>${t('Try Again')}</button>
    </div>`;
}
