import { JOB_STATUSES } from '../../schemas/job';
import { lintSchema, pipelineDetailSchema, pipelineSchema } from '../../schemas/pipeline';
import { endpoint, list, one } from '../endpoint';
import { integer, oneOf, string } from '../params';

/**
 * `GET /projects/:id/pipelines`: latest first.
 * Not on all servers (server-behavior.md#core-and-additional-endpoints).
 */
export const listPipelines = endpoint({
  method: 'GET',
  path: '/projects/:id/pipelines',
  query: {
    page: integer,
    per_page: integer,
    ref: string,
    sha: string,
    status: oneOf(JOB_STATUSES),
    source: string,
    username: string,
    updated_after: string,
    updated_before: string,
    order_by: oneOf(['id', 'status', 'ref', 'updated_at', 'user_id']),
    sort: oneOf(['asc', 'desc']),
  },
  response: list(pipelineSchema),
  pages: ['offset'],
});

/**
 * `GET /projects/:id/pipelines/:pipeline_id`.
 * Not on all servers (server-behavior.md#core-and-additional-endpoints).
 */
export const getPipeline = endpoint({
  method: 'GET',
  path: '/projects/:id/pipelines/:pipeline_id',
  response: one(pipelineDetailSchema),
});

/**
 * `GET /projects/:id/ci/lint`: the CI configuration of a commit, with the files that it includes
 * (server-behavior.md#inputs-of-jobs).
 * Not on all servers (server-behavior.md#core-and-additional-endpoints).
 */
export const lintConfiguration = endpoint({
  method: 'GET',
  path: '/projects/:id/ci/lint',
  query: { content_ref: string },
  response: one(lintSchema),
});
