import { placeId, type QueryPlace } from '../../domain/merge-requests/query';
import { groupPathOn } from '../../domain/projects/group-path';
import type { Accounts } from '../accounts/accounts';
import type { AddedGroups } from '../projects/added-groups';
import type { Projects } from '../projects/projects';

/** Somewhere a query can be asked; `typed` are those whose path is still to be typed. */
export type PlaceChoice =
  | { readonly id: string; readonly place: QueryPlace }
  | { readonly id: string; readonly typed: 'group' | 'project'; readonly base: string };

export interface PlaceChoicesDeps {
  readonly accounts: Accounts;
  readonly projects: Pick<Projects, 'search'>;
  readonly groups: AddedGroups;
}

/**
 * Where a query can be asked from here: each server, the projects of the workspace and the added groups on it, and any
 * other group or project by its path. `current` is one that has to be among them.
 */
export async function placeChoices(
  { accounts, projects, groups }: PlaceChoicesDeps,
  current: QueryPlace | undefined,
  signal?: AbortSignal,
): Promise<readonly PlaceChoice[]> {
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
  if (current === undefined) return choices;
  // A row may name a project by its number where the settings name it by its path.
  const named = byPath(current, paths);
  return choices.some(({ id }) => id === placeId(named)) ? choices : [chosen(named), ...choices];
}

const chosen = (place: QueryPlace): PlaceChoice => ({ id: placeId(place), place });

/** The same place as the settings name it: by path where that is known. */
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

/** The path that was typed for a place, or the address of one of its pages; undefined for neither. */
export function typedPath(base: string, kind: 'group' | 'project', typed: string): QueryPlace | undefined {
  const path = groupPathOn(base, typed);
  if (path === undefined || (kind === 'project' && !/^\d+$/.test(path) && !path.includes('/')))
    return undefined;
  return kind === 'group' ? { kind, base, group: path } : { kind, base, project: path };
}
