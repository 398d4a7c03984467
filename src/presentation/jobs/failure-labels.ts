import { t } from '../../base/localize';
import type { WaitReason } from '../../domain/jobs/waiting';

/**
 * Reasons of failed jobs as a person says them. Two of them are documented, the others are sent by servers
 * (server-behavior.md#failure-reasons).
 */
const REASONS: Readonly<Record<string, () => string>> = {
  script_failure: () => t('the script failed'),
  stuck_or_timeout_failure: () => t('stuck or timed out'),
  job_execution_timeout: () => t('ran longer than it may'),
  api_failure: () => t('the server failed'),
  runner_system_failure: () => t('the runner failed'),
  runner_unsupported: () => t('the runner is too old'),
  no_matching_runner: () => t('no runner fits'),
  missing_dependency_failure: () => t('artifacts of an earlier job are missing'),
  stale_schedule: () => t('scheduled too long ago'),
  archived_failure: () => t('too old to run'),
  unmet_prerequisites: () => t('prerequisites were not met'),
  scheduler_failure: () => t('the scheduler failed'),
  data_integrity_failure: () => t('its data is broken'),
  forward_deployment_failure: () => t('a newer deployment was made'),
  deployment_rejected: () => t('the deployment was rejected'),
  protected_environment_failure: () => t('the environment is protected'),
  environment_creation_failure: () => t('the environment could not be made'),
  user_blocked: () => t('who started it is blocked'),
  ci_quota_exceeded: () => t('no minutes are left'),
  trace_size_exceeded: () => t('the log became too long'),
  secrets_provider_not_found: () => t('secrets could not be found'),
  downstream_pipeline_creation_failed: () => t('the downstream pipeline could not be made'),
  downstream_bridge_project_not_found: () => t('the downstream project was not found'),
  insufficient_bridge_permissions: () => t('no permission for the downstream project'),
  reached_max_descendant_pipelines_depth: () => t('too many pipelines below each other'),
  unknown_failure: () => t('for an unknown reason'),
};

/** Why a job failed; a reason that we do not know is written as the server does, without underscores. */
export function failureReason(reason: string | null | undefined): string | undefined {
  if (reason === null || reason === undefined || reason === '') return undefined;
  return Object.hasOwn(REASONS, reason) ? REASONS[reason]?.() : reason.replaceAll('_', ' ');
}

const WAITS: Readonly<
  Record<WaitReason['why'], { readonly short: () => string | undefined; readonly long: () => string }>
> = {
  'no-runner': { short: () => t('no runner'), long: () => t('No runner of recent jobs has all its tags') },
  offline: {
    short: () => t('runner offline'),
    long: () => t('Its runner is not connected'),
  },
  resource: {
    short: () => undefined,
    long: () => t('Another job of its resource group has to end first'),
  },
  manual: { short: () => undefined, long: () => t('Somebody has to play it') },
  queue: { short: () => undefined, long: () => t('All runners that fit are busy, or none fits') },
};

/** In a word or two beside the status, where the status does not say it already. */
export const shortWait = (reason: WaitReason | undefined): string | undefined =>
  reason === undefined ? undefined : WAITS[reason.why].short();

/** As a sentence without its full stop. */
export function longWait(reason: WaitReason | undefined): string | undefined {
  if (reason === undefined) return undefined;
  const { long } = WAITS[reason.why];
  return reason.why === 'no-runner' ? t('{0}: {1}', long(), reason.tags.join(', ')) : long();
}
