import type { JobTarget } from '../../../app/jobs/actions';
import { t } from '../../../base/localize';
import type { CommandArgument } from '../../../schemas/command-argument';
import { chooseJob, type JobChoiceDeps, type JobQuestion, namedJob } from './choice';

export type { JobChoiceDeps } from './choice';

/** Returns the job of the row or of the active log, or asks for a recent one. */
export async function anyJob(
  deps: JobChoiceDeps,
  argument: CommandArgument,
  question: Pick<JobQuestion, 'title' | 'placeholder'> & Partial<JobQuestion>,
): Promise<JobTarget | undefined> {
  const named = await namedJob(deps, argument);
  if (named !== undefined) return named;
  const key = deps.activeJob();
  if (key !== undefined) return deps.lookup.read(key);
  return chooseJob(deps, {
    none: t('No jobs found in this workspace.'),
    statuses: [],
    ...question,
  });
}
