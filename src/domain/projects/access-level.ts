/** Roles in a project with their access levels on the service. */
export const ROLES = [
  [10, 'guest'],
  [15, 'planner'],
  [20, 'reporter'],
  [30, 'developer'],
  [40, 'maintainer'],
  [50, 'owner'],
] as const;
export type Role = (typeof ROLES)[number][1];

/**
 * The access level in a project, or undefined if the server doesn't return it. Administrators and members of
 * groups that the project is shared with may have no level. Archived projects are read-only for every role, and
 * with a read-only token, the role doesn't matter.
 */
export type AccessLevel = number | 'archived' | 'read-only-token' | undefined;

interface Membership {
  readonly access_level?: number | null | undefined;
}
interface Permissions {
  readonly project_access?: Membership | null | undefined;
  readonly group_access?: Membership | null | undefined;
}

/** Returns the higher of the two levels, or `archived`. */
export function accessLevelOf({
  archived,
  permissions,
}: {
  readonly archived?: boolean | null | undefined;
  readonly permissions?: Permissions | null | undefined;
}): number | 'archived' | undefined {
  if (archived === true) return 'archived';
  const levels = [permissions?.project_access, permissions?.group_access].flatMap(
    (member) => member?.access_level ?? [],
  );
  return levels.length === 0 ? undefined : Math.max(...levels);
}

/** True only if the project or the token is read-only, or the level is known and lower than that of the required role. */
export function lacksRole(access: AccessLevel, needed: Role): boolean {
  return typeof access === 'string' || (access !== undefined && access < levelOf(needed));
}

const levelOf = (role: Role): number => ROLES.find(([, name]) => name === role)?.[0] ?? 0;

/** Returns the role of an access level. A level between two roles counts as the lower role. */
export function roleOf(access: number): Role | undefined {
  return ROLES.findLast(([level]) => level <= access)?.[1];
}
