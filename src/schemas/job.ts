import * as z from 'zod/mini';
import { downstreamPipelineSchema } from './pipeline';
import { userSchema } from './user';
import { datetime, flag, numberOrText, optionalNumber, optionalText, part, partElements } from './wire';

/** The job status values (server-behavior.md#job-statuses). */
export const JOB_STATUSES = [
  'created',
  'pending',
  'preparing',
  'waiting_for_resource',
  'waiting_for_callback',
  'scheduled',
  'manual',
  'running',
  'canceling',
  'canceled',
  'success',
  'failed',
  'skipped',
] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

const artifactSchema = z.looseObject({
  file_type: z.string(),
  size: optionalNumber,
  filename: optionalText,
  file_format: optionalText,
});

const commitSchema = z.looseObject({
  id: z.string(),
  short_id: optionalText,
  title: optionalText,
  message: optionalText,
  author_name: optionalText,
  author_email: optionalText,
  created_at: datetime,
});

const runnerSchema = z.looseObject({
  id: z.number(),
  description: optionalText,
  ip_address: optionalText,
  active: flag,
  paused: flag,
  is_shared: flag,
  runner_type: optionalText,
  name: optionalText,
  online: flag,
  status: optionalText,
});

const runnerManagerSchema = z.looseObject({
  id: z.number(),
  system_id: optionalText,
  version: optionalText,
  revision: optionalText,
  platform: optionalText,
  architecture: optionalText,
  created_at: datetime,
  contacted_at: datetime,
  ip_address: optionalText,
  status: optionalText,
});

const jobPipelineSchema = z.looseObject({
  id: z.number(),
  project_id: optionalNumber,
  ref: optionalText,
  sha: optionalText,
  status: z.string(),
  created_at: datetime,
  updated_at: datetime,
  web_url: optionalText,
});

/**
 * A job (server-behavior.md#job-fields). Statuses other than `JOB_STATUSES` are accepted as text. Durations
 * are interpreted as seconds; the API doesn't document the unit.
 */
export const jobSchema = z.looseObject({
  id: z.number(),
  name: z.string(),
  stage: z.string(),
  status: z.string(),
  failure_reason: optionalText,
  ref: optionalText,
  tag: flag,
  coverage: numberOrText,
  archived: flag,
  source: optionalText,
  allow_failure: flag,
  created_at: datetime,
  started_at: datetime,
  finished_at: datetime,
  erased_at: datetime,
  duration: optionalNumber,
  queued_duration: optionalNumber,
  artifacts_expire_at: datetime,
  artifacts_file: part(z.looseObject({ filename: optionalText, size: optionalNumber })),
  artifacts: partElements(artifactSchema),
  tag_list: partElements(z.string()),
  download_url: optionalText,
  web_url: optionalText,
  commit: part(commitSchema),
  pipeline: part(jobPipelineSchema),
  project: part(z.looseObject({ ci_job_token_scope_enabled: flag })),
  runner: part(runnerSchema),
  runner_manager: part(runnerManagerSchema),
  user: part(userSchema),
});
export type Job = z.infer<typeof jobSchema>;

/**
 * A trigger job, which starts a downstream pipeline (server-behavior.md#trigger-jobs). The pipeline is null
 * until it exists.
 */
export const bridgeSchema = z.extend(jobSchema, {
  downstream_pipeline: part(downstreamPipelineSchema),
});
export type Bridge = z.infer<typeof bridgeSchema>;
