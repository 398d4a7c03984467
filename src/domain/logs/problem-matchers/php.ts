import { above, expressionOf, inOneLine, line, locationOnly, oneLine, paragraphAt } from './lines';
import type { LineFinding, LineReader, Matcher } from './shapes';
import { isForeign } from './stacks';

const phpPath = String.raw`(?<path>(?:[A-Za-z]:)?(?:(?! in )[^:])*?\.(?:php|phtml|inc|phpt))`;

const FRAME = expressionOf(String.raw`^(?=\S)(?<place>${phpPath}:${line})$`);
const FAILURE = /^\d+\) \S/;
const KIND = /^There (?:was|were) \d+ (.*):$/;
const SEVERE = /\b(?:failure|error)s?$/;
/** Maximum number of lines of one failure with its diff, and of all failures of a kind. */
const MAX_OF_FAILURE = 80;
const MAX_OF_KIND = 600;
const MAX_MESSAGE_LINES = 4;

/** The first location of a failure outside of libraries is the problem; the others are only locations. */
function phpunit(text: string, at: number, read: LineReader): LineFinding | undefined {
  const found = inOneLine(FRAME, text);
  if (found?.problem === undefined) return undefined;
  if (isForeign(found.path)) return locationOnly(found);
  for (let other = at - 1; other >= Math.max(0, at - MAX_OF_FAILURE); other--) {
    const lineText = read(other);
    const earlier = inOneLine(FRAME, lineText);
    if (earlier !== undefined && !isForeign(earlier.path)) break;
    if (!FAILURE.test(lineText)) continue;
    const kind = above(other, MAX_OF_KIND, read, KIND)?.match[1];
    const severity = kind === undefined || SEVERE.test(kind) ? 'error' : 'warning';
    const message = paragraphAt(other + 1, MAX_MESSAGE_LINES, read, /^--- Expected/);
    return { ...found, problem: { severity, message: message === '' ? lineText : message } };
  }
  return locationOnly(found);
}

const TESTDOX_FRAME = expressionOf(String.raw`^\s+╵ (?<place>${phpPath}:${line})$`);
const TESTDOX_MESSAGE = /^\s+├ (\S.*)$/;

/** The first location below the message of a failed test in a list of sentences. */
function testdox(text: string, at: number, read: LineReader): LineFinding | undefined {
  const found = inOneLine(TESTDOX_FRAME, text, '');
  if (found === undefined) return undefined;
  for (let other = at - 1; other >= Math.max(0, at - MAX_OF_FAILURE); other--) {
    const message = TESTDOX_MESSAGE.exec(read(other))?.[1];
    if (message !== undefined) return { ...found, problem: { severity: 'error', message } };
    if (!/^\s+[│┊]/.test(read(other))) break;
  }
  return locationOnly(found);
}

/** PHP itself, which prints errors twice if it also writes a log. */
const PHP = expressionOf(
  String.raw`(?:^|PHP )(?<severity>(?:Parse|Fatal|Recoverable fatal|Core|Compile) error|Warning|Notice|Deprecated): {1,2}`,
  String.raw`(?<message>\S.*) in (?<place>${phpPath}(?: on line |:)${line})(?:$|\s)`,
);

export const PHP_TOOLS: readonly Matcher[] = [
  { tool: 'phpunit', needs: /:\d+$/, match: phpunit },
  { tool: 'phpunit --testdox', needs: /^\s+╵ .*:\d+$/, match: testdox },
  oneLine('php', PHP, /(?:error|Warning|Notice|Deprecated): /),
];
