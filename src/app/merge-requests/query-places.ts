import { placeId, type QueryPlace } from '../../domain/merge-requests/query';
import { groupPathOn } from '../../domain/projects/group-path';
import type { Accounts } from '../accounts/accounts';
import type { AddedGroups } from '../projects/added-groups';
import type { Projects } from '../projects/projects';

/** A place to search; choices with `typed` require the user to enter a path. */
export type PlaceChoice =
  | { readonly id: string; readonly place: QueryPlace }
  | { readonly id: string; readonly typed: 'group' | 'project'; readonly base: string };

export interface PlaceChoicesDeps {
  readonly accounts: Pick<Accounts, 'list'>;
  readonly projects: Pick<Projects, 'search'>;
  readonly groups: Pick<AddedGroups, 'list'>;
}

export interface PlaceChoices {
  readonly choices: readonly PlaceChoice[];
  /** ID of the choice for the current place; the first choice if there is no current place. */
  readonly selected: string;
}

/**
 * Returns the places to search: each server, its projects in the workspace, its added groups, and any other
 * group or project by path. Includes `current`, which is selected.
 */
export async function placeChoices(
  { accounts, projects, groups }: PlaceChoicesDeps,
  current: QueryPlace | undefined,
  signal?: AbortSignal,
): Promise<PlaceChoices> {
  const search = await projects.search(signal);
  const paths =
    search.state === 'found' ? search.projects.flatMap((each) => (each.ok ? [each.project] : [])) : [];
  const choices = accounts.list().flatMap(({ base }): PlaceChoice[] => [
    ...paths
      .filter(({ key }) => key.base === base)
      .map(({ path }) => chosen({ kind: 'project', base, project: path })),
    ...groups
      .list()
      .filter((group) => group.base === base)
      .map(({ group }) => chosen({ kind: 'group', base, group })),
    chosen({ kind: 'host', base }),
    { id: `${base} other group`, typed: 'group', base },
    { id: `${base} other project`, typed: 'project', base },
  ]);
  if (current === undefined) return { choices, selected: choices[0]?.id ?? '' };
  // A row may contain the ID of a project, while the settings contain its path.
  const named = chosen(byPath(current, paths));
  const isIncluded = choices.some(({ id }) => id === named.id);
  return { choices: isIncluded ? choices : [named, ...choices], selected: named.id };
}

const chosen = (place: QueryPlace): PlaceChoice => ({ id: placeId(place), place });

/** Returns the place as in the settings: by path if it is known. */
function byPath(
  place: QueryPlace,
  projects: readonly {
    readonly key: { readonly base: string; readonly project: number | string };
    readonly path: string;
  }[],
): QueryPlace {
  if (place.kind !== 'project') return place;
  const found = projects.find(({ key }) => key.base === place.base && key.project === place.project);
  return found === undefined ? place : { ...place, project: found.path };
}

/** Parses a path, or the URL of a page of the group or project; undefined if the text is neither. */
export function typedPath(base: string, kind: 'group' | 'project', typed: string): QueryPlace | undefined {
  const path = groupPathOn(base, typed);
  if (path === undefined || (kind === 'project' && !/^\d+$/.test(path) && !path.includes('/')))
    return undefined;
  return kind === 'group' ? { kind, base, group: path } : { kind, base, project: path };
}
