import * as z from 'zod/mini';
import { elements, optionalText } from '../../schemas/wire';
import { hash, required, string } from '../params';
import { mutation, query } from '../query';

/** The ID of a job in GraphQL. */
export const jobGlobalId = (job: number): string => `gid://gitlab/Ci::Build/${job}`;

/** When a delayed job starts. The REST API doesn't return it. */
export const getScheduledTime = query({
  name: 'scheduledTime',
  text: `query scheduledTime($fullPath: ID!, $id: JobID!) {
  project(fullPath: $fullPath) { job(id: $id) { id scheduledAt } } }`,
  variables: { fullPath: required(string), id: required(string) },
  data: z.looseObject({
    project: z.nullish(z.looseObject({ job: z.nullish(z.looseObject({ scheduledAt: optionalText })) })),
  }),
});

/** Makes a delayed job a manual one. The REST API doesn't offer this. */
export const unscheduleJob = mutation({
  name: 'jobUnschedule',
  text: `mutation jobUnschedule($input: JobUnscheduleInput!) {
  jobUnschedule(input: $input) { job { id status } errors } }`,
  variables: { input: required(hash({ id: required(string) })) },
  data: z.looseObject({
    jobUnschedule: z.nullish(
      z.looseObject({
        job: z.nullish(z.looseObject({ status: optionalText })),
        errors: z.nullish(elements(z.string())),
      }),
    ),
  }),
});
