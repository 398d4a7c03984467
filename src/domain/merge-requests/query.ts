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

/**
 * Built-in lists of the user's merge requests on a server, in the order in which they are shown. The first
 * two divide the same merge requests by their next step.
 */
export const OWN_PRESETS = ['attention', 'others', 'review', 'assigned', 'created'] as const;
/** Built-in lists of a project or group. A whole server has none, because they would be too long. */
export const PLACE_PRESETS = ['open', 'merged', 'closed', 'all'] as const;
export type Preset = (typeof OWN_PRESETS)[number] | (typeof PLACE_PRESETS)[number];

/** True for the lists that are divided by the user's next step. */
export const hasSteps = (preset: Preset | undefined): boolean =>
  preset === 'attention' || preset === 'others';

/** Sorted by the time that rows show. */
const LATEST = { order_by: 'updated_at', sort: 'desc' } as const;
const OPENED = { state: 'opened', ...LATEST } as const;
const OPEN = { ...OPENED, scope: 'all' } as const;

const reviewRequests = (username: string | undefined): readonly QueryFilters[] =>
  username === undefined ? [] : [{ ...OPEN, reviewer_username: username }];

/** The queries of all merge requests that the user has something to do with. */
const own = (username: string | undefined): readonly QueryFilters[] => [
  ...reviewRequests(username),
  { ...OPENED, scope: 'assigned_to_me' },
  { ...OPENED, scope: 'created_by_me' },
];

/**
 * The queries of each preset; their results are merged into one list without duplicates. `username` is the
 * signed-in user; if it isn't known, review requests can't be queried.
 */
const QUESTIONS: Readonly<Record<Preset, (username: string | undefined) => readonly QueryFilters[]>> = {
  attention: own,
  others: own,
  review: reviewRequests,
  assigned: () => [{ ...OPENED, scope: 'assigned_to_me' }],
  created: () => [{ ...OPENED, scope: 'created_by_me' }],
  open: () => [OPEN],
  merged: () => [{ ...OPEN, state: 'merged' }],
  closed: () => [{ ...OPEN, state: 'closed' }],
  all: () => [{ ...OPEN, state: 'all' }],
};

/** The query of a search: all merge requests whose title or description contains the text. */
export const searchQuery = (place: QueryPlace, text: string): MergeRequestQuery => ({
  place,
  filters: { ...LATEST, scope: 'all', state: 'all', search: text },
});

export function presetQueries(
  preset: Preset,
  place: QueryPlace,
  username: string | undefined,
): readonly MergeRequestQuery[] {
  return QUESTIONS[preset](username).map((filters) => ({ place, filters }));
}
