import { isLater } from '../../../app/merge-requests/list';
import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import type { RowLookups } from '../../../app/merge-requests/row-lookups';
import type { MergeRequestKey } from '../../../app/shared/keys';
import {
  type AttentionStep,
  isWaiting,
  type MergeRequestStep,
  nextStepFor,
  roleInMergeRequest,
} from '../../../domain/merge-requests/next-step';
import { hasSteps, type Preset } from '../../../domain/merge-requests/query';
import type { MergeRequest } from '../../../schemas/merge-request';
import type { ListNodeData } from './node';
import type { Placement, StableGroups } from './stable-groups';

/** Pinned and snoozed merge requests. */
export interface Marks {
  isPinned(key: MergeRequestKey): boolean;
  isSnoozed(key: MergeRequestKey, updatedAt: string | null | undefined): boolean;
}

/** The combined results of several queries, without duplicates. */
export interface ListResult {
  readonly items: readonly MergeRequest[];
  readonly hasMore: boolean;
  readonly total: number | undefined;
}

/** Returns the known results of a list; undefined until all its queries were read. */
export function listResultOf(store: MergeRequests, list: ListNodeData): ListResult | undefined {
  const lists = list.queries.map((query) => store.peekList(query));
  if (lists.some((each) => each === undefined)) return undefined;
  const known = lists.filter((each) => each !== undefined);
  const [only, ...others] = known;
  if (only !== undefined && others.length === 0) return withoutOtherRoles(list, only);
  const items = new Map(known.flatMap((each) => each.items.map((item) => [item.id, item])));
  // Each list is already sorted by the last update.
  const sorted = [...items.values()].sort((a, b) => Number(isLater(b, a)) - Number(isLater(a, b)));
  return { items: sorted, hasMore: known.some(({ hasMore }) => hasMore), total: undefined };
}

/**
 * The lists of review requests and assigned merge requests leave out those that another list of the user
 * contains: each merge request is in one of the three lists. The total then isn't known.
 */
function withoutOtherRoles({ preset, who }: ListNodeData, result: ListResult): ListResult {
  const isLeftOut = preset && LEFT_OUT[preset];
  if (who === undefined || isLeftOut === undefined) return result;
  const items = result.items.filter((item) => !isLeftOut(who, item));
  return items.length === result.items.length ? result : { ...result, items, total: undefined };
}

const LEFT_OUT: Readonly<Partial<Record<Preset, (who: string, item: MergeRequest) => boolean>>> = {
  review: (who, item) => roleInMergeRequest(who, item) === 'owner',
  assigned: (who, { author }) => author?.username === who,
};

export const keyOf = (base: string, { project_id: project, iid }: MergeRequest): MergeRequestKey => ({
  base,
  project,
  iid,
});

export const baseOfList = ({ queries }: ListNodeData): string => queries[0]?.place.base ?? '';

/** Data that determines the group of a merge request. */
export interface GroupDeps {
  readonly pins: Marks;
  readonly lookups: Pick<RowLookups, 'factsOf'>;
  readonly stableGroups: StableGroups;
}

/** A group of a list: merge requests with the same next step, or snoozed ones. */
export type Group = AttentionStep | 'snoozed';

/**
 * Returns the merge requests of a list by group. Lists without groups have all but the snoozed ones in `all`.
 * "Needs Your Attention" has only those with a next step for the user, "Waiting on Others" only the rest.
 */
export function grouped(
  list: ListNodeData,
  { items }: ListResult,
  deps: GroupDeps,
): ReadonlyMap<Group | 'all', readonly MergeRequest[]> {
  const base = baseOfList(list);
  const who = hasSteps(list.preset) ? list.who : undefined;
  const groups = new Map<Group | 'all', MergeRequest[]>();
  const { stableGroups, pins } = deps;
  const ordered = who === undefined ? items : stableGroups.inOrder(items, (item) => keyOf(base, item));
  for (const item of ordered) {
    const key = keyOf(base, item);
    const { step, isSnoozed } =
      who === undefined
        ? { step: undefined, isSnoozed: pins.isSnoozed(key, item.updated_at) }
        : (stableGroups.placementOf(key) ?? placementOf(who, item, key, deps));
    if (who !== undefined && step === undefined) continue;
    const group = groupOf(list, step, isSnoozed);
    if (group === undefined) continue;
    const others = groups.get(group);
    if (others === undefined) groups.set(group, [item]);
    else others.push(item);
  }
  return groups;
}

/** Merge requests of archived projects have no next step. */
function placementOf(
  who: string,
  item: MergeRequest,
  key: MergeRequestKey,
  { pins, lookups }: Omit<GroupDeps, 'stableGroups'>,
): Placement {
  const facts = lookups.factsOf(key);
  return {
    step: facts.archived === true ? undefined : nextStepFor(who, { ...item, ...facts }),
    isSnoozed: pins.isSnoozed(key, item.updated_at),
  };
}

/** True if a list with groups contains merge requests that weren't shown before. */
export function hasNewRows(list: ListNodeData, { items }: ListResult, { stableGroups }: GroupDeps): boolean {
  const base = baseOfList(list);
  return hasGroups(list) && items.some((item) => !stableGroups.isKnown(keyOf(base, item)));
}

/** Keeps the groups of all merge requests of a list. */
export function keepGroups(list: ListNodeData, { items }: ListResult, deps: GroupDeps): void {
  const { who } = list;
  if (who === undefined || !hasGroups(list)) return;
  const base = baseOfList(list);
  for (const item of items) {
    const key = keyOf(base, item);
    deps.stableGroups.keep(key, placementOf(who, item, key, deps));
  }
}

const hasGroups = ({ preset, who }: ListNodeData): boolean => hasSteps(preset) && who !== undefined;

/** Undefined if the list doesn't contain the merge request. Snoozed ones are in the list of the user's steps. */
function groupOf(
  { preset }: ListNodeData,
  step: MergeRequestStep | undefined,
  isSnoozed: boolean,
): Group | 'all' | undefined {
  if (preset === 'others') return !isSnoozed && step !== undefined && isWaiting(step) ? 'all' : undefined;
  if (isSnoozed) return 'snoozed';
  if (step === undefined) return 'all';
  return isWaiting(step) ? undefined : step;
}

/** Returns the number of merge requests in a list, except snoozed ones in lists with next steps. */
export function countIn(list: ListNodeData, result: ListResult, deps: GroupDeps): number {
  if (!hasSteps(list.preset)) return result.items.length;
  const groups = [...grouped(list, result, deps)].filter(([group]) => group !== 'snoozed');
  return groups.reduce((sum, [, items]) => sum + items.length, 0);
}
