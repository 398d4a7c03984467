import type { ProjectRoleDeps } from '../../src/ui/shared/commands/role-check';

/** No role is known, and the workspace has no repository. */
export const UNKNOWN_ROLES: ProjectRoleDeps['roles'] = {
  roleIn: () => undefined,
  doubtRole: () => undefined,
  search: () => Promise.resolve({ state: 'no-repository' }),
};
