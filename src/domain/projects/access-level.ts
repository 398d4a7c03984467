/** Roles in a project, by the access level that the service gives them. */
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
 * The level in a project as far as the server tells it, and undefined otherwise. Administrators and members of groups
 * that a project is shared with may have no level here.
 */
export type AccessLevel = number | undefined;

interface Membership {
  readonly access_level?: number | null | undefined;
}
interface Permissions {
  readonly project_access?: Membership | null | undefined;
  readonly group_access?: Membership | null | undefined;
}

/** The higher of the two levels counts. */
export function accessLevelOf({
  permissions,
}: {
  readonly permissions?: Permissions | null | undefined;
}): AccessLevel {
  const levels = [permissions?.project_access, permissions?.group_access].flatMap(
    (member) => member?.access_level ?? [],
  );
  return levels.length === 0 ? undefined : Math.max(...levels);
}

/** True only where the level is known and too low for what needs at least this role. */
export function lacksRole(access: AccessLevel, needed: Role): boolean {
  return access !== undefined && access < levelOf(needed);
}

const levelOf = (role: Role): number => ROLES.find(([, name]) => name === role)?.[0] ?? 0;

/** The role that a level stands for; levels between two roles stand for the lower one. */
export function roleOf(access: number): Role | undefined {
  return ROLES.findLast(([level]) => level <= access)?.[1];
}
