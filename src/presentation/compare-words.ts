import { locale, t } from '../base/localize';

/** Raw megabytes that are compared at the most, for the sentence that refuses more. */
const MOST_MEGABYTES = 20;

/** `name` is that of the job, where it is known. */
export function notComparable(why: 'too-large' | 'no-log', name: string | undefined, job: number): string {
  const what = name === undefined ? t('Job #{0}', job) : t('{0} #{1}', name, job);
  return why === 'too-large'
    ? t('{0}: its log is larger than {1} MB, and logs of that size are not compared.', what, MOST_MEGABYTES)
    : t('{0} has no log to compare: it wrote none, or it was erased.', what);
}

export const jobsWalked = (jobs: number): string =>
  jobs === 1 ? t('1 passed job looked at') : t('{0} passed jobs looked at', number(jobs));

export const noPassing = (name: string, looked: number, all: boolean): string =>
  all
    ? t('No run of {0} before this one has passed and kept its log.', name)
    : t(
        'Among the newest {1} passed jobs of the project, none is an earlier run of {0}.',
        name,
        number(looked),
      );

const number = (value: number): string => new Intl.NumberFormat(locale()).format(value);
