import { isApiError } from '../../api/errors';
import { t } from '../../base/localize';
import { knownStatus } from '../../domain/jobs/status';
import type { JobStatus } from '../../schemas/job';
import { failureReason } from '../jobs/failure-labels';
import { explain } from '../shared/error-messages';
import { isProven } from '../shared/refusal-meanings';
import { accessibleLabel } from '../shared/row';
import { sizeLabel } from '../shared/size-labels';
import { statusWord } from '../shared/status-icons';
import { moment } from '../shared/time-labels';
import { wrapped } from '../shared/wrapped';

interface JobFacts {
  readonly name: string;
  readonly status: string;
  readonly erased_at?: string | null | undefined;
  readonly artifacts_expire_at?: string | null | undefined;
  readonly failure_reason?: string | null | undefined;
}

/** Text of a log's document while the log is loading. */
export const loadingNotice = (): string => t('Loading the log…');

/** Why an unfinished job has no output yet. */
const NOT_STARTED: Partial<Readonly<Record<JobStatus, () => string>>> = {
  created: () => t('Waiting for earlier jobs to finish.'),
  pending: () => t('Waiting for a runner.'),
  preparing: () => t('A runner is preparing to run the job.'),
  waiting_for_resource: () => t('Waiting for a resource group that another job is using.'),
  waiting_for_callback: () => t('Waiting for a response of an external service.'),
  scheduled: () => t('The job is delayed and starts at a scheduled time.'),
  manual: () => t('This job must be started manually.'),
};

/** Shown in place of the log of an unfinished job. */
export function noLogYetNotice(job: JobFacts): string {
  const status = knownStatus(job.status);
  const why = status === undefined ? undefined : NOT_STARTED[status]?.();
  const yet = t('{0} has no log yet. Status: {1}.', job.name, statusWord(job));
  const appears = t('The log appears as soon as the job produces output.');
  return inLines(yet, why, appears);
}

/** Shown in place of the log of a finished job. */
export function noLogNotice(job: JobFacts, now = Date.now()): string {
  const status = accessibleLabel(statusWord(job), failureReason(job.failure_reason));
  const never = t('{0} has no log. Status: {1}.', job.name, status);
  return inLines(
    never,
    job.status === 'skipped'
      ? undefined
      : t("The job didn't produce any output, or the log is no longer on the server."),
    Date.parse(job.artifacts_expire_at ?? '') <= now
      ? t("The job's artifacts expired on {0}.", moment(job.artifacts_expire_at) ?? '')
      : undefined,
  );
}

export function erasedNotice(job: JobFacts): string {
  const erased = moment(job.erased_at);
  return inLines(
    erased === undefined
      ? t('The log of {0} was erased.', job.name)
      : t('The log of {0} was erased on {1}.', job.name, erased),
    // Expiration doesn't set the time (server-behavior.md#job-fields).
    erased === undefined ? undefined : t("A user erased it together with the job's artifacts."),
    t("The log can't be restored."),
  );
}

/** Last line of a notice after loading failed; it is a link. */
export const reloadLine = (): string => t('Reload Log');

export function failedNotice(name: string, error: unknown): string {
  const why =
    isApiError(error) && isProven({ kind: 'forbidden' }, error)
      ? t("You don't have permission to view this log.")
      : explain(error).why;
  return inLines(t("Couldn't load the log of {0}.", name), why, reloadLine());
}

const inLines = (...sentences: readonly (string | undefined)[]): string =>
  sentences.flatMap((sentence) => (sentence === undefined ? [] : wrapped(sentence))).join('\n');

/** Tooltip of the line in place of an omitted part, which is a link. */
export const nextPart = (): string => t('Show Next Part of Log');

/** Lines in a log in place of omitted parts; short, so that narrow editors don't cut them off. */
export const WINDOW_NOTICES = {
  before: (bytes: number): string =>
    t('— First {0} omitted. Run "Reload Log" to show it —', sizeLabel(bytes)),
  between: (bytes: number): string => t('— {0} omitted. Run "Show Next Part of Log" —', sizeLabel(bytes)),
};
