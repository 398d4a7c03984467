import * as z from 'zod/mini';
import { jobNeedsSchema } from '../../schemas/job-needs';
import { integer, required, string } from '../params';
import { query } from '../query';

/**
 * The jobs of a pipeline with the jobs that they need, at most 100 per page. The REST API doesn't return them. `after` is
 * the `endCursor` of the previous page.
 */
export const listJobNeeds = query({
  name: 'jobNeeds',
  text: `query jobNeeds($fullPath: ID!, $iid: ID!, $first: Int, $after: String) {
  project(fullPath: $fullPath) { pipeline(iid: $iid) { jobs(first: $first, after: $after) {
    nodes { name schedulingType needs { nodes { name } } }
    pageInfo { hasNextPage endCursor } } } } }`,
  variables: { fullPath: required(string), iid: required(string), first: integer, after: string },
  data: z.looseObject({
    project: z.nullish(
      z.looseObject({ pipeline: z.nullish(z.looseObject({ jobs: z.nullish(jobNeedsSchema) })) }),
    ),
  }),
});
