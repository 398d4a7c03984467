import type { LogFinding, ProblemSeverity } from './problem-matchers/shapes';
import type { LogSection } from './sections';

/** The parts of a log that this module uses. */
interface Lines {
  readonly lineCount: number;
  readonly sections: readonly LogSection[];
  head(line: number, most: number): string;
}

/** Sections of a runner around a script, whether it failed or not. */
const NOT_THE_SCRIPT =
  /^(?:after_script|cleanup_file_variables|cleanup|upload_artifacts_on_(?:failure|success)|archive_cache(?:_on_failure)?)$/;
const SCRIPT = /^(?:step_script|build_script|step_run)$/;
const FAILED = /^ERROR: Job failed/;
/** Maximum number of lines that are searched for the runner's last message, and for a line with content. */
const FAR = 500;
/** Maximum length of a line that is searched. */
const MAX_VERDICT_LENGTH = 40;
const MAX_BLANK_LENGTH = 2_000;

/**
 * The section in which a job failed, as lines: its script, or the unfinished section within the script; if
 * there was no script yet, the section that began last. Without sections, the whole log.
 */
export function failingPart(trace: Lines): { readonly first: number; readonly last: number } {
  const end = runnersVerdict(trace) ?? trace.lineCount;
  const whole = { first: 0, last: Math.max(0, end - 1) };
  const candidates = trace.sections.filter(({ name, first }) => !NOT_THE_SCRIPT.test(name) && first < end);
  const script = candidates.findLast(({ name }) => SCRIPT.test(name));
  const part = script ?? candidates.at(-1);
  if (part === undefined) return whole;
  const last = Math.min(part.last ?? end - 1, whole.last);
  const broken = candidates.findLast(
    (inner) => inner !== part && inner.last === undefined && inner.first > part.first && inner.first <= last,
  );
  return { first: broken?.first ?? part.first, last };
}

/**
 * The most relevant line in the log of a failed job: the last error in the failed section, or its last
 * warning, or its last line with content.
 */
export function failingLine(trace: Lines, findings: readonly LogFinding[]): number {
  const { first, last } = failingPart(trace);
  const inside = findings.filter(({ logLine, problem }) => problem && logLine >= first && logLine <= last);
  const lastOf = (severity: ProblemSeverity): LogFinding | undefined =>
    inside.findLast(({ problem }) => problem?.severity === severity);
  const chosen = lastOf('error') ?? lastOf('warning');
  if (chosen !== undefined) return chosen.logLine;
  for (let line = last; line >= Math.max(first, last - FAR); line--) {
    if (trace.head(line, MAX_BLANK_LENGTH).trim() !== '') return line;
  }
  return last;
}

/** Where the runner reports that the job failed. */
function runnersVerdict(trace: Lines): number | undefined {
  const { lineCount } = trace;
  for (let line = lineCount - 1; line >= Math.max(0, lineCount - FAR); line--) {
    if (FAILED.test(trace.head(line, MAX_VERDICT_LENGTH))) return line;
  }
  return undefined;
}
