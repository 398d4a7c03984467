import { t } from '../../base/localize';
import { type AccessLevel, type Role, roleOf } from '../../domain/projects/access-level';
import type { RoleAction, RoleTooLowError } from '../../domain/projects/required-roles';
import { type Detail, detailsOf } from './row';
import { readOnlyTokenLabel } from './scope-messages';

const NAMES: Readonly<Record<Role, () => string>> = {
  guest: () => t('Guest'),
  planner: () => t('Planner'),
  reporter: () => t('Reporter'),
  developer: () => t('Developer'),
  maintainer: () => t('Maintainer'),
  owner: () => t('Owner'),
};

export function roleName(access: AccessLevel): string | undefined {
  const role = typeof access === 'number' ? roleOf(access) : undefined;
  return role && NAMES[role]();
}

export const archivedLabel = (): string => t('archived (read-only)');

/** Returns why nothing in the project can be changed; undefined if only the role decides. */
export const readOnlyLabel = (access: AccessLevel): string | undefined =>
  access === 'archived' ? archivedLabel() : access === 'read-only-token' ? readOnlyTokenLabel() : undefined;

/**
 * Explains in one line why an action isn't available: the project is archived, the token is read-only, or the
 * required role and the user's role.
 */
export const roleFacts = (access: AccessLevel, required: string): readonly Detail[] => {
  if (access === 'archived') return detailsOf([t('Project'), archivedLabel()]);
  if (access === 'read-only-token') return detailsOf([t('Token'), t('read-only')]);
  const role = roleName(access);
  return detailsOf([
    t('Required role'),
    role === undefined ? required : t('{0}; your role is {1}', required, role),
  ]);
};

/** Writes that servers reject without the required role. For most of them, the role is also checked first. */
type WriteAction = RoleAction | 'deleteMergeRequest' | 'editMergeRequest' | 'trackTime' | 'applySuggestion';

const REQUIREMENTS: Readonly<Record<WriteAction, () => string>> = {
  retryJob: () => t('Retrying jobs requires at least the Developer role.'),
  // Reporters can run the jobs of environments to which they can deploy.
  runJob: () =>
    t(
      'Running manual jobs requires at least the Developer role, or permission to deploy to their environments.',
    ),
  unscheduleJob: () => t('Unscheduling jobs requires at least the Developer role.'),
  cancelJob: () => t('Canceling jobs requires at least the Developer role.'),
  forceCancelJob: () => t('Force canceling jobs requires at least the Maintainer role.'),
  eraseJob: () => t('Erasing job logs requires at least the Developer role.'),
  keepArtifacts: () => t('Keeping artifacts requires at least the Developer role.'),
  deleteArtifacts: () => t('Deleting artifacts requires at least the Maintainer role.'),
  retryPipeline: () => t('Retrying pipelines requires at least the Developer role.'),
  cancelPipeline: () => t('Canceling pipelines requires at least the Developer role.'),
  runPipeline: () => t('Running pipelines requires at least the Developer role.'),
  changeMergeRequest: () => t('Changing this merge request requires at least the Developer role.'),
  createMergeRequest: () => t('Creating merge requests requires at least the Developer role.'),
  deleteMergeRequest: () => t('Deleting merge requests requires the Owner role.'),
  editMergeRequest: () =>
    t(
      "Editing merge requests that you didn't create and aren't assigned to requires at least the Developer role.",
    ),
  trackTime: () => t('Tracking time requires at least the Developer role.'),
  applySuggestion: () => t('Applying suggestions requires permission to push to the source branch.'),
  manageClientKeys: () => t('Managing client keys requires at least the Maintainer role.'),
  changeErrorTracking: () => t('Changing error tracking settings requires at least the Maintainer role.'),
};

/** Returns which role an action requires. */
export const requirement = (action: WriteAction): string => REQUIREMENTS[action]();

/** Explains why a command didn't start, in sentences. */
export function roleSentences({ action, path, access }: RoleTooLowError): readonly string[] {
  if (access === 'archived') return [t('{0} is archived and can only be read.', path)];
  const role = roleName(access);
  return [
    requirement(action),
    role === undefined ? t("You don't have a role in {0}.", path) : t('Your role in {0} is {1}.', path, role),
  ];
}

/** The action of a write by method and path; the first match applies. */
const WRITES: readonly (readonly [RegExp, WriteAction])[] = [
  [/\/jobs\/:job_id\/retry$/, 'retryJob'],
  [/\/jobs\/:job_id\/play$/, 'runJob'],
  [/\/jobs\/:job_id\/cancel$/, 'cancelJob'],
  [/\/jobs\/:job_id\/erase$/, 'eraseJob'],
  [/\/jobs\/:job_id\/artifacts\/keep$/, 'keepArtifacts'],
  [/\/jobs\/:job_id\/artifacts$/, 'deleteArtifacts'],
  [/\/pipelines\/:pipeline_id\/retry$/, 'retryPipeline'],
  [/\/pipelines\/:pipeline_id\/cancel$/, 'cancelPipeline'],
  [/\/pipelines?$/, 'runPipeline'],
  [/^POST .*\/merge_requests$/, 'createMergeRequest'],
  [/^DELETE .*\/merge_requests\/:merge_request_iid$/, 'deleteMergeRequest'],
  [/^PUT .*\/merge_requests\/:merge_request_iid$/, 'editMergeRequest'],
  [/_time(?:_estimate)?$|\/time_estimate$/, 'trackTime'],
  [/\/suggestions\//, 'applySuggestion'],
  [/\/client_keys/, 'manageClientKeys'],
  [/\/error_tracking\/settings$/, 'changeErrorTracking'],
];

/**
 * Returns the role that is required for a write that the server refused without a reason. `endpoint` is its
 * method and path.
 */
export function requiredRole(endpoint: string): string | undefined {
  if (endpoint.startsWith('GET ')) return undefined;
  const action = WRITES.find(([path]) => path.test(endpoint))?.[1];
  return action === undefined ? undefined : requirement(action);
}
