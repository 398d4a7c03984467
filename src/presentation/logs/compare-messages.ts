import { t } from '../../base/localize';
import type { NoLog } from '../../domain/jobs/log-availability';

/** Raw megabytes that are compared at the most, for the sentence that refuses more. */
const MAX_MEGABYTES = 20;

type NotComparable = 'too-large' | 'no-log' | NoLog;

const NOT_COMPARABLE: Readonly<Record<NotComparable, (what: string) => string>> = {
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

/** `name` is that of the job, where it is known. */
export const notComparable = (why: NotComparable, name: string | undefined, job: number): string =>
  NOT_COMPARABLE[why](name === undefined ? t('Job #{0}', job) : `${name} #${job}`);

export const jobsWalked = (jobs: number): string =>
  t('{0, plural, one {# passed job checked} other {# passed jobs checked}}', jobs);

/** `all`: every earlier run was checked. */
export const noPassing = (
  name: string,
  { checked, all }: { readonly checked: number; readonly all: boolean },
): string =>
  all
    ? t('No earlier passed run of {0} with a log found.', name)
    : t(
        "{1, plural, one {The latest passed job in the project isn't a previous run of {0}.} other {None of the latest # passed jobs in the project is a previous run of {0}.}}",
        name,
        checked,
      );
