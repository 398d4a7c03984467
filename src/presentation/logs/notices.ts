import { isApiError } from '../../api/errors';
import { t } from '../../base/localize';
import { knownStatus } from '../../domain/jobs/status';
import type { JobStatus } from '../../schemas/job';
import { failureReason } from '../jobs/failure-labels';
import { explain } from '../shared/error-messages';
import { accessibleLabel } from '../shared/row';
import { statusWord } from '../shared/status-icons';
import { moment, size } from '../shared/time-labels';
import { wrapped } from '../shared/wrapped';

interface JobFacts {
  readonly name: string;
  readonly status: string;
  readonly erased_at?: string | null | undefined;
  readonly artifacts_expire_at?: string | null | undefined;
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

export function noLogNotice(job: JobFacts, following: boolean, now = Date.now()): string {
  const word = statusWord(job);
  if (!following) {
    const told = accessibleLabel(word, failureReason(job.failure_reason));
    const never = t('{0} has no log. Its status is {1}.', job.name, told);
    return inLines(
      never,
      job.status === 'skipped' ? undefined : t('It wrote nothing, or the server no longer has it.'),
      Date.parse(job.artifacts_expire_at ?? '') <= now
        ? t('Its artifacts expired on {0}.', moment(job.artifacts_expire_at) ?? '')
        : undefined,
    );
  }
  const status = knownStatus(job.status);
  const why = status === undefined ? undefined : NOT_STARTED[status]?.();
  const yet = t('{0} has no log yet. Its status is {1}.', job.name, word);
  const appears = t('The log appears here as soon as the job writes.');
  return inLines(yet, why, appears);
}

export function erasedNotice(job: JobFacts): string {
  return inLines(
    t('The log of {0} was erased on {1}.', job.name, moment(job.erased_at) ?? t('an unknown day')),
    whoErased(job),
    t('It can’t be restored.'),
  );
}

/**
 * The server tells when a job was erased, and not by whom (server-behavior.md#job-fields). What is erased before its
 * artifacts expire was erased by a user; afterwards either is possible.
 */
function whoErased({ erased_at: erased, artifacts_expire_at: expires }: JobFacts): string {
  const [erasedAt, expiresAt] = [Date.parse(erased ?? ''), Date.parse(expires ?? '')];
  if (erasedAt < expiresAt)
    return t('A user erased it with the job’s artifacts, which had not expired at that time.');
  if (expiresAt <= erasedAt)
    return t(
      'The job’s artifacts had expired on {0}; the log may have been removed with them.',
      moment(expires) ?? '',
    );
  return t('The server doesn’t tell whether a user erased it or it expired.');
}

/** The last line of a notice that reading failed; it is a link. */
export const reloadLine = (): string => t('Reload Log');

export function failedNotice(name: string, error: unknown): string {
  const why = isApiError(error, 'forbidden')
    ? t('You do not have the permission to read this log.')
    : explain(error).why;
  return inLines(t('The log of {0} could not be read.', name), why, reloadLine());
}

const inLines = (...sentences: readonly (string | undefined)[]): string =>
  sentences.flatMap((sentence) => (sentence === undefined ? [] : wrapped(sentence))).join('\n');

/** Lines that stand in a log in place of what is not shown. Short, so that a narrow editor does not cut them off. */
export const WINDOW_WORDS = {
  before: (bytes: number): string => t('— The first {0} left out: "Reload Log" shows them —', size(bytes)),
  between: (bytes: number): string => t('— {0} left out: "Show the Next Part of the Log" —', size(bytes)),
};
