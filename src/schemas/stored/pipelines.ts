import * as z from 'zod/mini';
import { JOB_STATUSES } from '../job';
import {
  lenient,
  projectReference,
  serverAddress,
  storedFields,
  storedList,
  storedRecord,
  trueOrFalse,
} from './stored-value';

/**
 * Why a pipeline is watched: the user requested it (`asked`), started the pipeline (`started`), or it is the
 * user's own pipeline (`mine`).
 */
const watchReason = z.enum(['asked', 'started', 'mine']);
export type WatchReason = z.infer<typeof watchReason>;

export const watchedPipelinesSchema = storedList(
  z.object({
    base: serverAddress,
    project: projectReference,
    pipeline: z.number(),
    why: watchReason,
  }),
);

/** Keyed by pipeline: which window showed the notification of its end, and when. */
export const notifiedPipelinesSchema = storedRecord(z.object({ by: z.string(), at: z.number() }));

export const pipelineModeSchema = z.enum(['recent', 'branch', 'merge-requests']);

const statuses = storedList(z.enum(JOB_STATUSES));
const filledText = lenient(z.string().check(z.minLength(1)));

export const pipelineFilterSchema = storedFields({
  mode: z.catch(pipelineModeSchema, 'recent'),
  statuses,
  warnings: trueOrFalse,
  jobStatuses: statuses,
  sources: storedList(z.string()),
  ref: filledText,
  author: filledText,
});

/** The last variables by project and by job name or ref. `jobVariablesSchema` validates each list. */
export const lastVariablesSchema = storedRecord(z.unknown());

/** Variables of a job or pipeline. Values of secret variables are never stored. */
export const jobVariablesSchema = storedList(
  z.object({ key: z.string(), value: z.catch(z.string(), ''), secret: trueOrFalse }),
);
