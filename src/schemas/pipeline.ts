import * as z from 'zod/mini';
import { datetime, flag, numberOrText, optionalNumber, optionalText, part } from './wire';
import { userSchema } from './user';

/** A pipeline in a list (`GET /projects/:id/pipelines`, beyond the description). */
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

/** One pipeline whole (`GET /projects/:id/pipelines/:pipeline_id`, beyond the description). Durations are in seconds. */
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
});
export type PipelineDetail = z.infer<typeof pipelineDetailSchema>;

/** The pipeline that a trigger job started (doc 1 §2). `project_id` is not in the description; the real service sends it. */
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
