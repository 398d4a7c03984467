import * as z from 'zod/mini';
import { elements, optionalText } from './wire';

const named = z.nullish(z.looseObject({ name: optionalText }));

/**
 * Jobs of a pipeline with the jobs that they need, as returned by GraphQL. `schedulingType` is `dag` for a job with
 * `needs`, which can be empty, and `stage` for others.
 */
export const jobNeedsSchema = z.looseObject({
  nodes: z.nullish(
    elements(
      z.nullish(
        z.looseObject({
          name: optionalText,
          schedulingType: optionalText,
          needs: z.nullish(z.looseObject({ nodes: z.nullish(elements(named)) })),
        }),
      ),
    ),
  ),
  pageInfo: z.looseObject({ hasNextPage: z.boolean(), endCursor: optionalText }),
});
