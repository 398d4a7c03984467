/** Maximum length of a text that is parsed: users may paste the log of a whole day. */
const MAX_TEXT_LENGTH = 10_000_000;
const MAX_LINES = 50_000;
/** Maximum length of a line: calls are short, minified code isn't. */
const MAX_LINE_LENGTH = 1_000;

// oxlint-disable-next-line no-control-regex -- color codes of terminals begin with a control character
const COLOR_CODES = /\u001b\[[\d;:]{0,40}[A-Za-z]/g;

/**
 * Prefixes of loggers and of tools that forward logs. A line may have several, from the outside in. Levels
 * are in capitals or brackets, because `Error: …` is the error itself.
 */
const PREFIXES: readonly RegExp[] = [
  // 2026-11-21T10:00:00.000Z, [2026-11-21 10:00:00,123], 10:00:00.123, 2026/11/21 10:00:00
  /^\[?(?:\d{4}[-/]\d\d[-/]\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z| ?[+-]\d\d:?\d\d| UTC)?\]?:?(?=\s|$)/,
  // 21-Nov-2026 10:00:00 UTC, 21/Nov/2026:10:00:00 +0000
  /^\[?\d\d[-/][A-Z][a-z]{2}[-/]\d{4}[ :]\d\d:\d\d:\d\d(?: UTC| [+-]\d{4})?\]?(?=\s|$)/,
  // Nov 21 10:00:00 host cart[12]:
  /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d [\w.-]{1,80} [\w./-]{1,80}(?:\[\d{1,9}\])?:(?=\s|$)/,
  // Container runtimes: `stderr F`, `web-1 |`, `[pod/web-5d9/app]`
  /^std(?:out|err) [FP](?=\s|$)/,
  /^[\w.-]{1,80} {1,20}\|(?=\s|$)/,
  /^\[pod\/[^\]\s]{1,160}\](?=\s|$)/,
  // Levels
  /^(?:\[(?:[Ee]rror|[Ww]arn(?:ing)?|[Ii]nfo|[Dd]ebug|[Ff]atal|ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|SEVERE|CRITICAL)\]):?(?=\s|$)/,
  /^(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|SEVERE|CRITICAL|TRACE):?(?=\s|$)/,
  // E, [2026-11-21T10:00:00.000000 #1] ERROR -- : and production.ERROR:
  /^[DEFIW], \[[\dT:.-]{10,40} #\d{1,9}\]\s{1,4}[A-Z]{4,5} -- [^:]{0,80}:(?=\s|$)/,
  /^[a-z]{1,30}\.(?:ERROR|WARNING|CRITICAL|ALERT|EMERGENCY):(?=\s|$)/,
];
const MAX_PREFIXES = 6;

/**
 * The lines of a text as a program wrote them: without colors and prefixes of loggers. Keeps the indentation.
 */
export function linesOfStackText(text: string): readonly string[] {
  return text
    .slice(0, MAX_TEXT_LENGTH)
    .split(text.includes('\n') ? '\n' : '\r', MAX_LINES)
    .map((line) => withoutPrefix(line.slice(0, MAX_LINE_LENGTH).replace(COLOR_CODES, '')).trimEnd());
}

function withoutPrefix(line: string): string {
  let rest = line;
  for (let count = 0; count < MAX_PREFIXES; count++) {
    const start = rest.trimStart();
    const prefix = PREFIXES.map((each) => each.exec(start)?.[0]).find((found) => found !== undefined);
    if (prefix === undefined) break;
    // One space separates a prefix from the text; more belong to the text.
    rest = start.slice(prefix.length).replace(/^ /, '');
  }
  return rest;
}

/** Number of leading spaces; a tab counts as one. */
export const indentOf = (line: string): number => line.length - line.trimStart().length;
