import * as z from 'zod/mini';
import { elements, optionalText } from '../../schemas/wire';
import { integer, required, string } from '../params';
import { query } from '../query';

/** Durations in seconds. `iid` is a string. */
const pipelineSchema = z.looseObject({
  iid: optionalText,
  name: optionalText,
  totalJobs: z.nullish(z.number()),
  duration: z.nullish(z.number()),
  queuedDuration: z.nullish(z.number()),
});

/**
 * The durations of the latest passed pipelines with a source of a branch or tag, at most 100, and the name and number of
 * jobs of each, and of the pipeline with `iid`. Lists of the REST API don't contain durations.
 */
export const listPipelineDurations = query({
  name: 'pipelineDurations',
  text: `query pipelineDurations($fullPath: ID!, $iid: ID!, $ref: String, $source: String, $first: Int) {
  project(fullPath: $fullPath) {
    pipeline(iid: $iid) { name totalJobs }
    pipelines(ref: $ref, source: $source, status: SUCCESS, first: $first) {
      nodes { iid name totalJobs duration queuedDuration } } } }`,
  variables: {
    fullPath: required(string),
    iid: required(string),
    ref: required(string),
    source: string,
    first: integer,
  },
  data: z.looseObject({
    project: z.nullish(
      z.looseObject({
        pipeline: z.nullish(z.looseObject({ name: optionalText, totalJobs: z.nullish(z.number()) })),
        pipelines: z.nullish(z.looseObject({ nodes: z.nullish(elements(z.nullish(pipelineSchema))) })),
      }),
    ),
  }),
});
