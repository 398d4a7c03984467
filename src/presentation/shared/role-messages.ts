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
  [/\/jobs\/:job_id\/retry$/, () => t('Requires at least the Developer role in this project to retry jobs.')],
  [
    /\/jobs\/:job_id\/play$/,
    () => t('Requires at least the Developer role in this project to run manual jobs.'),
  ],
  [
    /\/jobs\/:job_id\/cancel$/,
    () => t('Requires at least the Developer role in this project to cancel jobs.'),
  ],
  [
    /\/pipelines\/:pipeline_id\/retry$/,
    () => t('Requires at least the Developer role in this project to retry pipelines.'),
  ],
  [
    /\/pipelines\/:pipeline_id\/cancel$/,
    () => t('Requires at least the Developer role in this project to cancel pipelines.'),
  ],
  [/\/pipelines?$/, () => t('Requires at least the Developer role in this project to run pipelines.')],
  [
    /^POST .*\/merge_requests$/,
    () => t('Requires at least the Developer role in this project to create merge requests.'),
  ],
  [
    /^DELETE .*\/merge_requests\/:merge_request_iid$/,
    () => t('Requires the Owner role in this project to delete merge requests.'),
  ],
  [
    /^PUT .*\/merge_requests\/:merge_request_iid$/,
    () =>
      t(
        "Requires at least the Developer role in this project to edit merge requests that you didn't create and aren't assigned to.",
      ),
  ],
  [
    /_time(?:_estimate)?$|\/time_estimate$/,
    () => t('Requires at least the Developer role in this project to track time.'),
  ],
  [/\/client_keys/, () => t('Requires at least the Maintainer role in this project to manage client keys.')],
  [
    /\/error_tracking\/settings$/,
    () => t('Requires at least the Maintainer role in this project to change error tracking settings.'),
  ],
];

/** The role that a write requires which the server refused without a reason. `endpoint`: its method and path. */
export const requiredRole = (endpoint: string): string | undefined =>
  endpoint.startsWith('GET ') ? undefined : REQUIRED.find(([path]) => path.test(endpoint))?.[1]();
