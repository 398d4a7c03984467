import { getAllowedAgents, getJobOfToken } from '../../api/endpoints/job-token';
import * as jobs from '../../api/endpoints/jobs';
import type { Call } from '../http/call';
import { checkOffset, keysetPage, offsetPage } from '../http/pagination';
import { json, plainText, refuse, type Reply } from '../http/reply';
import { route } from '../http/route';
import { bridgeView, jobView, allowedAgentsView } from '../views/job';
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
  const headers = { 'Content-Disposition': `infile; filename="${job.id}.log"` };
  const bytes = Buffer.from(log);
  const { byte_offset: offset, byte_limit: limit } = args;
  if (offset === undefined && limit === undefined) return ranged(plainText(log, headers), bytes, call);
  const end = limit === undefined ? bytes.length : (offset ?? 0) + limit;
  return { ...plainText('', headers), body: bytes.subarray(offset ?? 0, end) };
});

/** Responds with the bytes after those that the client has (`Range: bytes=100-`), or with the whole text. */
function ranged(whole: Reply, bytes: Buffer, { header }: Call): Reply {
  const first = Number(/^bytes=(\d{1,15})-$/.exec(header('range') ?? '')?.[1] ?? 0);
  if (first === 0) return whole;
  const total = String(bytes.length);
  const range = first < bytes.length ? `${first}-${bytes.length - 1}` : '*';
  const headers = { ...whole.headers, 'Content-Range': `bytes ${range}/${total}` };
  return first < bytes.length
    ? { ...whole, status: 206, body: bytes.subarray(first), headers }
    : { ...whole, status: 416, body: '', headers };
}

/** Endpoints for reading jobs. */
export const jobRoutes = [listProjectJobs, listPipelineJobs, listPipelineBridges, getJob, getJobTrace];

/** Returns the job of the token. Responds with 404 for personal access tokens. */
function ownerOf({ viewer }: Call): Job {
  if (viewer.kind !== 'job') throw refuse.missing('Job');
  return viewer.job;
}

/** Endpoints for job tokens (server-behavior.md#tokens). */
export const jobTokenRoutes = [
  route(getJobOfToken, (call) => json(200, jobView(call.world, ownerOf(call), call.base))),
  route(getAllowedAgents, (call) => json(200, allowedAgentsView(ownerOf(call), call.base))),
];
