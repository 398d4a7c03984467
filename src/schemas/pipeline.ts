import * as z from 'zod/mini';
import { userSchema } from './user';
import { datetime, flag, numberOrText, optionalNumber, optionalText, part } from './wire';

/** A pipeline in a list (`GET /projects/:id/pipelines`). */
export const pipelineSchema = z.looseObject({
  id: z.number(),
  iid: optionalNumber,
  project_id: optionalNumber,
  sha: z.string(),
  ref: optionalText,
  status: z.string(),
  source: optionalText,
  name: optionalText,
  created_at: datetime,
  updated_at: datetime,
  web_url: optionalText,
});
export type Pipeline = z.infer<typeof pipelineSchema>;

/** A single pipeline (`GET /projects/:id/pipelines/:pipeline_id`). Durations are in seconds. */
export const pipelineDetailSchema = z.extend(pipelineSchema, {
  before_sha: optionalText,
  tag: flag,
  yaml_errors: optionalText,
  user: part(userSchema),
  started_at: datetime,
  finished_at: datetime,
  committed_at: datetime,
  duration: optionalNumber,
  queued_duration: optionalNumber,
  coverage: numberOrText,
  /** `group` shows whether a pipeline passed with warnings. */
  detailed_status: part(z.looseObject({ group: optionalText })),
});
export type PipelineDetail = z.infer<typeof pipelineDetailSchema>;

/**
 * The pipeline that a trigger job started. `project_id` isn't documented, but servers send it
 * (server-behavior.md#downstream-pipelines).
 */
export const downstreamPipelineSchema = z.looseObject({
  id: z.number(),
  project_id: optionalNumber,
  sha: optionalText,
  ref: optionalText,
  status: z.string(),
  created_at: datetime,
  updated_at: datetime,
  web_url: optionalText,
});
export type DownstreamPipeline = z.infer<typeof downstreamPipelineSchema>;

/** A checked CI configuration. `merged_yaml` includes other files; undefined if the configuration isn't valid. */
export const lintSchema = z.looseObject({ merged_yaml: optionalText });

/** The fields of a pipeline from a list or a single request. */
export type PipelineFacts = Pipeline & Partial<PipelineDetail>;
