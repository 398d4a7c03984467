import type * as jobToken from '../../../src/api/endpoints/job-token';
import type * as jobs from '../../../src/api/endpoints/jobs';
import { PAGE, reading, type Row, SEEN } from './row';

const read = reading('jobs');
const act = { ...read, method: 'POST', success: [200, 201] } as const;

export const JOB_ROWS: Readonly<Record<keyof typeof jobs | keyof typeof jobToken, Row>> = {
  listProjectJobs: {
    ...read,
    path: '/projects/:id/jobs',
    query: ['scope', 'order_by', 'sort', 'pagination', ...PAGE],
    responseKind: 'list',
    usedBy: { seen: SEEN.pipelines, commands: ['showJobHistory', 'find', 'compareLogPassing'] },
  },
  listPipelineJobs: {
    ...read,
    path: '/projects/:id/pipelines/:pipeline_id/jobs',
    query: ['include_retried', 'scope', ...PAGE],
    responseKind: 'list',
    usedBy: { seen: SEEN.pipelines, commands: ['searchLogs'] },
  },
  listPipelineBridges: {
    ...read,
    path: '/projects/:id/pipelines/:pipeline_id/bridges',
    query: ['scope', ...PAGE],
    responseKind: 'list',
    usedBy: { seen: SEEN.pipelines },
  },
  getJobOfToken: { ...read, path: '/job', token: 'job', usedBy: { commands: ['inspectJobToken'] } },
  getAllowedAgents: {
    ...read,
    path: '/job/allowed_agents',
    query: ['job_token'],
    token: 'job',
    usedBy: { commands: ['inspectJobToken'] },
  },
  getJob: { ...read, path: '/projects/:id/jobs/:job_id', usedBy: { seen: 'job logs', commands: ['find'] } },
  getJobTrace: {
    ...read,
    path: '/projects/:id/jobs/:job_id/trace',
    // For newer servers; others ignore them.
    query: ['byte_offset', 'byte_limit'],
    responseKind: 'text',
    usedBy: { seen: 'job logs', commands: ['openLog', 'saveRawLog', 'searchLogs'] },
  },
  cancelJob: {
    ...act,
    path: '/projects/:id/jobs/:job_id/cancel',
    body: ['force'],
    usedBy: { commands: ['cancelJob', 'forceCancelJob'] },
  },
  retryJob: {
    ...act,
    path: '/projects/:id/jobs/:job_id/retry',
    // A parameter of newer servers.
    body: ['inputs'],
    usedBy: { commands: ['retryJob', 'retryJobWithInputs'] },
  },
  eraseJob: { ...act, path: '/projects/:id/jobs/:job_id/erase', usedBy: { commands: ['eraseJob'] } },
  playJob: {
    ...act,
    path: '/projects/:id/jobs/:job_id/play',
    // The second one of newer servers.
    body: ['job_variables_attributes', 'job_inputs'],
    usedBy: { commands: ['playJob', 'playJobWithVariables', 'runDelayedJob'] },
  },
};
