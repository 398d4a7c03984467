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
  [/\/jobs\/:job_id\/retry$/, () => t('You need at least the Developer role in this project to retry jobs.')],
  [
    /\/jobs\/:job_id\/play$/,
    () => t('You need at least the Developer role in this project to run manual jobs.'),
  ],
  [
    /\/jobs\/:job_id\/cancel$/,
    () => t('You need at least the Developer role in this project to cancel jobs.'),
  ],
  [
    /\/pipelines\/:pipeline_id\/retry$/,
    () => t('You need at least the Developer role in this project to retry pipelines.'),
  ],
  [
    /\/pipelines\/:pipeline_id\/cancel$/,
    () => t('You need at least the Developer role in this project to cancel pipelines.'),
  ],
  [/\/pipelines?$/, () => t('You need at least the Developer role in this project to run pipelines.')],
  [
    /^POST .*\/merge_requests$/,
    () => t('You need at least the Developer role in this project to create merge requests.'),
  ],
  [
    /^DELETE .*\/merge_requests\/:merge_request_iid$/,
    () => t('You need the Owner role in this project to delete merge requests.'),
  ],
  [
    /^PUT .*\/merge_requests\/:merge_request_iid$/,
    () =>
      t(
        'You need at least the Developer role in this project to edit merge requests that you neither created nor are assigned to.',
      ),
  ],
  [
    /_time(?:_estimate)?$|\/time_estimate$/,
    () => t('You need at least the Developer role in this project to track time.'),
  ],
  [/\/client_keys/, () => t('You need at least the Maintainer role in this project to manage client keys.')],
  [
    /\/error_tracking\/settings$/,
    () => t('You need at least the Maintainer role in this project to change error tracking settings.'),
  ],
];

/** The role that a write requires which the server refused without a reason. `endpoint`: its method and path. */
export const requiredRole = (endpoint: string): string | undefined =>
  endpoint.startsWith('GET ') ? undefined : REQUIRED.find(([path]) => path.test(endpoint))?.[1]();
