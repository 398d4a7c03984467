import { t } from '../../base/localize';
import { isOffline } from '../../domain/jobs/waiting';
import type { Job } from '../../schemas/job';
import { parts } from '../shared/row';
import { moment } from '../shared/time-labels';

type Runner = NonNullable<Job['runner']>;
type RunnerManager = NonNullable<Job['runner_manager']>;

/** Labels for the values of `runner_type`. */
const TYPES: ReadonlyMap<string, () => string> = new Map([
  ['instance_type', () => t('instance')],
  ['group_type', () => t('group')],
  ['project_type', () => t('project')],
]);

/** Labels for the statuses of runners; others are shown without underscores. */
const STATUSES: ReadonlyMap<string, () => string> = new Map([
  ['online', () => t('online')],
  ['offline', () => t('offline')],
]);

const statusText = (status: string | null | undefined): string | undefined =>
  STATUSES.get(status ?? '')?.() ?? status?.replaceAll('_', ' ');

/** Returns the type of a runner. Older servers return only whether all projects share it. */
const typeText = ({ runner_type: type, is_shared: isShared }: Runner): string | undefined =>
  TYPES.get(type ?? '')?.() ?? (isShared ? t('instance') : undefined);

export const runnerName = ({ description, name, id }: Runner): string => description ?? name ?? `#${id}`;

/** Returns a line of a tooltip: the runner, its manager, and the tags that the job required. */
export function runnerDetail(job: Job): string | undefined {
  const { runner, runner_manager: manager, tag_list: tags } = job;
  if (!runner) return undefined;
  return parts(
    runnerName(runner),
    isOffline(job) ? t('offline') : undefined,
    runner.paused ? t('paused') : undefined,
    typeText(runner),
    manager ? managerText(manager) : undefined,
    tags && tags.length > 0 ? t('tags: {0}', tags.join(', ')) : undefined,
  );
}

function managerText(manager: RunnerManager): string {
  return parts(
    manager.version ?? undefined,
    platformText(manager),
    manager.system_id ?? undefined,
    manager.status === 'offline' ? t('last contact {0}', moment(manager.contacted_at) ?? '') : undefined,
  );
}

/** `linux/arm64`. */
const platformText = ({ platform, architecture }: RunnerManager): string =>
  [platform, architecture].filter((part) => part !== null && part !== undefined).join('/');

/** Returns the facts of a runner except its name. */
export function runnerFacts(runner: Runner): string {
  const status = runner.status ?? (runner.online ? 'online' : undefined);
  return parts(
    `#${runner.id}`,
    statusText(status),
    runner.paused ? t('paused') : undefined,
    typeText(runner),
    runner.description ? (runner.name ?? undefined) : undefined,
    runner.ip_address ?? undefined,
  );
}

/** Returns the facts of a runner manager, the process of a runner that ran a job. */
export function managerFacts(manager: RunnerManager): string {
  const { version, revision, system_id: system, ip_address: address } = manager;
  const [contacted, created] = [moment(manager.contacted_at), moment(manager.created_at)];
  return parts(
    t('runner manager #{0}', manager.id),
    statusText(manager.status),
    version ? (revision ? `${version} (${revision})` : version) : (revision ?? undefined),
    platformText(manager),
    system ?? undefined,
    address ?? undefined,
    contacted === undefined ? undefined : t('last contact {0}', contacted),
    created === undefined ? undefined : t('registered {0}', created),
  );
}
