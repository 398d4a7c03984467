import * as z from 'zod/mini';
import { elements, optionalText } from '../../schemas/wire';
import { integer, required, string } from '../params';
import { query } from '../query';

/** Durations in seconds. `iid` is a string. */
const pipelineSchema = z.looseObject({
  iid: optionalText,
  duration: z.nullish(z.number()),
  queuedDuration: z.nullish(z.number()),
});

/**
 * The durations of the latest passed pipelines of a branch or tag, at most 100. Lists of the REST API don't contain
 * durations.
 */
export const listPipelineDurations = query({
  name: 'pipelineDurations',
  text: `query pipelineDurations($fullPath: ID!, $ref: String, $first: Int) {
  project(fullPath: $fullPath) { pipelines(ref: $ref, status: SUCCESS, first: $first) {
    nodes { iid duration queuedDuration } } } }`,
  variables: { fullPath: required(string), ref: required(string), first: integer },
  data: z.looseObject({
    project: z.nullish(
      z.looseObject({
        pipelines: z.nullish(z.looseObject({ nodes: z.nullish(elements(z.nullish(pipelineSchema))) })),
      }),
    ),
  }),
});
