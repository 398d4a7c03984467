import { t } from '../base/localize';
import { isApiError } from '../api/errors';
import { explain } from './error-sentences';
import { statusWord } from './status-icons';
import { moment } from './time-words';

interface JobFacts {
  readonly name: string;
  readonly status: string;
  readonly erased_at?: string | null | undefined;
}

/** Text of a log's document while there is no log to show. */
export const loadingNotice = (): string => t('Loading the log…');

export function noLogNotice(job: JobFacts, following: boolean): string {
  const word = statusWord(job);
  return following
    ? t(
        '{0} has no log yet. Its status is {1}; the log appears here as soon as the job writes.',
        job.name,
        word,
      )
    : t('{0} has no log. Its status is {1}.', job.name, word);
}

export function erasedNotice(job: JobFacts): string {
  return t('The log of {0} was erased at {1}.', job.name, moment(job.erased_at) ?? t('an unknown time'));
}

export function failedNotice(name: string, error: unknown): string {
  const why = isApiError(error, 'forbidden')
    ? t('You do not have the permission to read this log.')
    : explain(error).why;
  return t('The log of {0} could not be read. {1}\nRun "Switchyard: Reload Log" to try again.', name, why);
}

/** The last line of a log that is longer than the editor can take. */
export function cutNotice(): string {
  return t(
    '— The log goes on. It is longer than the editor can show; open the job in the browser for the rest. —',
  );
}
