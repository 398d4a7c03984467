import { expressionOf, inOneLine, line, oneLine } from './lines';
import type { Matcher } from './shapes';

const script = String.raw`(?<path>(?:[A-Za-z]:)?[^\s:]{1,200}\.(?:sh|bash|ksh|zsh|bats)|(?!\/)[^\s:]{1,200}\/[^\s:]{1,100})`;
/** Messages of shells without line words. */
const SHELL_ERRORS = String.raw`(?:[^:]{1,200}: ){0,2}(?:not found|Syntax error|parameter not set|cannot open|cannot create|Permission denied|can't cd to|[Bb]ad |unexpected |command not found|no such file|parse error|Illegal )`;

/** With `set -x`, the shell also prints what it runs instead: `… || true`. */
const GOES_ON = /^\+{1,9} (?:true|:)$/;

/** An error of a shell; only a warning if the script continues on purpose. */
const shell = (tool: string, expression: RegExp, needs: RegExp): Matcher => ({
  tool,
  needs,
  match: (text, at, read) => {
    const found = inOneLine(expression, text);
    if (found?.problem === undefined || !GOES_ON.test(read(at + 1))) return found;
    return { ...found, problem: { ...found.problem, severity: 'warning' } };
  },
});

/** Errors of shells, and of interpreters that name the line in words. */
export const SHELLS: readonly Matcher[] = [
  shell(
    'bash',
    expressionOf(
      String.raw`^(?<place>${script}: line ${line}): (?:(?<severity>warning): )?(?<message>\S.*)$`,
    ),
    /: line \d+: /,
  ),
  shell(
    'dash, zsh',
    expressionOf(String.raw`^(?<place>${script}:(?: line)? ?${line}): (?<message>${SHELL_ERRORS}.*)$`),
    /:\s?\d+: /,
  ),
  oneLine(
    'Perl',
    expressionOf(
      String.raw`^(?<message>(?:syntax error|Can't |Global symbol |Undefined |Bareword |Died|Illegal |Missing |Unmatched |BEGIN failed|Not an? |No such ).*?) at (?<place>(?<path>\S+\.(?:p[lm]|t|cgi|PL)) line ${line})(?:\.|, .*)$`,
    ),
    /\.(?:p[lm]|t|cgi|PL) line \d/,
  ),
];
