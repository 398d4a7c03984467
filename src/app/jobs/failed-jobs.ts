import type { CallOptions, Client } from '../../api/client';
import { listPipelineJobs } from '../../api/endpoints/jobs';
import type { Job } from '../../schemas/job';
import type { PipelineKey } from '../shared/keys';

/** Largest page (server-behavior.md#page-parameters). Further failed jobs aren't read. */
const MAX = 100;

/** Jobs that made a pipeline fail, earliest first, because later failures often result from the first. */
export async function readFailedJobs(
  client: Client,
  { project, pipeline }: PipelineKey,
  options?: CallOptions,
): Promise<readonly Job[]> {
  return blaming(
    (
      await client.page(
        listPipelineJobs,
        { id: project, pipeline_id: pipeline, scope: ['failed'], per_page: MAX },
        options,
      )
    ).items,
  );
}

/** Jobs that the user can start manually. */
export async function readManualJobs(
  client: Client,
  { project, pipeline }: PipelineKey,
  options?: CallOptions,
): Promise<readonly Job[]> {
  const args = { id: project, pipeline_id: pipeline, scope: ['manual'] as const, per_page: MAX };
  return (await client.page(listPipelineJobs, args, options)).items.toReversed();
}

function blaming(jobs: readonly Job[]): readonly Job[] {
  const time = ({ finished_at: end }: Job): string => end ?? '~';
  return jobs
    .filter(({ status, allow_failure: allowed }) => status === 'failed' && !allowed)
    .sort((a, b) => time(a).localeCompare(time(b)) || a.id - b.id);
}
