import type { Project } from '../world/model';
import { USERS } from '../world/people';

/** Where projects lie: a group, or a person's own place. */
export interface Namespace {
  readonly id: number;
  /** With the groups around it. */
  readonly name: string;
  readonly path: string;
  readonly kind: 'group' | 'user';
}

/**
 * The groups of the demo; a subgroup lies inside of its parent: lists of a group hold both
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

/** The group of a number or path. */
export const namespaceOfGroup = (asked: string | number): Namespace | undefined =>
  GROUPS.find(({ id, path }) => String(id) === String(asked) || path === String(asked).toLowerCase());

/** The groups around a project, outermost first. */
export const groupsAround = ({ path }: Project): Namespace[] =>
  GROUPS.filter((group) => isInside(path, group));

/** The last part of the project's path. */
export const slugOf = ({ path }: Project): string => path.slice(path.lastIndexOf('/') + 1);

/** Where the project lies; the innermost place that there is. */
export function namespaceOf({ path }: Project): Namespace {
  const found = NAMESPACES.findLast((each) => isInside(path, each));
  if (found === undefined) throw new Error(`The demo has no user or group for ${path}`);
  return found;
}

export const fullNameOf = (project: Project): string => `${namespaceOf(project).name} / ${project.name}`;
