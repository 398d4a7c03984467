import type { QueryPlace } from '../../domain/merge-requests/query';
import type { ProjectOutcome } from '../projects/projects';

/** A host, group or project whose merge requests are listed. `path` is that of a group or project. */
export interface ListedPlace {
  readonly place: QueryPlace;
  readonly path: string | undefined;
  /** By hand: it can be taken away again. */
  readonly added: boolean;
}

/** A project of the workspace that could not be read. */
export type UnreadProject = Extract<ProjectOutcome, { readonly ok: false }>;

/** A host with what is listed on it, in the order of the view. */
export interface ListedHost {
  readonly host: ListedPlace;
  readonly inside: readonly ListedPlace[];
  readonly unread: readonly UnreadProject[];
}

/** Everything whose merge requests are listed: each host with an account, its projects of the workspace, its groups. */
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
    unread: outcomes.filter((outcome) => !outcome.ok).filter((outcome) => outcome.base === base),
  }));
}

/** True where a place is the one that a query names: it may be named by its number or its path. */
export function isSamePlace({ place, path }: ListedPlace, asked: QueryPlace): boolean {
  if (place.kind !== asked.kind || place.base !== asked.base) return false;
  const names = (own: number | string, other: number | string): boolean =>
    String(own) === String(other) || path?.toLowerCase() === String(other).toLowerCase();
  if (place.kind === 'project' && asked.kind === 'project') return names(place.project, asked.project);
  if (place.kind === 'group' && asked.kind === 'group') return names(place.group, asked.group);
  return place.kind === 'host';
}
