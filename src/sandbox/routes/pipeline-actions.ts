import * as actions from '../../api/endpoints/pipeline-actions';
import type { Call } from '../http/call';
import { json, RefusalError } from '../http/reply';
import { route } from '../http/route';
import { pipelineDetailView } from '../views/pipeline';
import { cancel, retry } from '../world/job-actions';
import type { Pipeline } from '../world/model';
import { runPipeline } from '../world/run-pipeline';
import { factsOf } from '../world/statuses';
import { pipelineOf, projectOf, requireMinimumRole } from './access';
import { variableOf } from './variables';

const view = (call: Call, pipeline: Pipeline): unknown =>
  pipelineDetailView(pipeline, call.base, call.world.time);

const retryPipeline = route(actions.retryPipeline, (call, args) => {
  const project = projectOf(call, args.id);
  const user = requireMinimumRole(call, project, 'developer');
  const pipeline = pipelineOf(project, args.pipeline_id);
  for (const job of [...pipeline.jobs]) {
    if (job.status === 'failed' || job.status === 'canceled') retry(call.world, job, user);
  }
  return json(201, view(call, pipeline));
});

const cancelPipeline = route(actions.cancelPipeline, (call, args) => {
  const project = projectOf(call, args.id);
  requireMinimumRole(call, project, 'developer');
  const pipeline = pipelineOf(project, args.pipeline_id);
  for (const job of pipeline.jobs) {
    if (!job.retried && factsOf(job.status).over !== true) cancel(call.world, job);
  }
  return json(200, view(call, pipeline));
});

const createPipeline = route(actions.createPipeline, (call, args) => {
  const project = projectOf(call, args.id);
  const user = requireMinimumRole(call, project, 'developer');
  const variables = (args.variables ?? []).map((given, index) => variableOf('variables', given, index));
  const { world } = call;
  const { ref, inputs = {} } = args;
  const started = runPipeline(world, { project, ref, user, source: 'api', variables, inputs });
  if (typeof started === 'string') throw new RefusalError(json(400, { message: { base: [started] } }));
  return json(201, view(call, started));
});

/** Actions on pipelines. */
export const pipelineActionRoutes = [retryPipeline, cancelPipeline, createPipeline];
