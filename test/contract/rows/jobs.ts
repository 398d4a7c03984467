import type * as jobToken from '../../../src/api/endpoints/job-token';
import type * as jobs from '../../../src/api/endpoints/jobs';
import { PAGE, reading, type Row } from './row';

const read = reading('doc 1 §4');
const act = { ...read, method: 'POST', success: [200, 201] } as const;

export const JOB_ROWS: Readonly<Record<keyof typeof jobs | keyof typeof jobToken, Row>> = {
  listProjectJobs: {
    ...read,
    path: '/projects/:id/jobs',
    query: ['scope', 'order_by', 'sort', 'pagination', ...PAGE],
    answer: 'list',
  },
  listPipelineJobs: {
    ...read,
    path: '/projects/:id/pipelines/:pipeline_id/jobs',
    query: ['include_retried', 'scope', ...PAGE],
    answer: 'list',
  },
  listPipelineBridges: {
    ...read,
    path: '/projects/:id/pipelines/:pipeline_id/bridges',
    query: ['scope', ...PAGE],
    answer: 'list',
  },
  getJobOfToken: { ...read, path: '/job', token: 'job' },
  getAllowedAgents: { ...read, path: '/job/allowed_agents', query: ['job_token'], token: 'job' },
  getJob: { ...read, path: '/projects/:id/jobs/:job_id' },
  getJobTrace: { ...read, path: '/projects/:id/jobs/:job_id/trace', answer: 'text' },
  cancelJob: { ...act, path: '/projects/:id/jobs/:job_id/cancel', body: ['force'] },
  retryJob: { ...act, path: '/projects/:id/jobs/:job_id/retry' },
  eraseJob: { ...act, path: '/projects/:id/jobs/:job_id/erase' },
  playJob: { ...act, path: '/projects/:id/jobs/:job_id/play', body: ['job_variables_attributes'] },
};
