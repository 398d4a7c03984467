import * as jobs from '../../api/endpoints/jobs';
import type { JsonObject } from '../../base/json-value';
import { RETRIED_TRIGGER_JOBS } from '../http/releases';
import { json, refuse } from '../http/reply';
import { route } from '../http/route';
import { jobOrBridgeView, jobView } from '../views/job';
import { problemWithInputs } from '../world/inputs';
import * as actions from '../world/job-actions';
import type { Job } from '../world/model';
import { jobOf, processableOf, projectOf, requireMinimumRole } from './access';
import { variableOf } from './variables';

/** Rejects invalid values of inputs (server-behavior.md#inputs-of-jobs). */
function checkInputs({ spec }: Job, given: JsonObject = {}): void {
  const problem = problemWithInputs(spec.inputs ?? [], given);
  if (problem !== undefined) throw refuse.badRequest(problem);
}

const retryJob = route(jobs.retryJob, (call, args) => {
  const project = projectOf(call, args.id);
  const user = requireMinimumRole(call, project, 'developer');
  const jobIn = call.ignores(RETRIED_TRIGGER_JOBS) ? jobOf : processableOf;
  const job = jobIn(project, args.job_id);
  checkInputs(job, args.inputs);
  const retried = actions.retry(call.world, job, user, args.inputs);
  if (retried === undefined) throw refuse.forbidden('Job is not retryable');
  return json(201, jobOrBridgeView(call.world, retried, call.base));
});

const cancelJob = route(jobs.cancelJob, (call, args) => {
  const project = projectOf(call, args.id);
  requireMinimumRole(call, project, args.force === true ? 'maintainer' : 'developer');
  const job = jobOf(project, args.job_id);
  if (!actions.cancel(call.world, job, { force: args.force === true })) throw refuse.forbidden();
  return json(201, jobView(call.world, job, call.base));
});

const playJob = route(jobs.playJob, (call, args) => {
  const project = projectOf(call, args.id);
  const user = requireMinimumRole(call, project, 'developer');
  const job = processableOf(project, args.job_id);
  const variables = (args.job_variables_attributes ?? []).map((given, index) =>
    variableOf('job_variables_attributes', given, index),
  );
  checkInputs(job, args.job_inputs);
  if (!actions.play(call.world, job, user, { variables, inputs: args.job_inputs ?? {} }))
    throw refuse.badRequest('Unplayable Job');
  return json(200, jobOrBridgeView(call.world, job, call.base));
});

const eraseJob = route(jobs.eraseJob, (call, args) => {
  const project = projectOf(call, args.id);
  const user = requireMinimumRole(call, project, 'developer');
  const job = jobOf(project, args.job_id);
  // Developers can only erase jobs that they started.
  if (user.role === 'developer' && job.user !== user) throw refuse.forbidden();
  if (!actions.erase(call.world, job)) throw refuse.forbidden('Job is not erasable!');
  return json(201, { ...jobView(call.world, job, call.base), download_url: null });
});

/**
 * Actions on jobs (server-behavior.md#job-actions), with the status codes of real servers
 * (server-behavior.md#success-codes).
 */
export const jobActionRoutes = [retryJob, cancelJob, playJob, eraseJob];
