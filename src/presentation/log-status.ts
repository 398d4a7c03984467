import { t } from '../base/localize';
import { explain } from './error-sentences';
import { plainText } from './plain-text';
import { statusIcon, statusWord } from './status-icons';

/** What stands in the status bar while a job log is the active editor. */
export interface LogStatus {
  /** With a codicon in front. */
  readonly text: string;
  readonly tooltip: string;
  readonly accessibleLabel: string;
  /** What a click does. */
  readonly click: 'toggle-follow' | 'reload' | 'none';
}

interface JobFacts {
  readonly name: string;
  readonly status: string;
  readonly allow_failure: boolean;
}

/** A log that grows (or will): whether the editor stays at its end. */
export function followingStatus(job: JobFacts, atEnd: boolean): LogStatus {
  const word = plainText(statusWord(job));
  return atEnd
    ? {
        text: t('$(sync~spin) Following {0} ({1})', plainText(job.name), word),
        tooltip: t('New lines appear at the end. Scroll up or click to stop following.'),
        accessibleLabel: t('Following the log of {0}, {1}', job.name, word),
        click: 'toggle-follow',
      }
    : {
        text: t('$(debug-pause) Not following {0} ({1})', plainText(job.name), word),
        tooltip: t('The log goes on below. Scroll to the end or click to follow.'),
        accessibleLabel: t('Not following the log of {0}, {1}', job.name, word),
        click: 'toggle-follow',
      };
}

export function endedStatus(job: JobFacts): LogStatus {
  const word = plainText(statusWord(job));
  return {
    text: t('$({0}) {1} {2}', statusIcon(job).id, plainText(job.name), word),
    tooltip: t('The job is over; its log does not change any more.'),
    accessibleLabel: t('Job {0}, {1}', job.name, word),
    click: 'none',
  };
}

export function failedStatus(name: string, error: unknown): LogStatus {
  return {
    text: t('$(error) Log of {0} not read', plainText(name)),
    tooltip: t('{0} Click to try again.', explain(error).why),
    accessibleLabel: t('The log of {0} could not be read', name),
    click: 'reload',
  };
}

/** A log that goes on, but could not be read the last time. */
export function staleStatus(name: string, error: unknown): LogStatus {
  return {
    text: t('$(warning) {0} not up to date', plainText(name)),
    tooltip: t('{0} It is tried again by itself; click to try now.', explain(error).why),
    accessibleLabel: t('The log of {0} is not up to date', name),
    click: 'reload',
  };
}

/** What stands behind the last line while more is expected. */
export const moreToCome = (job: JobFacts): string =>
  t('the job is {0}; new lines appear here', statusWord(job));
