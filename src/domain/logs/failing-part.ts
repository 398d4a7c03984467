import type { LogRun } from './line-store';
import type { LogSection } from './sections';
import type { LogStyle } from './style';

/** The parts of a log that these modules use. */
export interface LogLines {
  readonly lineCount: number;
  readonly sections: readonly LogSection[];
  head(line: number, most: number): string;
  runs(line: number, columns: number): readonly LogRun[];
  style(number: number): LogStyle;
}

/** Lines of a log, both inclusive. */
export interface LinesOfPart {
  readonly first: number;
  readonly last: number;
}

/** Sections of a runner around a script, whether it failed or not. */
const NOT_THE_SCRIPT =
  /^(?:after_script|cleanup_file_variables|cleanup|upload_artifacts_on_(?:failure|success)|archive_cache(?:_on_failure)?)$/;
const SCRIPT = /^(?:step_script|build_script|step_run)$/;
/** Sections that only follow a script that succeeded: the job failed while its artifacts were uploaded. */
const AFTER_SUCCESS = /^(?:upload_artifacts_on_success|archive_cache)$/;
/**
 * The runner's last message. If the script failed, it only contains the exit code; if not, it is the cause: a
 * timeout, an image that can't be pulled, or a failure of the runner.
 */
const VERDICT = /^ERROR: Job failed/;
/** Each executor words the exit code differently: the sentence contains nothing but the code, a signal, and a reason. */
const SCRIPT_FAILED =
  /^ERROR: Job failed(?: \([\w ]*script failure\))?: (?:[a-z]+ ){0,3}?(?:exit(?:ed)?|terminated|finished|failed|returned)(?: with)?(?: an?)?(?: non-zero)?(?: exit)?(?: (?:code|status)){0,2}:? -?(?:0x[\da-f]+|\d+)(?: from signal \w+)?(?:\. Reason was: .*)?\.?\s*$/i;
/** Printed where the runner stopped writing the log. */
const CUT = /^Job's log exceeded limit of/;
/** Maximum number of lines that are searched for the runner's last message. */
const FAR = 500;
/** Number of characters that are compared to classify a line, and the maximum length of the runner's last message. */
const START_LENGTH = 40;
const MAX_VERDICT_LENGTH = 200;

const COMMAND = /^\$ \S/;
/** Number of the theme's green, and of the bright one. */
const GREEN = [2, 10];

/**
 * The part of a log in which a job failed: the output of the last command of its script, because the exit code
 * is that command's; or the unfinished section within the script. If the script succeeded, the upload of the
 * artifacts. If there was no script yet, the section that began last. Without sections, the whole log.
 */
export function failingPart(trace: LogLines): LinesOfPart {
  const verdict = verdictOf(trace);
  const end = verdict?.line ?? trace.lineCount;
  const whole = { first: 0, last: Math.max(0, end - 1) };
  const upload = trace.sections.findLast(({ name, first }) => AFTER_SUCCESS.test(name) && first < end);
  if (verdict !== undefined && upload !== undefined)
    return { first: upload.first, last: Math.min(upload.last ?? end - 1, whole.last) };
  const candidates = trace.sections.filter(({ name, first }) => !NOT_THE_SCRIPT.test(name) && first < end);
  const script = candidates.findLast(({ name }) => SCRIPT.test(name));
  const part = script ?? candidates.at(-1);
  if (part === undefined) return lastCommand(trace, whole);
  const last = Math.min(part.last ?? end - 1, whole.last);
  const broken = candidates.findLast(
    (inner) => inner !== part && inner.last === undefined && inner.first > part.first && inner.first <= last,
  );
  return lastCommand(trace, { first: broken?.first ?? part.first, last });
}

/** The message of the runner that states why a job failed, if that isn't the script. */
export function runnersCause(trace: LogLines): number | undefined {
  const verdict = verdictOf(trace);
  if (verdict?.isCause === true) return verdict.line;
  // Without a final message, the log may have been cut before the failure.
  return verdict === undefined ? lastLine(trace, CUT) : undefined;
}

/** True if the runner stopped writing the log because it was too large. */
export const isCut = (trace: LogLines): boolean => lastLine(trace, CUT) !== undefined;

function verdictOf(trace: LogLines): { readonly line: number; readonly isCause: boolean } | undefined {
  const line = lastLine(trace, VERDICT);
  if (line === undefined) return undefined;
  const text = trace.head(line, MAX_VERDICT_LENGTH);
  return { line, isCause: /^ERROR: Job failed\W*\S/.test(text) && !SCRIPT_FAILED.test(text) };
}

function lastLine(trace: LogLines, expression: RegExp): number | undefined {
  const { lineCount } = trace;
  for (let line = lineCount - 1; line >= Math.max(0, lineCount - FAR); line--) {
    if (expression.test(trace.head(line, START_LENGTH))) return line;
  }
  return undefined;
}

/**
 * The last command of a script with its output. A command without any output, such as `exit $status`, reports
 * what an earlier one did. The runner prints commands in green; where no line is green, a dollar sign is
 * enough.
 */
function lastCommand(trace: LogLines, { first, last }: LinesOfPart): LinesOfPart {
  let plain: number | undefined;
  let silent = true;
  for (let line = last; line >= first; line--) {
    const text = trace.head(line, START_LENGTH);
    if (text.trim() === '') continue;
    if (!COMMAND.test(text)) silent = false;
    else if (!silent) {
      if (isGreen(trace, line)) return { first: line, last };
      plain ??= line;
    }
  }
  return { first: plain ?? first, last };
}

const isGreen = (trace: LogLines, line: number): boolean =>
  trace
    .runs(line, 1)
    .some(({ start, style }) => start === 0 && GREEN.includes(trace.style(style).foreground ?? -1));
