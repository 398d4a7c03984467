import type { Projects } from '../../app/projects/projects';
import type { ProjectKey } from '../../app/shared/keys';
import { isRefusedByRole, type RoleAction, RoleTooLow } from '../../domain/projects/required-roles';

export interface RoleDeps {
  readonly roles: Pick<Projects, 'roleIn' | 'doubtRole'>;
}

/**
 * Ends a command before it asks or sends anything, if the user's role in the project is known and too low.
 * @throws RoleTooLow
 */
export function requireRole({ roles }: RoleDeps, action: RoleAction, project: ProjectKey): void {
  const { path, access } = roles.roleIn(project) ?? {};
  if (path === undefined || access === undefined || !isRefusedByRole(action, access)) return;
  throw new RoleTooLow(action, { path, access }, () => {
    roles.doubtRole(project);
  });
}
