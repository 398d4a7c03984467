import { locale, t } from '../../base/localize';
import type { LogSection } from '../../domain/logs/sections';
import type { LineNow } from '../../domain/review/lines-now';
import { duration } from '../shared/time-labels';

/** How long a section took, `3m 12s`; undefined where it is open, wants nobody to know, or took no time to speak of. */
export const sectionTime = ({ seconds, hideDuration }: LogSection): string | undefined =>
  hideDuration || seconds === 0 ? undefined : duration(seconds);

/** Characters of a time of the day, and of what passed since the section began. */
const CLOCK_WIDTH = 8;
const PASSED_WIDTH = 10;
/** In units of the widest digit: what stands before each line when times are shown. */
export const TIMES_WIDTH = CLOCK_WIDTH + PASSED_WIDTH + 1;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** `14:03:07`, in the time of this computer. Takes Unix milliseconds. */
function clockTime(time: number): string {
  const name = locale();
  let format = clocks.get(name);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(name, {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    clocks.set(name, format);
  }
  return format.format(time);
}

/** What stands before a line: its time, and after it what passed since its section began. Blanks keep their width. */
export function lineTimes(time: number | undefined, sectionStart: number | undefined): string {
  if (time === undefined) return '';
  const passed = sectionStart === undefined ? '' : `+${passedTime(time - sectionStart)}`;
  return `${clockTime(time)} ${passed.padStart(PASSED_WIDTH)}`.replaceAll(' ', '\u00a0');
}

/** `0.4s` below ten seconds, `3m 12s` above. */
function passedTime(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds >= 9.95) return duration(seconds) ?? '';
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(seconds);
}

/** Where a problem leads, for the tooltip of its link. */
export const openPlace = (path: string, line: number): string => t('Open {0} at line {1}', path, line);
/** What a reader should know of the line that a place of a log leads to; undefined where it is that very line. */
export function lineNote({ state }: LineNow, then: number, sha: string | undefined): string | undefined {
  const commit = sha?.slice(0, 8) ?? '';
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
/** Names the log as the source of a problem. */
export const problemSource = (jobName: string): string => `switchyard · ${jobName}`;

export const noProblems = (): string => t('No problems found in this log.');
export const noTimes = (): string =>
  t('This log has no timestamps. Its runner writes them only if FF_TIMESTAMPS is enabled.');
export const noSection = (): string => t("The cursor isn't in a section.");
export const linesCopied = (lines: number): string =>
  t('{0, plural, one {# line copied} other {# lines copied}}', lines);

/** Text of a log for an issue or a chat: the job and its page above, the lines fenced so that nothing in them ends the fence. */
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
