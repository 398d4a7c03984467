import { t } from '../../base/localize';
import { type AccessLevel, type Role, roleOf } from '../../domain/projects/access-level';
import type { RoleAction, RoleTooLow } from '../../domain/projects/required-roles';
import { type Detail, detailsOf } from './row';

const NAMES: Readonly<Record<Role, () => string>> = {
  guest: () => t('Guest'),
  planner: () => t('Planner'),
  reporter: () => t('Reporter'),
  developer: () => t('Developer'),
  maintainer: () => t('Maintainer'),
  owner: () => t('Owner'),
};

export function roleName(access: AccessLevel): string | undefined {
  const role = access === undefined ? undefined : roleOf(access);
  return role && NAMES[role]();
}

/** Why an action isn't offered: the person's role, and the one that it requires. */
export const roleFacts = (access: AccessLevel, required: string): readonly Detail[] =>
  detailsOf([t('Your role'), roleName(access)], [t('Required role'), required]);

/** Writes that servers refuse for a role; the role of most is also checked before. */
type WriteAction =
  RoleAction | 'createMergeRequest' | 'deleteMergeRequest' | 'editMergeRequest' | 'trackTime';

const REQUIREMENTS: Readonly<Record<WriteAction, () => string>> = {
  retryJob: () => t('Retrying jobs requires at least the Developer role.'),
  // Reporters may run those of environments that they may deploy to.
  runJob: () =>
    t(
      'Running manual jobs requires at least the Developer role, or permission to deploy to their environments.',
    ),
  cancelJob: () => t('Canceling jobs requires at least the Developer role.'),
  forceCancelJob: () => t('Force canceling jobs requires at least the Maintainer role.'),
  eraseJob: () => t('Erasing job logs requires at least the Developer role.'),
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
  manageClientKeys: () => t('Managing client keys requires at least the Maintainer role.'),
  changeErrorTracking: () => t('Changing error tracking settings requires at least the Maintainer role.'),
};

/** The role that an action requires. */
export const requirement = (action: WriteAction): string => REQUIREMENTS[action]();

/** Why a command didn't start, in sentences. */
export const roleSentences = ({ action, path, access }: RoleTooLow): readonly string[] => [
  requirement(action),
  t('Your role in {0} is {1}.', path, roleName(access) ?? t('none')),
];

/** The action of a write, by its method and path; the first that fits counts. */
const WRITES: readonly (readonly [RegExp, WriteAction])[] = [
  [/\/jobs\/:job_id\/retry$/, 'retryJob'],
  [/\/jobs\/:job_id\/play$/, 'runJob'],
  [/\/jobs\/:job_id\/cancel$/, 'cancelJob'],
  [/\/jobs\/:job_id\/erase$/, 'eraseJob'],
  [/\/pipelines\/:pipeline_id\/retry$/, 'retryPipeline'],
  [/\/pipelines\/:pipeline_id\/cancel$/, 'cancelPipeline'],
  [/\/pipelines?$/, 'runPipeline'],
  [/^POST .*\/merge_requests$/, 'createMergeRequest'],
  [/^DELETE .*\/merge_requests\/:merge_request_iid$/, 'deleteMergeRequest'],
  [/^PUT .*\/merge_requests\/:merge_request_iid$/, 'editMergeRequest'],
  [/_time(?:_estimate)?$|\/time_estimate$/, 'trackTime'],
  [/\/client_keys/, 'manageClientKeys'],
  [/\/error_tracking\/settings$/, 'changeErrorTracking'],
];

/** The role that a write requires which the server refused without a reason. `endpoint`: its method and path. */
export function requiredRole(endpoint: string): string | undefined {
  if (endpoint.startsWith('GET ')) return undefined;
  const action = WRITES.find(([path]) => path.test(endpoint))?.[1];
  return action === undefined ? undefined : requirement(action);
}
