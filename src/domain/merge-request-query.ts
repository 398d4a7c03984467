import type { QueryFilters } from '../schemas/merge-request-query';

/** Where merge requests are looked for (doc 2 §4: columns G, R and P). A group is its id or its full path. */
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

const OPEN = { state: 'opened', scope: 'all' } as const;

/**
 * What is asked for a preset; several questions are shown as one list without doubles. `username` is who is signed
 * in. All of a host's open merge requests are nobody's question: that preset is for projects and groups.
 */
const QUESTIONS: Readonly<Record<Preset, (username: string) => readonly QueryFilters[]>> = {
  waiting: (username) => [
    { ...OPEN, reviewer_username: username },
    { state: 'opened', scope: 'assigned_to_me' },
    { state: 'opened', scope: 'created_by_me' },
  ],
  review: (username) => [{ ...OPEN, reviewer_username: username }],
  assigned: () => [{ state: 'opened', scope: 'assigned_to_me' }],
  created: () => [{ state: 'opened', scope: 'created_by_me' }],
  open: () => [OPEN],
};

export function presetQueries(
  preset: Preset,
  place: QueryPlace,
  username: string,
): readonly MergeRequestQuery[] {
  return QUESTIONS[preset](username).map((filters) => ({ place, filters }));
}
