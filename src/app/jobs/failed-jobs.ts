import type { CallOptions, Client } from '../../api/client';
import { listPipelineJobs } from '../../api/endpoints/jobs';
import type { Job } from '../../schemas/job';
import type { PipelineKey } from '../shared/keys';

/** Largest page (server-behavior.md#page-parameters): whoever has more failures reads the first ones first. */
const MAX = 100;

/** Jobs that made a pipeline fail, the one that failed first on top: the others often follow from it. */
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

/** Jobs that a person can start by hand. */
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
