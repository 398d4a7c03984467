import { t } from '../../base/localize';
import type { ProblemSeverity } from '../../domain/logs/problem-matchers/shapes';
import { explain } from '../shared/error-messages';
import { plainText } from '../shared/plain-text';
import { accessibleLabel, parts } from '../shared/row';
import { sizeLabel } from '../shared/size-labels';
import { statusIcon, statusWord } from '../shared/status-icons';
import { ago, moment, shortAge } from '../shared/time-labels';

/** Status bar item while a job log is the active editor. */
export interface LogStatus {
  /** Starts with a codicon. */
  readonly text: string;
  readonly tooltip: string;
  readonly accessibleLabel: string;
  /** Action of a click. */
  readonly click: 'toggle-follow' | 'reload' | 'next-part' | 'newer' | 'none';
}

interface JobFacts {
  readonly name: string;
  readonly status: string;
  readonly allow_failure: boolean;
}

const inLines = (...sentences: readonly string[]): string => sentences.join('\n');

/** Status of a log that is loading, with the loaded size. */
export function readingStatus(job: JobFacts, bytes: number): LogStatus {
  return {
    text: t('$(loading~spin) Loading {0} ({1})', plainText(job.name), sizeLabel(bytes)),
    tooltip: t(
      'The log is still loading. You can already read the loaded part. To stop loading, close the editor.',
    ),
    accessibleLabel: t('Loading the log of {0}, {1} so far', job.name, sizeLabel(bytes)),
    click: 'none',
  };
}

/** A shorter time without output isn't shown. */
const SILENCE_MS = 60_000;

/** How long a running log hasn't grown, if that is unusual. Both times are Unix milliseconds. */
export function noOutputText(grewAt: number | undefined, now: number): string | undefined {
  if (grewAt === undefined || now - grewAt < SILENCE_MS) return undefined;
  const age = shortAge(new Date(grewAt).toISOString(), now);
  return age === undefined ? undefined : t('no output for {0}', age);
}

/** Status of a growing log that the editor follows. `silent`: how long it hasn't grown. */
export function followingStatus(job: JobFacts, silent?: string): LogStatus {
  const word = parts(plainText(statusWord(job)), silent);
  return {
    text: t('$(sync~spin) Following {0} ({1})', plainText(job.name), word),
    tooltip: t('New lines appear at the end. Scroll up or click to stop following.'),
    accessibleLabel: t('Following the log of {0}, {1}', job.name, word),
    click: 'toggle-follow',
  };
}

/** Status of a growing log that the editor doesn't follow. */
export function notFollowingStatus(job: JobFacts, silent?: string): LogStatus {
  const word = parts(plainText(statusWord(job)), silent);
  return {
    text: t('$(sync-ignored) Not following {0} ({1})', plainText(job.name), word),
    tooltip: t('The log continues below. Scroll to the end or click to follow.'),
    accessibleLabel: t('Not following the log of {0}, {1}', job.name, word),
    click: 'toggle-follow',
  };
}

/** Status of a job that hasn't produced output yet. */
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

/** Status of a log whose middle is omitted. */
export function partStatus(job: JobFacts, left: number): LogStatus {
  const shown = endedStatus(job);
  return {
    text: parts(shown.text, t('{0} omitted', sizeLabel(left))),
    tooltip: t('The log is too large to be shown in full. Click to show the next part.'),
    accessibleLabel: accessibleLabel(shown.accessibleLabel, t('{0} of its log omitted', sizeLabel(left))),
    click: 'next-part',
  };
}

/**
 * Status of a log stored on this computer. `at`: when it was stored, in Unix milliseconds; `unchecked`: why
 * the check on the server failed.
 */
export function keptStatus(job: JobFacts, at: number, unchecked: unknown, now: number): LogStatus {
  const shown = endedStatus(job);
  const time = new Date(at).toISOString();
  const age = ago(time, now) ?? '';
  const since = t('Stored for offline use since {0}.', moment(time) ?? '');
  if (unchecked === undefined) return { ...shown, tooltip: inLines(shown.tooltip, since) };
  return {
    text: parts(shown.text, t('as of {0}', age)),
    tooltip: inLines(since, explain(unchecked).why, t('Click to reload the log.')),
    accessibleLabel: accessibleLabel(shown.accessibleLabel, t('log as of {0}', age)),
    click: 'reload',
  };
}

/** Status of a log of a previous attempt. */
export function newerStatus(job: JobFacts, newer: number): LogStatus {
  return {
    text: t('$(redo) {0} was retried (#{1})', plainText(job.name), newer),
    tooltip: t('This is the log of a previous attempt. Click to open the log of the latest attempt.'),
    accessibleLabel: t('Job {0} was retried as #{1}; open the log of the latest attempt', job.name, newer),
    click: 'newer',
  };
}

/** `isPartial`: the log is partly loaded. */
export function failedStatus(
  name: string,
  error: unknown,
  { isPartial }: { readonly isPartial: boolean },
): LogStatus {
  return {
    text: isPartial
      ? t('$(error) Log of {0} incomplete', plainText(name))
      : t("$(error) Couldn't load log of {0}", plainText(name)),
    tooltip: inLines(explain(error).why, t('Click to retry.')),
    accessibleLabel: isPartial
      ? t("Couldn't load the entire log of {0}", name)
      : t("Couldn't load the log of {0}", name),
    click: 'reload',
  };
}

/** Status of a growing log whose last update failed. */
export function staleStatus(name: string, error: unknown): LogStatus {
  return {
    text: t('$(warning) Log of {0} not up to date', plainText(name)),
    tooltip: inLines(explain(error).why, t('Retrying automatically; click to retry now.')),
    accessibleLabel: t("The log of {0} isn't up to date", name),
    click: 'reload',
  };
}

/** Shown when an open log switches to the latest attempt of its job. */
export const switchedAttemptText = (name: string, newer: number): string =>
  t('$(redo) {0} was retried; showing the log of #{1}', plainText(name), newer);

/** Text after the last line of a growing log. */
export const growingLogText = (job: JobFacts): string =>
  t('job status: {0}; new lines appear here', statusWord(job));

/** Severities, which are also the names of their icons, most severe first. */
const PROBLEM_SEVERITIES: readonly ProblemSeverity[] = ['error', 'warning', 'info'];

/**
 * Position among the problems of a log. `at`: index of the problem at the cursor; negative if there is none.
 * The icon shows the severity of this problem, or of the most severe one.
 */
export function problemPosition(
  at: number,
  severities: readonly ProblemSeverity[],
): Omit<LogStatus, 'click'> {
  const count = severities.length;
  const worst = PROBLEM_SEVERITIES.find((severity) => severities.includes(severity));
  const icon = severities[at] ?? worst ?? 'error';
  const text =
    at < 0
      ? t('{0, plural, one {# problem in log} other {# problems in log}}', count)
      : t('Problem {0} of {1}', at + 1, count);
  return {
    text: `$(${icon}) ${text}`,
    tooltip: t('Go to the next problem in the log.'),
    accessibleLabel: text,
  };
}
