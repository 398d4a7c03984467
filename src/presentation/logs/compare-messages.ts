import { t } from '../../base/localize';
import type { NoLogReason } from '../../domain/jobs/log-availability';

/** Maximum size of a raw log to compare in megabytes, for the message. */
const MAX_MEGABYTES = 20;

type NotComparableError = 'too-large' | 'no-log' | NoLogReason;

const NOT_COMPARABLE: Readonly<Record<NotComparableError, (what: string) => string>> = {
  'too-large': (what) =>
    t('The log of {0} is too large to compare. The limit is {1} MB.', what, MAX_MEGABYTES),
  'no-log': (what) =>
    t(
      "{0} has no log to compare because the job didn't produce any output or the log is no longer on the server.",
      what,
    ),
  trigger: (what) => t('{0} has no log to compare because trigger jobs only start another pipeline.', what),
  erased: (what) => t('{0} has no log to compare because the log was erased.', what),
  'not-started': (what) => t("{0} has no log to compare because the job didn't start.", what),
};

/** `name`: name of the job, if known. */
export const notComparable = (why: NotComparableError, name: string | undefined, job: number): string =>
  NOT_COMPARABLE[why](name === undefined ? t('Job #{0}', job) : `${name} #${job}`);

export const passedJobsChecked = (jobs: number): string =>
  t('{0, plural, one {# passed job checked} other {# passed jobs checked}}', jobs);

/** `all`: all previous runs were checked. */
export const noPassing = (
  name: string,
  { checked, all }: { readonly checked: number; readonly all: boolean },
): string =>
  all
    ? t('No earlier passed run of {0} has a log.', name)
    : t(
        "{1, plural, one {The latest passed job in the project isn't a previous run of {0}.} other {None of the latest # passed jobs in the project is a previous run of {0}.}}",
        name,
        checked,
      );
