import { pipelineDetailSchema } from '../../schemas/pipeline';
import { endpoint, one } from '../endpoint';
import { hashes, object, required, string } from '../params';

/**
 * `POST /projects/:id/pipelines/:pipeline_id/retry`: retries failed and canceled jobs.
 * Not on all servers (server-behavior.md#core-and-additional-endpoints).
 */
export const retryPipeline = endpoint({
  method: 'POST',
  path: '/projects/:id/pipelines/:pipeline_id/retry',
  response: one(pipelineDetailSchema),
  success: [200, 201],
});

/**
 * `POST /projects/:id/pipelines/:pipeline_id/cancel`: cancels unfinished jobs.
 * Not on all servers (server-behavior.md#core-and-additional-endpoints).
 */
export const cancelPipeline = endpoint({
  method: 'POST',
  path: '/projects/:id/pipelines/:pipeline_id/cancel',
  response: one(pipelineDetailSchema),
  success: [200, 201],
});

/**
 * `POST /projects/:id/pipeline`: runs a pipeline for a branch or tag. `inputs`: the values of inputs that the CI
 * configuration declares (server-behavior.md#inputs-of-pipelines).
 * Not on all servers (server-behavior.md#core-and-additional-endpoints).
 */
export const createPipeline = endpoint({
  method: 'POST',
  path: '/projects/:id/pipeline',
  body: { ref: required(string), variables: hashes, inputs: object },
  response: one(pipelineDetailSchema),
  success: [201],
});
