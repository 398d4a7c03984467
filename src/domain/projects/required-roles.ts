import { type AccessLevel, lacksRole, type Role } from './access-level';

/**
 * The minimum role for each action, as the service documents it. Reporters can run manual jobs of
 * environments that they can deploy to, and only the server knows these environments.
 */
export const REQUIRED_ROLES = {
  retryJob: 'developer',
  runJob: 'reporter',
  unscheduleJob: 'developer',
  cancelJob: 'developer',
  forceCancelJob: 'maintainer',
  eraseJob: 'developer',
  keepArtifacts: 'developer',
  deleteArtifacts: 'maintainer',
  retryPipeline: 'developer',
  cancelPipeline: 'developer',
  runPipeline: 'developer',
  createMergeRequest: 'developer',
  changeMergeRequest: 'developer',
  manageClientKeys: 'maintainer',
  changeErrorTracking: 'maintainer',
} as const satisfies Readonly<Record<string, Role>>;
export type RoleAction = keyof typeof REQUIRED_ROLES;

/** True only if the project or the token is read-only, or the level is known and too low. */
export const isRefusedByRole = (action: RoleAction, access: AccessLevel): boolean =>
  lacksRole(access, REQUIRED_ROLES[action]);

/** Thrown before a request is sent if the project is archived, or the user's role is known and too low. */
export class RoleTooLowError extends Error {
  override readonly name = 'RoleTooLowError';
  readonly action: RoleAction;
  /** Path of the project. */
  readonly path: string;
  readonly access: number | 'archived';
  /** Marks the role as unknown, because it can be higher than the server reports. */
  readonly doubt: () => void;

  constructor(
    action: RoleAction,
    project: { readonly path: string; readonly access: number | 'archived' },
    doubt: () => void,
  ) {
    super(`${action} requires the role ${REQUIRED_ROLES[action]}; the access level is ${project.access}`);
    this.action = action;
    this.path = project.path;
    this.access = project.access;
    this.doubt = doubt;
  }
}
