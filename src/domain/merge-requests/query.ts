import type { QueryFilters } from '../../schemas/merge-request-query';

/**
 * The scope of a query (server-behavior.md#lists-of-merge-requests). A group is given as its ID or full path.
 */
export type QueryPlace =
  | { readonly kind: 'host'; readonly base: string }
  | { readonly kind: 'group'; readonly base: string; readonly group: number | string }
  | { readonly kind: 'project'; readonly base: string; readonly project: number | string };

/** A query for merge requests. Plain data. */
export interface MergeRequestQuery {
  readonly place: QueryPlace;
  readonly filters: QueryFilters;
}

export const placeId = (place: QueryPlace): string => {
  switch (place.kind) {
    case 'host':
      return place.base;
    case 'group':
      return `${place.base} group ${place.group}`;
    case 'project':
      return `${place.base} project ${place.project}`;
  }
};

/** Returns the same ID for equal queries, regardless of the order of their filters. */
export function queryId({ place, filters }: MergeRequestQuery): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  const sorted = given.sort(([a], [b]) => (a < b ? -1 : 1));
  return `${placeId(place)} ${JSON.stringify(sorted)}`;
}

/** Built-in queries, in the order in which they are shown. */
export const PRESETS = ['waiting', 'review', 'assigned', 'created', 'open'] as const;
export type Preset = (typeof PRESETS)[number];

/** Sorted by the time that rows show. */
const OPENED = { state: 'opened', order_by: 'updated_at', sort: 'desc' } as const;
const OPEN = { ...OPENED, scope: 'all' } as const;

const reviewRequests = (username: string | undefined): readonly QueryFilters[] =>
  username === undefined ? [] : [{ ...OPEN, reviewer_username: username }];

/**
 * The queries of each preset; their results are merged into one list without duplicates. `username` is the
 * signed-in user; if it isn't known, review requests can't be queried. The preset `open` is for projects and
 * groups only, because the list of all open merge requests of a host isn't useful.
 */
const QUESTIONS: Readonly<Record<Preset, (username: string | undefined) => readonly QueryFilters[]>> = {
  waiting: (username) => [
    ...reviewRequests(username),
    { ...OPENED, scope: 'assigned_to_me' },
    { ...OPENED, scope: 'created_by_me' },
  ],
  review: reviewRequests,
  assigned: () => [{ ...OPENED, scope: 'assigned_to_me' }],
  created: () => [{ ...OPENED, scope: 'created_by_me' }],
  open: () => [OPEN],
};

export function presetQueries(
  preset: Preset,
  place: QueryPlace,
  username: string | undefined,
): readonly MergeRequestQuery[] {
  return QUESTIONS[preset](username).map((filters) => ({ place, filters }));
}
