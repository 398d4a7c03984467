import { isApiError } from '../api/errors';
import { t } from '../base/localize';
import { knownStatus } from '../domain/job-status';
import type { JobStatus } from '../schemas/job';
import { explain } from './error-sentences';
import { failureReason } from './failure-words';
import { spoken } from './row';
import { statusWord } from './status-icons';
import { moment, size } from './time-words';
import { wrapped } from './wrapped';

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
    return inLines(
      never,
      job.status === 'skipped' ? undefined : t('It wrote nothing, or the server does not have it any more.'),
    );
  }
  const status = knownStatus(job.status);
  const why = status === undefined ? undefined : NOT_STARTED[status]?.();
  const yet = t('{0} has no log yet. Its status is {1}.', job.name, word);
  const appears = t('The log appears here as soon as the job writes.');
  return inLines(yet, why, appears);
}

export function erasedNotice(job: JobFacts): string {
  // Who it was is not told (doc 1 §2).
  return inLines(
    t('The log of {0} was erased on {1}.', job.name, moment(job.erased_at) ?? t('an unknown day')),
    t('Somebody removed it together with the job’s artifacts.'),
    t('It cannot be brought back.'),
  );
}

export function failedNotice(name: string, error: unknown): string {
  const why = isApiError(error, 'forbidden')
    ? t('You do not have the permission to read this log.')
    : explain(error).why;
  return inLines(
    t('The log of {0} could not be read.', name),
    why,
    t('Run "Switchyard: Reload Log" to try again.'),
  );
}

const inLines = (...sentences: readonly (string | undefined)[]): string =>
  sentences.flatMap((sentence) => (sentence === undefined ? [] : wrapped(sentence))).join('\n');

/** Lines that stand in a log in place of what is not shown. Short, so that a narrow editor does not cut them off. */
export const WINDOW_WORDS = {
  before: (bytes: number): string => t('— The first {0} left out: "Reload Log" shows them —', size(bytes)),
  between: (bytes: number): string => t('— {0} left out: "Show the Next Part of the Log" —', size(bytes)),
};
