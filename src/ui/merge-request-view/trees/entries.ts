import type { KeptSearch } from '../../../app/merge-requests/kept-searches';
import { isSamePlace, type ListedHost, type ListedPlace } from '../../../app/merge-requests/places';
import type { MergeRequestKey } from '../../../app/shared/keys';
import type { Event } from '../../../base/emitter';
import { t } from '../../../base/localize';
import { ATTENTION_STEPS } from '../../../domain/merge-requests/next-step';
import {
  OWN_PRESETS,
  PLACE_PRESETS,
  placeId,
  type Preset,
  presetQueries,
  searchQuery,
} from '../../../domain/merge-requests/query';
import { idOf, type SavedEntry } from '../../../domain/merge-requests/saved-query';
import type { Snooze } from '../../../domain/merge-requests/snooze';
import { PRESET_LABELS } from '../../../presentation/merge-requests/labels';
import { brokenQueryRow } from '../../../presentation/merge-requests/place-rows';
import { emptyRow } from '../../../presentation/pipelines/rows';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { errorRow } from '../../../presentation/shared/error-row';
import type { MergeRequest } from '../../../schemas/merge-request';
import type { Entry } from '../../tree-node';
import type { ListNodeData } from './node';
import {
  baseOfList,
  type Group,
  type GroupDeps,
  grouped,
  keyOf,
  type ListResult,
  type Marks,
} from './results';
import { todoListEntry } from './todo-rows';

/** Stores for pinned, snoozed, and seen merge requests. */
export interface MarkStores {
  readonly pins: Marks & {
    snoozeOf(key: MergeRequestKey): Snooze | undefined;
    readonly onDidChange: Event<MergeRequestKey>;
  };
  readonly seen: {
    isUnread(key: MergeRequestKey, updatedAt: string | null | undefined): boolean;
    readonly onDidChange: Event<MergeRequestKey>;
  };
}

/** "Waiting on Others" requires the username, without which the first list shows all merge requests. */
const presetsOf = ({ place }: ListedPlace, who: string | undefined): readonly Preset[] =>
  place.kind === 'host'
    ? OWN_PRESETS.filter((preset) => preset !== 'others' || who !== undefined)
    : PLACE_PRESETS;

/** Rows that the user added: saved queries and searches. */
export interface KeptRows {
  readonly queries: readonly SavedEntry[];
  readonly searches: readonly KeptSearch[];
}

export const keptRows = ({
  queries,
  searches,
}: {
  readonly queries: { list(): KeptRows['queries'] };
  readonly searches: { list(): KeptRows['searches'] };
}): KeptRows => ({ queries: queries.list(), searches: searches.list() });

/** The position of the to-do items: below the lists that are divided by the next step. */
const TODOS_AT = 2;

/** If there is only one server, its lists are at the top level, and "Needs Your Attention" is expanded. */
export function placeEntries(
  hosts: readonly ListedHost[],
  nameOn: (base: string) => string | undefined,
  saved: KeptRows,
): readonly Entry[] {
  const alone = hosts.length === 1;
  const elsewhere = saved.queries.filter((entry) => !hosts.some((host) => placesOf(host).some(holds(entry))));
  return [
    ...hosts.flatMap(({ host, inside, failed }): Entry[] => {
      const who = nameOn(host.place.base);
      const rows = inside.map((each) => placeEntry(each, who, alone));
      const own = alone
        ? listEntries(host, who, saved, { opensAttention: true })
        : [placeEntry(host, who, false)];
      return [...own, ...rows, ...failed.map(({ base, path, error }) => failedEntry(base, path, error))];
    }),
    ...elsewhere.map((entry) => savedEntry(entry, nameOn(baseOf(entry) ?? ''))),
    ...saved.searches
      .filter(({ place }) => !hosts.some((host) => placesOf(host).some((each) => isSamePlace(each, place))))
      .map((search) => searchEntry(search, nameOn(search.place.base))),
  ];
}

const placesOf = ({ host, inside }: ListedHost): readonly ListedPlace[] => [host, ...inside];
const holds =
  (entry: SavedEntry) =>
  (place: ListedPlace): boolean =>
    entry.kind === 'query' && isSamePlace(place, entry.query.place);
const baseOf = (entry: SavedEntry): string | undefined =>
  entry.kind === 'query' ? entry.query.place.base : undefined;

function placeEntry({ place, path, added }: ListedPlace, who: string | undefined, alone: boolean): Entry {
  const open = place.kind === 'host';
  const name = place.kind === 'host' ? 'host' : `${place.kind} ${path ?? ''}`;
  return { key: `${place.base} ${name}`, data: { kind: 'place', place, path, who, added, open, alone } };
}

function failedEntry(base: string, path: string, error: unknown): Entry {
  const row = errorRow(
    { what: t("Couldn't load {0}", path), subject: path },
    error,
    COMMAND.refreshMergeRequests,
  );
  return { key: `unread ${base} ${path}`, data: { kind: 'note', row } };
}

/**
 * Returns the children of a place: the predefined lists, then the saved queries of this place.
 * `opensAttention`: "Needs Your Attention" is expanded.
 */
export function listEntries(
  place: ListedPlace,
  who: string | undefined,
  saved: KeptRows,
  { opensAttention }: { readonly opensAttention: boolean },
): Entry[] {
  const presets = presetsOf(place, who).map((preset): Entry => {
    const queries = presetQueries(preset, place.place, who);
    const open = opensAttention && preset === 'attention';
    return { key: `list ${preset}`, data: { kind: 'list', queries, who, preset, open } };
  });
  const own = saved.queries.filter((entry) => holds(entry)(place)).map((entry) => savedEntry(entry, who));
  const searches = saved.searches
    .filter((search) => isSamePlace(place, search.place))
    .map((search) => searchEntry(search, who));
  const isHost = place.place.kind === 'host';
  const todos = isHost ? [todoListEntry(place.place.base)] : [];
  return [...presets.slice(0, TODOS_AT), ...todos, ...presets.slice(TODOS_AT), ...own, ...searches];
}

/** The row of a search is below its place. */
function searchEntry({ place, text }: KeptSearch, who: string | undefined): Entry {
  const queries = [searchQuery(place, text)];
  const key = `search ${placeId(place)} ${text}`;
  return { key, data: { kind: 'list', queries, who, search: text, open: false } };
}

function savedEntry(entry: SavedEntry, who: string | undefined): Entry {
  const key = `saved ${idOf(entry)}`;
  if (entry.kind === 'broken') {
    return { key, data: { kind: 'broken', id: entry.id, row: brokenQueryRow(entry) } };
  }
  const { id, name, target, place, filters } = entry.query;
  const saved = { id, name, shared: target === 'workspace' };
  return { key, data: { kind: 'list', queries: [{ place, filters }], who, saved, open: false } };
}

/**
 * Returns the children of a list: the groups of "Needs Your Attention", or else its merge requests; a row
 * that loads more; the snoozed ones.
 */
export function resultEntries(list: ListNodeData, result: ListResult, deps: GroupDeps): readonly Entry[] {
  const groups = grouped(list, result, deps);
  const rows = requestEntries(list, groups.get('all') ?? [], deps.pins);
  const step = (name: Group): Entry[] =>
    groups.has(name) ? [{ key: `step ${name}`, data: { kind: 'step', step: name, list } }] : [];
  const more: Entry[] = result.hasMore ? [{ key: 'more', data: { kind: 'more', list } }] : [];
  const [snoozed] = step('snoozed');
  const shown = [...rows, ...ATTENTION_STEPS.flatMap(step)];
  return [
    ...unknownUser(list),
    ...(shown.length === 0 && list.queries.length > 0 ? [nothing(list)] : shown),
    ...more,
    ...(snoozed === undefined ? [] : [snoozed]),
  ];
}

/** Review requests can only be searched by username. */
function unknownUser({ preset, who }: ListNodeData): readonly Entry[] {
  if (who !== undefined || (preset !== 'attention' && preset !== 'review')) return [];
  const row = emptyRow(t("Couldn't show review requests because the server didn't report your username"));
  return [{ key: 'note unknown user', data: { kind: 'note', row } }];
}

function nothing({ preset }: ListNodeData): Entry {
  const message = preset === undefined ? t('No matching merge requests') : PRESET_LABELS[preset].none();
  return { key: 'note none', data: { kind: 'note', row: emptyRow(message) } };
}

/** Returns merge requests as rows, pinned ones first. */
export function requestEntries(
  list: ListNodeData,
  items: readonly MergeRequest[],
  marks: Marks,
  { isGrouped = false }: { readonly isGrouped?: boolean } = {},
): readonly Entry[] {
  const base = baseOfList(list);
  const where = list.queries[0]?.place.kind === 'project' ? 'alone' : 'among-projects';
  const keys = items.map((item) => keyOf(base, item));
  const pinned = keys.filter((key) => marks.isPinned(key));
  const ordered = pinned.length === 0 ? keys : [...pinned, ...keys.filter((key) => !pinned.includes(key))];
  return ordered.map((key) => ({
    key: `${key.project}!${key.iid}`,
    data: { kind: 'merge-request', mergeRequest: key, who: list.who, where, isGrouped },
  }));
}
