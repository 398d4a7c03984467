import { isApiError } from '../api/errors';
import { t } from '../base/localize';
import { knownStatus } from '../domain/job-status';
import type { JobStatus } from '../schemas/job';
import { explain } from './error-sentences';
import { failureReason } from './failure-words';
import { spoken } from './row';
import { statusWord } from './status-icons';
import { moment, size } from './time-words';

interface JobFacts {
  readonly name: string;
  readonly status: string;
  readonly erased_at?: string | null | undefined;
  readonly failure_reason?: string | null | undefined;
}

/** Text of a log's document while there is no log to show. */
export const loadingNotice = (): string => t('Loading the log…');

/** Why a job that is not over has written nothing. */
const NOT_STARTED: Partial<Readonly<Record<JobStatus, () => string>>> = {
  created: () => t('Its turn has not come: jobs before it are not done.'),
  pending: () => t('It waits for a runner.'),
  preparing: () => t('A runner is getting ready for it.'),
  waiting_for_resource: () => t('It waits for a resource that another job uses.'),
  scheduled: () => t('It starts at a set time.'),
  manual: () => t('It waits for somebody to play it.'),
};

export function noLogNotice(job: JobFacts, following: boolean): string {
  const word = statusWord(job);
  if (!following) {
    const told = spoken(word, failureReason(job.failure_reason));
    const never = t('{0} has no log. Its status is {1}.', job.name, told);
    return job.status === 'skipped'
      ? never
      : t('{0}\nIt wrote nothing, or the server does not have it any more.', never);
  }
  const status = knownStatus(job.status);
  const why = status === undefined ? undefined : NOT_STARTED[status]?.();
  const yet = t('{0} has no log yet. Its status is {1}.', job.name, word);
  const appears = t('The log appears here as soon as the job writes.');
  return [yet, why, appears].filter((line) => line !== undefined).join('\n');
}

export function erasedNotice(job: JobFacts): string {
  return t(
    'The log of {0} was erased on {1}.\nSomebody removed it together with the job’s artifacts. It cannot be brought back.',
    job.name,
    moment(job.erased_at) ?? t('an unknown day'),
  );
}

export function failedNotice(name: string, error: unknown): string {
  const why = isApiError(error, 'forbidden')
    ? t('You do not have the permission to read this log.')
    : explain(error).why;
  return t('The log of {0} could not be read. {1}\nRun "Switchyard: Reload Log" to try again.', name, why);
}

/** Lines that stand in a log in place of what is not shown. */
export const WINDOW_WORDS = {
  before: (bytes: number): string =>
    t(
      '— The first {0} of the log are not shown. "Switchyard: Reload Log" goes back to its beginning. —',
      size(bytes),
    ),
  between: (bytes: number): string =>
    t(
      '— {0} of the log are left out here. "Switchyard: Show the Next Part of the Log" goes on with them. —',
      size(bytes),
    ),
};
