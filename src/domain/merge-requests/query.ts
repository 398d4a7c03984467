import type { QueryFilters } from '../../schemas/merge-request-query';

/**
 * Where merge requests are looked for (server-behavior.md#lists-of-merge-requests). A group is its id or its full path.
 */
export type QueryPlace =
  | { readonly kind: 'host'; readonly base: string }
  | { readonly kind: 'group'; readonly base: string; readonly group: number | string }
  | { readonly kind: 'project'; readonly base: string; readonly project: number | string };

/** One question for merge requests. Plain data. */
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

/** The same for the same question, however it was put together. */
export function queryId({ place, filters }: MergeRequestQuery): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  const sorted = given.sort(([a], [b]) => (a < b ? -1 : 1));
  return `${placeId(place)} ${JSON.stringify(sorted)}`;
}

/** Questions that everybody has, in the order in which they are shown. */
export const PRESETS = ['waiting', 'review', 'assigned', 'created', 'open'] as const;
export type Preset = (typeof PRESETS)[number];

/** In the order of the time that rows show. */
const OPENED = { state: 'opened', order_by: 'updated_at', sort: 'desc' } as const;
const OPEN = { ...OPENED, scope: 'all' } as const;

const reviewRequests = (username: string | undefined): readonly QueryFilters[] =>
  username === undefined ? [] : [{ ...OPEN, reviewer_username: username }];

/**
 * What is asked for a preset; several questions are shown as one list without doubles. `username` is who is signed
 * in: where it isn't known, review requests can't be asked for. All of a host's open merge requests are nobody's
 * question: that preset is for projects and groups.
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
