import { t } from '../../base/localize';
import { type AccessLevel, type Role, roleOf } from '../../domain/projects/access-level';
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

/** What a refused write requires, by its endpoint. */
const REQUIRED: readonly (readonly [RegExp, () => string])[] = [
  [/\/jobs\/:job_id\/retry$/, () => t('Retrying jobs requires at least the Developer role in this project.')],
  [
    /\/jobs\/:job_id\/play$/,
    () => t('Running manual jobs requires at least the Developer role in this project.'),
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
