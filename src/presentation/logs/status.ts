import { t } from '../../base/localize';
import { explain } from '../shared/error-messages';
import { plainText } from '../shared/plain-text';
import { accessibleLabel, parts } from '../shared/row';
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

const inLines = (...sentences: readonly string[]): string => sentences.join('\n');

/** A log that is being read, and how much of it is here. */
export function readingStatus(job: JobFacts, bytes: number): LogStatus {
  return {
    text: t('$(loading~spin) Loading {0} ({1})', plainText(job.name), size(bytes)),
    tooltip: t(
      'The log is still loading. You can already read the loaded part. To stop loading, close the editor.',
    ),
    accessibleLabel: t('Loading the log of {0}, {1} so far', job.name, size(bytes)),
    click: 'none',
  };
}

/** A log that grows (or will), and an editor that stays at its end. */
export function followingStatus(job: JobFacts): LogStatus {
  const word = plainText(statusWord(job));
  return {
    text: t('$(sync~spin) Following {0} ({1})', plainText(job.name), word),
    tooltip: t('New lines appear at the end. Scroll up or click to stop following.'),
    accessibleLabel: t('Following the log of {0}, {1}', job.name, word),
    click: 'toggle-follow',
  };
}

/** A log that grows (or will), and an editor that stays where it is. */
export function notFollowingStatus(job: JobFacts): LogStatus {
  const word = plainText(statusWord(job));
  return {
    text: t('$(sync-ignored) Not following {0} ({1})', plainText(job.name), word),
    tooltip: t('The log continues below. Scroll to the end or click to follow.'),
    accessibleLabel: t('Not following the log of {0}, {1}', job.name, word),
    click: 'toggle-follow',
  };
}

/** A job that has written nothing yet. */
export function waitingStatus(job: JobFacts): LogStatus {
  const word = plainText(statusWord(job));
  return {
    text: t('$(clock) No log of {0} yet ({1})', plainText(job.name), word),
    tooltip: t('The log appears as soon as the job produces output.'),
    accessibleLabel: t('Job {0} has no log yet, {1}', job.name, word),
    click: 'none',
  };
}

export function endedStatus(job: JobFacts): LogStatus {
  const word = plainText(statusWord(job));
  return {
    text: `$(${statusIcon(job).id}) ${plainText(job.name)} (${word})`,
    tooltip: t('The job has finished. Its log no longer changes.'),
    accessibleLabel: t('Job {0}, {1}', job.name, word),
    click: 'none',
  };
}

/** A log whose middle is left out. */
export function partStatus(job: JobFacts, left: number): LogStatus {
  const shown = endedStatus(job);
  return {
    text: parts(shown.text, t('{0} omitted', size(left))),
    tooltip: t('The log is too large to be shown in full. Click to show the next part.'),
    accessibleLabel: accessibleLabel(shown.accessibleLabel, t('{0} of its log omitted', size(left))),
    click: 'next-part',
  };
}

/** A log that lies on this computer. `at` in Unix milliseconds; `unchecked`: why the server was not asked. */
export function keptStatus(job: JobFacts, at: number, unchecked: unknown, now: number): LogStatus {
  const shown = endedStatus(job);
  const time = new Date(at).toISOString();
  const age = ago(time, now) ?? '';
  const since = t('Stored on this computer since {0}.', moment(time) ?? '');
  if (unchecked === undefined) return { ...shown, tooltip: inLines(shown.tooltip, since) };
  return {
    text: parts(shown.text, t('as of {0}', age)),
    tooltip: inLines(since, explain(unchecked).why, t('Click to reload the log.')),
    accessibleLabel: accessibleLabel(shown.accessibleLabel, t('log as of {0}', age)),
    click: 'reload',
  };
}

/** The job was retried, and the editor shows the log before that. */
export function newerStatus(job: JobFacts, newer: number): LogStatus {
  return {
    text: t('$(redo) {0} was retried (#{1})', plainText(job.name), newer),
    tooltip: t('This is the log of a previous attempt. Click to open the log of the latest attempt.'),
    accessibleLabel: t(
      'Job {0} was retried as number {1}; open the log of the latest attempt',
      job.name,
      newer,
    ),
    click: 'newer',
  };
}

/** `begun`: some lines are there, more could not be read. */
export function failedStatus(
  name: string,
  error: unknown,
  { begun }: { readonly begun: boolean },
): LogStatus {
  return {
    text: begun
      ? t('$(error) Log of {0} incomplete', plainText(name))
      : t("$(error) Couldn't load log of {0}", plainText(name)),
    tooltip: inLines(explain(error).why, t('Click to retry.')),
    accessibleLabel: begun
      ? t("Couldn't load the entire log of {0}", name)
      : t("Couldn't load the log of {0}", name),
    click: 'reload',
  };
}

/** A log that goes on, but could not be read the last time. */
export function staleStatus(name: string, error: unknown): LogStatus {
  return {
    text: t('$(warning) Log of {0} not up to date', plainText(name)),
    tooltip: inLines(explain(error).why, t('Retrying automatically; click to retry now.')),
    accessibleLabel: t("The log of {0} isn't up to date", name),
    click: 'reload',
  };
}

/** Told when an open log moves on to the newest attempt of its job. */
export const movedOn = (name: string, newer: number): string =>
  t('$(redo) {0} was retried; showing the log of #{1}', plainText(name), newer);

/** What stands behind the last line while more is expected. */
export const moreToCome = (job: JobFacts): string =>
  t('the job is {0}; new lines appear here', statusWord(job));

/** Which problem of a log the cursor is on, counted from 0; below 0 if it is on none. */
export function problemPosition(at: number, count: number): Omit<LogStatus, 'click'> {
  const text =
    at < 0
      ? t('{0, plural, one {# problem in log} other {# problems in log}}', count)
      : t('Problem {0} of {1}', at + 1, count);
  return {
    text: `$(warning) ${text}`,
    tooltip: t('Go to the next problem in the log.'),
    accessibleLabel: text,
  };
}
