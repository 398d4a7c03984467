import * as jobs from '../../api/endpoints/jobs';
import { checkOffset, keysetPage, offsetPage } from '../http/pagination';
import { json, plainText, refuse } from '../http/reply';
import { route } from '../http/route';
import { bridgeView, jobView } from '../views/job';
import { logOf } from '../world/logs/log-of';
import type { Job } from '../world/model';
import { jobOf, pipelineOf, projectForReaders } from './access';

const isJob = (job: Job): boolean => job.spec.triggers === undefined;
const inScope = (scope: readonly string[] | undefined) => (job: Job) => scope?.includes(job.status) ?? true;

function* filtered(all: Iterable<Job>, keep: (job: Job) => boolean): Generator<Job> {
  for (const job of all) if (keep(job)) yield job;
}

const listProjectJobs = route(jobs.listProjectJobs, (call, args) => {
  const project = projectForReaders(call, args.id);
  const keep = inScope(args.scope);
  const found = filtered(project.jobs.newestFirst(), (job) => isJob(job) && keep(job));
  const render = (job: Job): unknown => jobView(call.world, job, call.base);
  if (args.pagination === 'keyset') return keysetPage(call, args, { items: found }, render);
  checkOffset(args);
  const list = [...found];
  return offsetPage(call, args, args.sort === 'asc' ? list.reverse() : list, render);
});

const listPipelineJobs = route(jobs.listPipelineJobs, (call, args) => {
  const { jobs: all } = pipelineOf(projectForReaders(call, args.id), args.pipeline_id);
  const keep = inScope(args.scope);
  const found = all.filter(
    (job) => isJob(job) && keep(job) && (args.include_retried === true || !job.retried),
  );
  return offsetPage(call, args, found.reverse(), (job) => jobView(call.world, job, call.base));
});

const listPipelineBridges = route(jobs.listPipelineBridges, (call, args) => {
  const { jobs: all } = pipelineOf(projectForReaders(call, args.id), args.pipeline_id);
  const keep = inScope(args.scope);
  const found = all.filter((job) => !isJob(job) && keep(job) && !job.retried);
  return offsetPage(call, args, found.reverse(), (bridge) => bridgeView(call.world, bridge, call.base));
});

const getJob = route(jobs.getJob, (call, args) => {
  const job = jobOf(projectForReaders(call, args.id), args.job_id);
  return json(200, jobView(call.world, job, call.base));
});

const getJobTrace = route(jobs.getJobTrace, (call, args) => {
  const job = jobOf(projectForReaders(call, args.id), args.job_id);
  const log = logOf(job, call.world.time);
  if (log === undefined) throw refuse.missing();
  return plainText(log, { 'Content-Disposition': `infile; filename="${job.id}.log"` });
});

/** Endpoints for reading jobs. */
export const jobRoutes = [listProjectJobs, listPipelineJobs, listPipelineBridges, getJob, getJobTrace];
