import { isLater } from '../../app/merge-requests/list';
import type { MergeRequests } from '../../app/merge-requests/merge-requests';
import { isSamePlace, type ListedHost, type ListedPlace } from '../../app/merge-requests/places';
import type { RowLookups } from '../../app/merge-requests/row-lookups';
import type { MergeRequestKey } from '../../app/shared/keys';
import type { Event } from '../../base/emitter';
import { t } from '../../base/localize';
import { type MergeRequestStep, NEXT_STEPS, nextStepFor } from '../../domain/merge-requests/next-step';
import { type Preset, presetQueries, PRESETS } from '../../domain/merge-requests/query';
import { idOf, type SavedEntry } from '../../domain/merge-requests/saved-query';
import type { Snooze } from '../../domain/merge-requests/snooze';
import { PRESET_WORDS } from '../../presentation/merge-requests/labels';
import { brokenQueryRow } from '../../presentation/merge-requests/place-rows';
import { emptyRow } from '../../presentation/pipelines/rows';
import { COMMAND } from '../../presentation/shared/command-ids';
import { errorRow } from '../../presentation/shared/error-row';
import type { MergeRequest } from '../../schemas/merge-request';
import type { Entry } from '../tree-node';
import type { ListNodeData } from './node';

/** What a person marked. */
export interface Marks {
  isPinned(key: MergeRequestKey): boolean;
  isSnoozed(key: MergeRequestKey, updatedAt: string | null | undefined): boolean;
}

/** What a person marked, kept in this workspace. */
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

/** All open merge requests of a host are nobody's question. */
const presetsOf = ({ place }: ListedPlace): readonly Preset[] =>
  place.kind === 'host' ? PRESETS.filter((preset) => preset !== 'open') : PRESETS;

/** Where the root shows only one host, its lists stand at the top, and "Waiting for Me" is open. */
export function placeEntries(
  hosts: readonly ListedHost[],
  nameOn: (base: string) => string | undefined,
  saved: readonly SavedEntry[],
): readonly Entry[] {
  const alone = hosts.length === 1;
  const elsewhere = saved.filter((entry) => !hosts.some((host) => placesOf(host).some(holds(entry))));
  return [
    ...hosts.flatMap(({ host, inside, unread }): Entry[] => {
      const who = nameOn(host.place.base);
      const rows = inside.map((each) => placeEntry(each, who, alone));
      const own = alone
        ? listEntries(host, who, saved, { opensWaiting: true })
        : [placeEntry(host, who, false)];
      return [...own, ...rows, ...unread.map(({ base, path, error }) => unreadEntry(base, path, error))];
    }),
    ...elsewhere.map((entry) => savedEntry(entry, nameOn(baseOf(entry) ?? ''))),
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

function unreadEntry(base: string, path: string, error: unknown): Entry {
  const row = errorRow(t("Couldn't load {0}", path), error, COMMAND.refreshMergeRequests);
  return { key: `unread ${base} ${path}`, data: { kind: 'note', row } };
}

/**
 * Children of a place: the lists that everybody has, then the saved queries of this place. `opensWaiting`: "Waiting for
 * Me" is open.
 */
export function listEntries(
  place: ListedPlace,
  who: string | undefined,
  saved: readonly SavedEntry[],
  { opensWaiting }: { readonly opensWaiting: boolean },
): Entry[] {
  const presets = presetsOf(place).map((preset): Entry => {
    const queries = presetQueries(preset, place.place, who);
    const open = opensWaiting && preset === 'waiting';
    return { key: `list ${preset}`, data: { kind: 'list', queries, who, preset, open } };
  });
  return [...presets, ...saved.filter((entry) => holds(entry)(place)).map((entry) => savedEntry(entry, who))];
}

function savedEntry(entry: SavedEntry, who: string | undefined): Entry {
  const key = `saved ${idOf(entry)}`;
  if (entry.kind === 'broken') {
    return { key, data: { kind: 'broken', id: entry.id, row: brokenQueryRow(entry) } };
  }
  const { id, name, home, place, filters } = entry.query;
  const saved = { id, name, shared: home === 'workspace' };
  return { key, data: { kind: 'list', queries: [{ place, filters }], who, saved, open: false } };
}

/** What several questions answer together, each merge request once, with how much more there is. */
export interface Answer {
  readonly items: readonly MergeRequest[];
  readonly hasMore: boolean;
  readonly total: number | undefined;
}

/** What is known of a list; undefined before all its questions were answered. */
export function answerOf(store: MergeRequests, { queries }: ListNodeData): Answer | undefined {
  const lists = queries.map((query) => store.peekList(query));
  if (lists.some((list) => list === undefined)) return undefined;
  const known = lists.filter((list) => list !== undefined);
  const [only, ...others] = known;
  if (only !== undefined && others.length === 0) return only;
  const items = new Map(known.flatMap((list) => list.items.map((item) => [item.id, item])));
  // Each is in the order of the last change already.
  const sorted = [...items.values()].sort((a, b) => Number(isLater(b, a)) - Number(isLater(a, b)));
  return { items: sorted, hasMore: known.some(({ hasMore }) => hasMore), total: undefined };
}

const keyOf = (base: string, { project_id: project, iid }: MergeRequest): MergeRequestKey => ({
  base,
  project,
  iid,
});

const baseOfList = ({ queries }: ListNodeData): string => queries[0]?.place.base ?? '';

/** What the group of a merge request depends on besides itself. */
export interface GroupDeps {
  readonly pins: Marks;
  readonly lookups: Pick<RowLookups, 'factsOf'>;
}

/** A group of a list: those that wait for one step, or that are put off. */
export type Group = MergeRequestStep | 'snoozed';

/** Which of a list are in which group; one that is not grouped has all but those that are put off in `all`. */
export function grouped(
  list: ListNodeData,
  { items }: Answer,
  { pins: marks, lookups }: GroupDeps,
): ReadonlyMap<Group | 'all', readonly MergeRequest[]> {
  const base = baseOfList(list);
  const groups = new Map<Group | 'all', MergeRequest[]>();
  for (const item of items) {
    const key = keyOf(base, item);
    const isSnoozed = marks.isSnoozed(key, item.updated_at);
    const step =
      list.preset === 'waiting' && list.who !== undefined
        ? nextStepFor(list.who, { ...item, ...lookups.factsOf(key) })
        : 'all';
    const group = isSnoozed ? 'snoozed' : step;
    const others = groups.get(group);
    if (others === undefined) groups.set(group, [item]);
    else others.push(item);
  }
  return groups;
}

/** Children of a list: the groups of "Waiting for Me", else its merge requests; the way to more; those put off. */
export function answerEntries(list: ListNodeData, answer: Answer, deps: GroupDeps): readonly Entry[] {
  const groups = grouped(list, answer, deps);
  const rows = requestEntries(list, groups.get('all') ?? [], deps.pins);
  const step = (name: Group): Entry[] =>
    groups.has(name) ? [{ key: `step ${name}`, data: { kind: 'step', step: name, list } }] : [];
  const more: Entry[] = answer.hasMore ? [{ key: 'more', data: { kind: 'more', list } }] : [];
  const [snoozed] = step('snoozed');
  const shown = [...rows, ...NEXT_STEPS.flatMap(step)];
  return [
    ...unknownUser(list),
    ...(shown.length === 0 && list.queries.length > 0 ? [nothing(list)] : shown),
    ...more,
    ...(snoozed === undefined ? [] : [snoozed]),
  ];
}

/** Review requests are found by the name of the user alone. */
function unknownUser({ preset, who }: ListNodeData): readonly Entry[] {
  if (who !== undefined || (preset !== 'waiting' && preset !== 'review')) return [];
  const row = emptyRow(t("Review requests can't be shown because the server didn't report your username"));
  return [{ key: 'note unknown user', data: { kind: 'note', row } }];
}

function nothing({ preset }: ListNodeData): Entry {
  const words = preset === undefined ? t('No matching merge requests') : PRESET_WORDS[preset].none();
  return { key: 'note none', data: { kind: 'note', row: emptyRow(words) } };
}

/** Merge requests as rows, those that are pinned first. */
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
