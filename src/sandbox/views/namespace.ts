import type { Project } from '../world/model';
import { USERS } from '../world/people';

/** The namespace of projects: a group or a user. */
export interface Namespace {
  readonly id: number;
  /** Includes the names of parent groups. */
  readonly name: string;
  readonly path: string;
  readonly kind: 'group' | 'user';
}

/**
 * The demo groups. Lists of a group include the projects of its subgroups
 * (server-behavior.md#lists-of-merge-requests).
 */
const GROUPS: readonly Namespace[] = [
  { id: 7, name: 'Acme', path: 'acme', kind: 'group' },
  { id: 71, name: 'Acme / Labs', path: 'acme/labs', kind: 'group' },
];

const NAMESPACES: readonly Namespace[] = [
  ...GROUPS,
  ...Object.values(USERS).map(({ id, name, username }) => ({
    id: 100 + id,
    name,
    path: username,
    kind: 'user' as const,
  })),
];

const isInside = (path: string, { path: outer }: Namespace): boolean => path.startsWith(`${outer}/`);

/** Returns the group with an ID or path. */
export const namespaceOfGroup = (idOrPath: string | number): Namespace | undefined =>
  GROUPS.find(({ id, path }) => String(id) === String(idOrPath) || path === String(idOrPath).toLowerCase());

/** Returns the groups that contain a project, outermost first. */
export const groupsAround = ({ path }: Project): Namespace[] =>
  GROUPS.filter((group) => isInside(path, group));

/** Returns the last segment of the project's path. */
export const slugOf = ({ path }: Project): string => path.slice(path.lastIndexOf('/') + 1);

/** Returns the innermost namespace that contains the project. */
export function namespaceOf({ path }: Project): Namespace {
  const found = NAMESPACES.findLast((each) => isInside(path, each));
  if (found === undefined) throw new Error(`The demo has no user or group for ${path}`);
  return found;
}

export const fullNameOf = (project: Project): string => `${namespaceOf(project).name} / ${project.name}`;
