import { bridgeSchema, JOB_STATUSES, jobSchema } from '../../schemas/job';
import { endpoint, list, one, text } from '../endpoint';
import { boolean, hashes, integer, object, oneOf, someOf } from '../params';

const page = { page: integer, per_page: integer };
const scope = { scope: someOf(JOB_STATUSES) };

/** `GET /projects/:id/jobs`: offset or keyset (server-behavior.md#keyset-pagination). */
export const listProjectJobs = endpoint({
  method: 'GET',
  path: '/projects/:id/jobs',
  query: {
    ...scope,
    ...page,
    pagination: oneOf(['keyset']),
    order_by: oneOf(['id']),
    sort: oneOf(['asc', 'desc']),
  },
  response: list(jobSchema),
  pages: ['offset', 'keyset'],
});

/**
 * `GET /projects/:id/pipelines/:pipeline_id/jobs`: by descending ID, without retried jobs by default
 * (server-behavior.md#job-lists).
 */
export const listPipelineJobs = endpoint({
  method: 'GET',
  path: '/projects/:id/pipelines/:pipeline_id/jobs',
  query: { ...scope, ...page, include_retried: boolean },
  response: list(jobSchema),
  pages: ['offset'],
});

/** `GET /projects/:id/pipelines/:pipeline_id/bridges` (server-behavior.md#trigger-jobs). */
export const listPipelineBridges = endpoint({
  method: 'GET',
  path: '/projects/:id/pipelines/:pipeline_id/bridges',
  query: { ...scope, ...page },
  response: list(bridgeSchema),
  pages: ['offset'],
});

/** `GET /projects/:id/jobs/:job_id`. */
export const getJob = endpoint({
  method: 'GET',
  path: '/projects/:id/jobs/:job_id',
  response: one(jobSchema),
});

/**
 * `GET /projects/:id/jobs/:job_id/trace`: 404 or an empty body if there is no log
 * (server-behavior.md#log-of-a-job). Some servers ignore `byte_offset` (server-behavior.md#parts-of-a-log).
 */
export const getJobTrace = endpoint({
  method: 'GET',
  path: '/projects/:id/jobs/:job_id/trace',
  query: { byte_offset: integer, byte_limit: integer },
  response: text,
});

/** `POST /projects/:id/jobs/:job_id/cancel`; `force` ends a job that is already canceling. */
export const cancelJob = endpoint({
  method: 'POST',
  path: '/projects/:id/jobs/:job_id/cancel',
  body: { force: boolean },
  response: one(jobSchema),
  success: [200, 201],
});

/**
 * `POST /projects/:id/jobs/:job_id/retry`: returns the new job. Trigger jobs since version 17.0
 * (server-behavior.md#trigger-jobs). `inputs`: values of the inputs that the job declares
 * (server-behavior.md#inputs-of-jobs).
 */
export const retryJob = endpoint({
  method: 'POST',
  path: '/projects/:id/jobs/:job_id/retry',
  body: { inputs: object },
  response: one(bridgeSchema),
  success: [200, 201],
});

/** `POST /projects/:id/jobs/:job_id/erase` (server-behavior.md#job-actions). */
export const eraseJob = endpoint({
  method: 'POST',
  path: '/projects/:id/jobs/:job_id/erase',
  response: one(jobSchema),
  success: [200, 201],
});

/**
 * `POST /projects/:id/jobs/:job_id/play`: only for jobs with status manual. `job_inputs`: values of the inputs that the
 * job declares (server-behavior.md#inputs-of-jobs).
 */
export const playJob = endpoint({
  method: 'POST',
  path: '/projects/:id/jobs/:job_id/play',
  body: { job_variables_attributes: hashes, job_inputs: object },
  response: one(bridgeSchema),
  success: [200, 201],
});
