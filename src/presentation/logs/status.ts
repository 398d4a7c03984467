import { t } from '../../base/localize';
import { explain } from '../shared/error-messages';
import { plainText } from '../shared/plain-text';
import { statusIcon, statusWord } from '../shared/status-icons';
import { ago, moment, size } from '../shared/time-labels';

/** What stands in the status bar while a job log is the active editor. */
export interface LogStatus {
  /** With a codicon in front. */
  readonly text: string;
  readonly tooltip: string;
  readonly accessibleLabel: string;
  /** What a click does. */
  readonly click: 'toggle-follow' | 'reload' | 'next-part' | 'newer' | 'none';
}

interface JobFacts {
  readonly name: string;
  readonly status: string;
  readonly allow_failure: boolean;
}

/** A log that is being read, and how much of it is here. */
export function readingStatus(job: JobFacts, bytes: number): LogStatus {
  return {
    text: t('$(loading~spin) Reading {0}, {1}', plainText(job.name), size(bytes)),
    tooltip: t('The log is on its way; what is here can be read. Closing the editor stops it.'),
    accessibleLabel: t('Reading the log of {0}, {1} so far', job.name, size(bytes)),
    click: 'none',
  };
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
        text: t('$(sync-ignored) Not following {0} ({1})', plainText(job.name), word),
        tooltip: t('The log goes on below. Scroll to the end or click to follow.'),
        accessibleLabel: t('Not following the log of {0}, {1}', job.name, word),
        click: 'toggle-follow',
      };
}

/** A job that has written nothing yet. */
export function waitingStatus(job: JobFacts): LogStatus {
  const word = plainText(statusWord(job));
  return {
    text: t('$(clock) No log of {0} yet ({1})', plainText(job.name), word),
    tooltip: t('The log appears as soon as the job writes.'),
    accessibleLabel: t('Job {0} has no log yet, {1}', job.name, word),
    click: 'none',
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

/** A log whose middle is left out. */
export function partStatus(job: JobFacts, left: number): LogStatus {
  const shown = endedStatus(job);
  return {
    text: t('{0} · {1} left out', shown.text, size(left)),
    tooltip: t('The log is too large to be shown whole. Click to go on with what is left out.'),
    accessibleLabel: t('{0}; {1} of its log are left out', shown.accessibleLabel, size(left)),
    click: 'next-part',
  };
}

/** A log that lies on this computer. `at` in Unix milliseconds; `unchecked`: why the server was not asked. */
export function keptStatus(job: JobFacts, at: number, unchecked: unknown, now: number): LogStatus {
  const shown = endedStatus(job);
  const time = new Date(at).toISOString();
  const age = ago(time, now) ?? '';
  const since = t('Kept on this computer since {0}.', moment(time) ?? '');
  if (unchecked === undefined) return { ...shown, tooltip: `${shown.tooltip}\n${since}` };
  return {
    text: t('{0} · as of {1}', shown.text, age),
    tooltip: t('{0} {1} Click to read it again.', since, explain(unchecked).why),
    accessibleLabel: t('{0}; its log as it was {1}', shown.accessibleLabel, age),
    click: 'reload',
  };
}

/** The job was retried, and the editor shows the log before that. */
export function newerStatus(job: JobFacts, newer: number): LogStatus {
  return {
    text: t('$(redo) {0} was retried: #{1}', plainText(job.name), newer),
    tooltip: t('This is the log of an earlier attempt. Click to open the newest one.'),
    accessibleLabel: t('Job {0} was retried as number {1}; open the newest log', job.name, newer),
    click: 'newer',
  };
}

/** `begun`: some lines are there, more could not be read. */
export function failedStatus(name: string, error: unknown, begun: boolean): LogStatus {
  return {
    text: begun
      ? t('$(error) Log of {0} not complete', plainText(name))
      : t('$(error) Log of {0} not read', plainText(name)),
    tooltip: t('{0} Click to try again.', explain(error).why),
    accessibleLabel: begun
      ? t('The log of {0} could not be read to its end', name)
      : t('The log of {0} could not be read', name),
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

/** Told when an open log moves on to the newest attempt of its job. */
export const movedOn = (name: string, newer: number): string =>
  t('$(redo) {0} was retried: this is the log of #{1}', plainText(name), newer);

/** What stands behind the last line while more is expected. */
export const moreToCome = (job: JobFacts): string =>
  t('the job is {0}; new lines appear here', statusWord(job));
