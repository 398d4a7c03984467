import { t } from '../../base/localize';
import { shortSha } from '../../base/short-sha';
import type { LineNow } from '../../domain/changes/lines-now';
import type { LogSection } from '../../domain/logs/sections';
import { dateText, unitFormat } from '../shared/format';
import { duration } from '../shared/time-labels';

/**
 * Returns the duration of a section, such as `3m 12s`; undefined if it is open, has `hideDuration`, or took 0
 * seconds.
 */
export const sectionTime = ({ seconds, hideDuration }: LogSection): string | undefined =>
  hideDuration || seconds === 0 ? undefined : duration(seconds);

/** Width of a time of day and of the time since the start of the section, in characters. */
const CLOCK_WIDTH = 8;
const PASSED_WIDTH = 10;
/** Width of the timestamps before each line, in units of the widest digit. */
export const TIMES_WIDTH = CLOCK_WIDTH + PASSED_WIDTH + 1;

/**
 * Returns the text before a line: its time and the time since the start of its section. No-break spaces keep
 * the width.
 */
export function lineTimes(time: number | undefined, sectionStart: number | undefined): string {
  if (time === undefined) return '';
  const passed = sectionStart === undefined ? '' : `+${passedTime(time - sectionStart)}`;
  return `${dateText(time, 'seconds')} ${passed.padStart(PASSED_WIDTH)}`.replaceAll(' ', '\u00a0');
}

/** `0.4s` below ten seconds, `3m 12s` above. */
function passedTime(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds >= 9.95) return duration(seconds) ?? '';
  return unitFormat('second', 'narrow', 'one').format(seconds);
}

/** Returns the tooltip of a link to a file. */
export const openFile = (path: string): string => t('Open {0}', path);
/** Returns the tooltip of a problem's link. */
export const openPlace = (path: string, line: number): string => t('Open {0} at line {1}', path, line);
/**
 * Describes how the line that a link opens has changed since the job ran; undefined if it is the same line.
 */
export function lineNote({ state }: LineNow, then: number, sha: string | undefined): string | undefined {
  const commit = shortSha(sha) ?? '';
  switch (state) {
    case 'same':
      return undefined;
    case 'moved':
      return t('This was line {0} in commit {1}; it has moved since the job ran.', then, commit);
    case 'changed':
      return t('Line {0} in commit {1} has changed since the job ran.', then, commit);
    case 'unknown':
      return commit === ''
        ? t("The job's commit is unknown; the line may have moved since the job ran.")
        : t(
            "The file's version in commit {0} isn't available in this clone; the line may have moved since the job ran.",
            commit,
          );
  }
}
/** Returns the source of a problem: the log. */
export const problemSource = (jobName: string): string => `switchyard · ${jobName}`;

export const noProblems = (): string => t('No problems found in this log.');
export const noTimes = (): string =>
  t('This log has no timestamps. Its runner writes them only if FF_TIMESTAMPS is enabled.');
export const noSection = (): string => t("The cursor isn't in a section.");
export const linesCopied = (lines: number): string =>
  t('{0, plural, one {# line copied.} other {# lines copied.}}', lines);

/**
 * Returns a part of a log as Markdown, for an issue or a chat: the job with its link, then the lines in a
 * fence that is longer than any in them.
 */
export function markdownBlock(
  job: { readonly name: string; readonly id: number; readonly web_url?: string | null | undefined },
  text: string,
): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const name = `${job.name} #${job.id}`.replace(/[\\`*_[\]<>()#|~&!]/g, '\\$&');
  const url = job.web_url ?? '';
  const title = /^https?:\/\/[^\s<>]+$/.test(url) ? `[${name}](<${url}>)` : name;
  return `**${title}**\n\n${fence}text\n${text}\n${fence}\n`;
}
