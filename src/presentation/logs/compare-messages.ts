import { locale, t } from '../../base/localize';
import type { NoLog } from '../../domain/jobs/log-availability';

/** Raw megabytes that are compared at the most, for the sentence that refuses more. */
const MAX_MEGABYTES = 20;

type NotComparable = 'too-large' | 'no-log' | NoLog;

const NOT_COMPARABLE: Readonly<Record<NotComparable, (what: string) => string>> = {
  'too-large': (what) =>
    t('{0}: its log is larger than {1} MB, and logs of that size are not compared.', what, MAX_MEGABYTES),
  'no-log': (what) =>
    t('{0} has no log to compare: it wrote none, or the server does not have it any more.', what),
  trigger: (what) => t('{0} has no log to compare: it only starts another pipeline.', what),
  erased: (what) => t('{0} has no log to compare: it was erased.', what),
  'not-started': (what) => t('{0} has no log to compare: it did not start.', what),
};

/** `name` is that of the job, where it is known. */
export const notComparable = (why: NotComparable, name: string | undefined, job: number): string =>
  NOT_COMPARABLE[why](name === undefined ? t('Job #{0}', job) : t('{0} #{1}', name, job));

export const jobsWalked = (jobs: number): string =>
  jobs === 1 ? t('1 passed job looked at') : t('{0} passed jobs looked at', number(jobs));

export const noPassing = (name: string, checked: number, all: boolean): string =>
  all
    ? t('No run of {0} before this one has passed and kept its log.', name)
    : t(
        'Among the newest {1} passed jobs of the project, none is an earlier run of {0}.',
        name,
        number(checked),
      );

const number = (value: number): string => new Intl.NumberFormat(locale()).format(value);
