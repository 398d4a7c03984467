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

const REFUSED: Readonly<Record<RoleAction, (path: string, role: string) => string>> = {
  retryJob: (path, role) =>
    t('Retrying jobs requires at least the Developer role in {0}; your role is {1}.', path, role),
  runJob: (path, role) =>
    t(
      'Running manual jobs requires at least the Developer role in {0}, or permission to deploy to the environment; your role is {1}.',
      path,
      role,
    ),
  cancelJob: (path, role) =>
    t('Canceling jobs requires at least the Developer role in {0}; your role is {1}.', path, role),
  forceCancelJob: (path, role) =>
    t('Force canceling jobs requires at least the Maintainer role in {0}; your role is {1}.', path, role),
  eraseJob: (path, role) =>
    t('Erasing job logs requires at least the Developer role in {0}; your role is {1}.', path, role),
  retryPipeline: (path, role) =>
    t('Retrying pipelines requires at least the Developer role in {0}; your role is {1}.', path, role),
  cancelPipeline: (path, role) =>
    t('Canceling pipelines requires at least the Developer role in {0}; your role is {1}.', path, role),
  runPipeline: (path, role) =>
    t('Running pipelines requires at least the Developer role in {0}; your role is {1}.', path, role),
  changeMergeRequest: (path, role) =>
    t(
      'Changing this merge request requires at least the Developer role in {0}; your role is {1}.',
      path,
      role,
    ),
  manageClientKeys: (path, role) =>
    t('Managing client keys requires at least the Maintainer role in {0}; your role is {1}.', path, role),
  changeErrorTracking: (path, role) =>
    t(
      'Changing error tracking settings requires at least the Maintainer role in {0}; your role is {1}.',
      path,
      role,
    ),
};

/** Why a command didn't start. */
export const roleSentence = ({ action, path, access }: RoleTooLow): string =>
  REFUSED[action](path, roleName(access) ?? t('none'));

/** What a refused write requires, by its endpoint. */
const REQUIRED: readonly (readonly [RegExp, () => string])[] = [
  [/\/jobs\/:job_id\/retry$/, () => t('Retrying jobs requires at least the Developer role in this project.')],
  [
    /\/jobs\/:job_id\/play$/,
    () =>
      t(
        'Running manual jobs requires at least the Developer role in this project, or permission to deploy to the environment.',
      ),
  ],
  [
    /\/jobs\/:job_id\/cancel$/,
    () => t('Canceling jobs requires at least the Developer role in this project.'),
  ],
  [
    /\/pipelines\/:pipeline_id\/retry$/,
    () => t('Retrying pipelines requires at least the Developer role in this project.'),
  ],
  [
    /\/pipelines\/:pipeline_id\/cancel$/,
    () => t('Canceling pipelines requires at least the Developer role in this project.'),
  ],
  [/\/pipelines?$/, () => t('Running pipelines requires at least the Developer role in this project.')],
  [
    /^POST .*\/merge_requests$/,
    () => t('Creating merge requests requires at least the Developer role in this project.'),
  ],
  [
    /^DELETE .*\/merge_requests\/:merge_request_iid$/,
    () => t('Deleting merge requests requires the Owner role in this project.'),
  ],
  [
    /^PUT .*\/merge_requests\/:merge_request_iid$/,
    () =>
      t(
        "Editing merge requests that you didn't create and aren't assigned to requires at least the Developer role in this project.",
      ),
  ],
  [
    /_time(?:_estimate)?$|\/time_estimate$/,
    () => t('Tracking time requires at least the Developer role in this project.'),
  ],
  [/\/client_keys/, () => t('Managing client keys requires at least the Maintainer role in this project.')],
  [
    /\/error_tracking\/settings$/,
    () => t('Changing error tracking settings requires at least the Maintainer role in this project.'),
  ],
];

/** The role that a write requires which the server refused without a reason. `endpoint`: its method and path. */
export const requiredRole = (endpoint: string): string | undefined =>
  endpoint.startsWith('GET ') ? undefined : REQUIRED.find(([path]) => path.test(endpoint))?.[1]();
