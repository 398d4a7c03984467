import { t } from '../../base/localize';
import type { WaitReason } from '../../domain/jobs/waiting';
import { fromNow, moment } from '../shared/time-labels';

/**
 * Labels of failure reasons. Two of the reasons are documented; servers send the others too
 * (server-behavior.md#failure-reasons).
 */
const REASONS: Readonly<Record<string, () => string>> = {
  script_failure: () => t('script failure'),
  stuck_or_timeout_failure: () => t('stuck or timeout failure'),
  job_execution_timeout: () => t('job execution timeout'),
  api_failure: () => t('API failure'),
  runner_system_failure: () => t('runner system failure'),
  runner_unsupported: () => t('unsupported runner'),
  no_matching_runner: () => t('no matching runner available'),
  missing_dependency_failure: () => t('missing dependency failure'),
  stale_schedule: () => t('stale schedule'),
  archived_failure: () => t('job is archived'),
  unmet_prerequisites: () => t('unmet prerequisites'),
  scheduler_failure: () => t('scheduler failure'),
  data_integrity_failure: () => t('data integrity failure'),
  forward_deployment_failure: () => t('outdated deployment job'),
  deployment_rejected: () => t('deployment rejected'),
  protected_environment_failure: () => t('protected environment failure'),
  environment_creation_failure: () => t('environment creation failure'),
  user_blocked: () => t('pipeline user was blocked'),
  ci_quota_exceeded: () => t('no more compute minutes available'),
  trace_size_exceeded: () => t('log size limit exceeded'),
  secrets_provider_not_found: () => t('secrets provider not found'),
  downstream_pipeline_creation_failed: () => t("downstream pipeline can't be created"),
  downstream_bridge_project_not_found: () => t('downstream project not found'),
  insufficient_bridge_permissions: () => t('no permissions to trigger downstream pipeline'),
  reached_max_descendant_pipelines_depth: () => t('reached maximum depth of child pipelines'),
  unknown_failure: () => t('unknown failure'),
  // Reasons of newer servers.
  bridge_pipeline_is_child_pipeline: () => t("child pipelines can't be nested further"),
  builds_disabled: () => t('CI/CD is disabled'),
  downstream_project_trigger_resolved_to_empty: () => t('name of the downstream project is empty'),
  duo_workflow_not_allowed: () => t('workflow not allowed'),
  failed_outdated_deployment_job: () => t('outdated deployment job'),
  id_token_burned_project_path: () => t('no ID token for a reused project path'),
  insufficient_upstream_permissions: () => t('no permissions for the upstream project'),
  invalid_bridge_trigger: () => t('invalid trigger'),
  ip_restriction_failure: () => t('IP address not allowed'),
  job_execution_server_timeout: () => t('job execution timeout'),
  job_router_failure: () => t('job router failure'),
  job_token_expired: () => t('job token expired'),
  no_updates_canceling: () => t('no response from the runner while canceling'),
  no_updates_running: () => t('no response from the runner'),
  pipeline_loop_detected: () => t('loop of downstream pipelines'),
  project_deleted: () => t('project deleted'),
  reached_downstream_pipeline_trigger_rate_limit: () => t('rate limit for downstream pipelines'),
  reached_max_pipeline_hierarchy_size: () => t('too many downstream pipelines'),
  runner_configuration_error: () => t('runner configuration error'),
  runner_external_dependency_failure: () => t('failure of a service that the runner needs'),
  runner_interrupted: () => t('runner interrupted'),
  server_timeout_canceling: () => t('timeout while canceling'),
  server_timeout_running: () => t('job execution timeout'),
  stuck_pending_no_matching_runners: () => t('no matching runner available'),
  stuck_pending_with_matching_runners: () => t('no runner started the job'),
  upstream_bridge_project_not_found: () => t('upstream project not found'),
};

/** Returns why a job failed. Unknown reasons are shown without underscores. */
export function failureReason(reason: string | null | undefined): string | undefined {
  if (reason === null || reason === undefined || reason === '') return undefined;
  return Object.hasOwn(REASONS, reason) ? REASONS[reason]?.() : reason.replaceAll('_', ' ');
}

const WAITS: Readonly<
  Record<
    Exclude<WaitReason['why'], 'delayed'>,
    { readonly short: () => string | undefined; readonly long: (tags: string) => string }
  >
> = {
  'no-runner': {
    short: () => t('no matching runner'),
    long: (tags) => t('No recently used runner has the required tags: {0}', tags),
  },
  offline: {
    short: () => t('runner offline'),
    long: () => t('The runner is offline'),
  },
  resource: {
    short: () => undefined,
    long: () => t('Waiting for another job in its resource group'),
  },
  manual: { short: () => undefined, long: () => t('Must be run manually') },
  queue: { short: () => undefined, long: () => t('All matching runners are busy, or none match') },
};

/** Returns a short label next to the status; undefined if the status already implies it. */
export function shortWait(
  reason: WaitReason | undefined,
  now: number,
  style: 'narrow' | 'long',
): string | undefined {
  if (reason?.why !== 'delayed') return reason === undefined ? undefined : WAITS[reason.why].short();
  // A job that should have started waits for the server.
  if (reason.at <= now) return undefined;
  return fromNow(new Date(reason.at).toISOString(), now, style === 'long' ? 'long' : 'short');
}

/** Returns a sentence without a period. */
export function longWait(reason: WaitReason | undefined): string | undefined {
  if (reason === undefined) return undefined;
  if (reason.why === 'delayed') return t('Starts on {0}', moment(new Date(reason.at).toISOString()) ?? '');
  return WAITS[reason.why].long(reason.why === 'no-runner' ? reason.tags.join(', ') : '');
}
