import type { QueryPlace } from '../../domain/merge-requests/query';
import type { ProjectOutcome } from '../projects/projects';

/** A server, group, or project whose merge requests are listed. `path` is the path of a group or project. */
export interface ListedPlace {
  readonly place: QueryPlace;
  readonly path: string | undefined;
  /** True if the user added it, so that it can be removed. */
  readonly added: boolean;
}

/** A project of the workspace that couldn't be read. */
export type FailedProject = Extract<ProjectOutcome, { readonly ok: false }>;

/** A server and its groups and projects, in the order of the view. */
export interface ListedHost {
  readonly host: ListedPlace;
  readonly inside: readonly ListedPlace[];
  readonly failed: readonly FailedProject[];
}

/** Returns each server with an account, its projects in the workspace, and its added groups. */
export function listedHosts(
  bases: readonly string[],
  outcomes: readonly ProjectOutcome[],
  groups: readonly { readonly base: string; readonly group: number | string }[],
): readonly ListedHost[] {
  return bases.map((base) => ({
    host: { place: { kind: 'host', base }, path: undefined, added: false },
    inside: [
      ...outcomes.flatMap((outcome): ListedPlace[] =>
        outcome.ok && outcome.project.key.base === base
          ? [
              {
                place: { kind: 'project', base, project: outcome.project.key.project },
                path: outcome.project.path,
                added: false,
              },
            ]
          : [],
      ),
      ...groups.flatMap((each): ListedPlace[] =>
        each.base === base
          ? [{ place: { kind: 'group', base, group: each.group }, path: String(each.group), added: true }]
          : [],
      ),
    ],
    failed: outcomes.filter((outcome) => !outcome.ok).filter((outcome) => outcome.base === base),
  }));
}

/** True if both are the same place, identified by ID or path. */
export function isSamePlace({ place, path }: ListedPlace, queryPlace: QueryPlace): boolean {
  if (place.kind !== queryPlace.kind || place.base !== queryPlace.base) return false;
  const names = (own: number | string, other: number | string): boolean =>
    String(own) === String(other) || path?.toLowerCase() === String(other).toLowerCase();
  if (place.kind === 'project' && queryPlace.kind === 'project')
    return names(place.project, queryPlace.project);
  if (place.kind === 'group' && queryPlace.kind === 'group') return names(place.group, queryPlace.group);
  return place.kind === 'host';
}
