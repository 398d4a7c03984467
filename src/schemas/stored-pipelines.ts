import * as z from 'zod/mini';
import { JOB_STATUSES } from './job';
import {
  lenient,
  projectReference,
  serverAddress,
  storedFields,
  storedList,
  storedRecord,
  trueOrFalse,
} from './stored-value';

/** Why a pipeline is watched: a person asked for it, started it here, or pushed what it runs for. */
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

/** Which window showed a notification for a pipeline, and when. */
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

/** Lists of variables by what they were entered for. */
export const lastVariablesSchema = storedRecord(z.unknown());

/** The value of a secret variable is never stored. */
export const jobVariablesSchema = storedList(
  z.object({ key: z.string(), value: z.catch(z.string(), ''), secret: trueOrFalse }),
);
