import {
  type ActivityEntry,
  activityOf,
  type ChangeEntry,
  isNewSince,
} from '../../domain/discussions/activity';
import { hasUserComments, type ThreadSearch, threadSearch } from '../../domain/discussions/threads';
import { NO_ACTIVITY } from './activity-model';
import type { DiscussionThread } from './discussion-model';
import { type ShortenedThread, shortThread } from './discussion-shown';
import type { MergeRequestPageModel } from './model';

/** Maximum number of threads per page of entries. */
export const MAX_THREADS = 50;

type Entry = ActivityEntry<DiscussionThread>;

/** Maximum number of changes, and characters of comments, per page of entries. */
const MAX_CHANGES = 150;
const MAX_CHARACTERS = 300_000;
/** From this number on, consecutive changes are collapsed, except the latest ones. */
const MIN_RUN = 6;
const SHOWN_OF_RUN = 2;

export interface ShownActivity {
  /** Oldest first. */
  readonly items: readonly ActivityItem[];
  /** Number of older entries that aren't shown. */
  readonly older: number;
  /** The entry with the revealed comment, if it is older than the items. */
  readonly revealed?: ActivityItem | undefined;
}

export type ActivityItem =
  | { readonly kind: 'thread'; readonly thread: ShortenedThread }
  | { readonly kind: 'change'; readonly entry: ChangeEntry }
  /** Consecutive changes, collapsed. */
  | { readonly kind: 'run'; readonly entries: readonly ChangeEntry[] }
  /** The start of what is new since the last visit. */
  | { readonly kind: 'since' };

/** Returns the activity that the page shows: the latest entries that match the search or the filter. */
export function shownActivity(model: MergeRequestPageModel): ShownActivity {
  const { known } = model.discussions;
  const { events, view, pages, search, revealed } = model.activity ?? NO_ACTIVITY;
  const searched = threadSearch(search);
  if (searched !== undefined) return foundThreads(known?.threads ?? [], pages, searched);
  const all = activityOf(known?.threads ?? [], events ?? []);
  const wanted = revealed === undefined ? undefined : all.find((entry) => contains(entry, revealed));
  const matching = all.filter(
    (entry) =>
      view.filter === 'all' || (entry.kind === 'thread') === (view.filter === 'comments') || entry === wanted,
  );
  const { entries, older } = latest(matching, pages);
  const items = itemsOf(model, entries);
  return wanted === undefined || entries.includes(wanted)
    ? { items, older }
    : { items, older: older - 1, revealed: itemOf(wanted, revealed) };
}

/** True for the thread with a comment, and for a system note. */
const contains = (entry: Entry, note: number): boolean =>
  entry.kind === 'thread'
    ? entry.thread.notes.some(({ id }) => id === note)
    : entry.change.kind === 'note' && entry.change.note === note;

const itemOf = (entry: Entry, revealed: number | undefined): ActivityItem =>
  entry.kind === 'thread'
    ? { kind: 'thread', thread: shortThread(entry.thread, { revealed }) }
    : { kind: 'change', entry };

/** Returns the latest threads that match a search, also if the filter excludes comments. */
function foundThreads(
  threads: readonly DiscussionThread[],
  pages: number,
  search: ThreadSearch,
): ShownActivity {
  const found = threads.filter((thread) => hasUserComments(thread) && search.matches(thread));
  const { entries, older } = latest(activityOf(found, []), pages, search);
  return {
    items: entries.flatMap((entry) =>
      entry.kind === 'thread' ? { kind: 'thread', thread: shortThread(entry.thread, { search }) } : [],
    ),
    older,
  };
}

/** Returns the latest entries within the limits. The latest one is always included. */
function latest(
  all: readonly Entry[],
  pages: number,
  search?: ThreadSearch,
): { readonly entries: readonly Entry[]; readonly older: number } {
  const counts = { thread: 0, change: 0 };
  let characters = 0;
  let from = all.length;
  for (; from > 0; from--) {
    const entry = all[from - 1];
    if (entry === undefined) break;
    counts[entry.kind]++;
    if (entry.kind === 'thread')
      characters += shortThread(entry.thread, { search }).notes.reduce(
        (sum, { body }) => sum + body.length,
        0,
      );
    const isOver =
      counts.thread > MAX_THREADS * pages ||
      counts.change > MAX_CHANGES * pages ||
      characters > MAX_CHARACTERS * pages;
    if (isOver && from < all.length) break;
  }
  return { entries: all.slice(from), older: from };
}

function itemsOf(model: MergeRequestPageModel, entries: readonly Entry[]): readonly ActivityItem[] {
  const { view, since, revealed } = model.activity ?? NO_ACTIVITY;
  const firstNew =
    since === undefined ? -1 : entries.findIndex((entry) => isNewSince({ since, me: model.me }, entry));
  const items: ActivityItem[] = [];
  let run: ChangeEntry[] = [];
  const endRun = ({ collapses }: { readonly collapses: boolean }): void => {
    const hidden = collapses && run.length >= MIN_RUN ? run.slice(0, -SHOWN_OF_RUN) : [];
    if (hidden.length > 0) items.push({ kind: 'run', entries: hidden });
    items.push(...run.slice(hidden.length).map((entry) => ({ kind: 'change', entry }) as const));
    run = [];
  };
  // Changes aren't collapsed if only they are shown.
  const collapses = view.filter === 'all';
  for (const [index, entry] of entries.entries()) {
    if (index === firstNew) {
      endRun({ collapses });
      items.push({ kind: 'since' });
    }
    if (entry.kind === 'change') run.push(entry);
    else {
      endRun({ collapses });
      items.push(itemOf(entry, revealed));
    }
  }
  endRun({ collapses });
  return items;
}
