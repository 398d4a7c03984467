import { expressionOf, line, oneLine } from './lines';
import type { Matcher } from './shapes';

const script = String.raw`(?<path>(?:[A-Za-z]:)?[^\s:]{1,200}\.(?:sh|bash|ksh|zsh|bats)|(?!\/)[^\s:]{1,200}\/[^\s:]{1,100})`;
/** What shells without line words report. */
const SHELL_ERRORS = String.raw`(?:[^:]{1,200}: ){0,2}(?:not found|Syntax error|parameter not set|cannot open|cannot create|Permission denied|can't cd to|[Bb]ad |unexpected |command not found|no such file|parse error|Illegal )`;

/** Errors of shells, and of interpreters that name the line in words. */
export const SHELLS: readonly Matcher[] = [
  oneLine(
    'bash',
    expressionOf(
      String.raw`^(?<place>${script}: line ${line}): (?:(?<severity>warning): )?(?<message>\S.*)$`,
    ),
    /: line \d+: /,
  ),
  oneLine(
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
