import type { Projects } from '../../../app/projects/projects';
import type { ProjectKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { ReadOnlyTokenError } from '../../../domain/accounts/token-scopes';
import { isRefusedByRole, type RoleAction, RoleTooLowError } from '../../../domain/projects/required-roles';
import type { Prompts } from '../editor/prompts';

/** For commands without a row. */
export interface ProjectRoleDeps extends RoleDeps {
  readonly roles: Pick<Projects, 'roleIn' | 'doubtRole' | 'search'>;
  readonly prompts: Pick<Prompts, 'progress'>;
}

export interface RoleDeps {
  readonly roles: Pick<Projects, 'roleIn' | 'doubtRole'>;
}

/**
 * Aborts a command before any question or request if the user's role in the project is known and too low.
 * @throws RoleTooLowError, ReadOnlyTokenError
 */
export function requireRole({ roles }: RoleDeps, action: RoleAction, project: ProjectKey): void {
  const { path, access } = roles.roleIn(project) ?? {};
  if (path === undefined || access === undefined || !isRefusedByRole(action, access)) return;
  if (access === 'read-only-token') throw new ReadOnlyTokenError(project.base);
  throw new RoleTooLowError(action, { path, access }, () => {
    roles.doubtRole(project);
  });
}

/** Returns whether the user's role in a project allows an action, as far as it is known. */
export const allowsRole = ({ roles }: RoleDeps, action: RoleAction, project: ProjectKey): boolean =>
  !isRefusedByRole(action, roles.roleIn(project)?.access);

/**
 * Aborts a command before it asks for a job or pipeline if the user's role is too low in all projects of the
 * workspace.
 * @throws RoleTooLowError, ReadOnlyTokenError
 */
export async function requireRoleInAnyProject(deps: ProjectRoleDeps, action: RoleAction): Promise<void> {
  const search = await deps.prompts.progress.inView(t('Loading projects…'), (signal) =>
    deps.roles.search(signal),
  );
  const keys =
    search.state === 'found'
      ? search.projects.flatMap((outcome) => (outcome.ok ? [outcome.project.key] : []))
      : [];
  const [first, ...others] = keys;
  if (first === undefined || keys.some((key) => allowsRole(deps, action, key))) return;
  const { path, access } = deps.roles.roleIn(first) ?? {};
  if (path === undefined || access === undefined) return;
  if (access === 'read-only-token') throw new ReadOnlyTokenError(first.base);
  throw new RoleTooLowError(action, { path, access }, () => {
    for (const key of [first, ...others]) deps.roles.doubtRole(key);
  });
}
