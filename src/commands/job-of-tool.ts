import type { JobTarget } from '../app/job-actions';
import { t } from '../base/localize';
import { chooseJob, namedJob, type JobChoicePorts, type JobQuestion } from './job-choice';

export type { JobChoicePorts } from './job-choice';

/** The job that a tool is about: of a row, of the log that is read, or any recent one that a person chooses. */
export async function anyJob(
  ports: JobChoicePorts,
  argument: unknown,
  question: Pick<JobQuestion, 'title' | 'placeholder'> & Partial<JobQuestion>,
): Promise<JobTarget | undefined> {
  const named = await namedJob(ports, argument);
  if (named !== undefined) return named;
  const key = ports.activeJob();
  if (key !== undefined) return ports.lookup.read(key);
  return chooseJob(ports, {
    none: t('The projects of this workspace have no jobs.'),
    statuses: [],
    ...question,
  });
}
