import {
  expressionOf,
  inOneLine,
  line,
  locationOnly,
  oneLine,
  paragraphAt,
  path,
  withMessage,
} from './lines';
import type { LineFinding, LineReader, Matcher } from './shapes';
import { isForeign } from './stacks';

/** Maximum number of lines of one failure, and of a message. */
const MAX_OF_FAILURE = 80;
const MAX_MESSAGE_LINES = 6;

/** `# ./spec/cart_spec.rb:12:in 'block (2 levels) in <top (required)>'`, or without the `in` part. */
const FRAME = expressionOf(String.raw`^\s+(?:# |from )?(?<place>${path}:${line})(?::in ['‘\x60].*)?$`);
const RSPEC = /^\s*Failure\/Error: (.*)$/;
const MINITEST_ERROR = /^\s*\d+\) Error:$/;
const RUBY_FILE = /\.(?:rb|rake|gemspec|ru|feature|erb|haml|slim)$/;

/** The first location of a failure outside of libraries is the problem; the others are only locations. */
function frame(text: string, at: number, read: LineReader): LineFinding | undefined {
  const found = inOneLine(FRAME, text);
  if (found === undefined || !RUBY_FILE.test(found.path)) return undefined;
  if (isForeign(found.path)) return locationOnly(found);
  for (let other = at - 1; other >= Math.max(0, at - MAX_OF_FAILURE); other--) {
    const lineText = read(other);
    const earlier = inOneLine(FRAME, lineText);
    if (earlier !== undefined && RUBY_FILE.test(earlier.path) && !isForeign(earlier.path)) break;
    const code = RSPEC.exec(lineText)?.[1];
    if (code !== undefined) return withMessage(found, failure(other, code, read));
    // The name of the test is between, then the error message.
    if (MINITEST_ERROR.test(lineText))
      return withMessage(found, paragraphAt(other + 2, MAX_MESSAGE_LINES, read, /^\s*\S+:\d+:in /));
  }
  return locationOnly(found);
}

/** The expected value, or else the code that failed. */
function failure(at: number, code: string, read: LineReader): string {
  for (let below = at + 1; below < at + MAX_MESSAGE_LINES; below++) {
    if (read(below).trim() !== '') return paragraphAt(below, MAX_MESSAGE_LINES, read, /^\s*# /);
  }
  return code;
}

const MINITEST = expressionOf(String.raw`^(?<message>\S[^#]*#.*) \[(?<place>${path}:${line})\]:$`);
const UNCAUGHT = expressionOf(
  String.raw`^(?:\S+: )?(?<place>${path}:${line}):in ['‘\x60].*?['’]: (?<message>\S.*\([A-Z][\w:]*\))$`,
);
const SYNTAX = expressionOf(String.raw`^(?:\S+: )?(?<place>${path}:${line}): (?<message>syntax error, .*)`);

const TEST_UNIT = expressionOf(String.raw`^(?<place>${path}:${line}):in ['‘\x60].*$`);

/** The location is below the name of the test. */
function testUnit(text: string, at: number, read: LineReader): LineFinding | undefined {
  const [, name] = /^(?:Failure|Error): (\w.*\(.*)$/.exec(read(at - 1)) ?? [];
  return name === undefined ? undefined : inOneLine(TEST_UNIT, text, name);
}

function minitest(text: string, at: number, read: LineReader): LineFinding | undefined {
  const found = inOneLine(MINITEST, text);
  return found && withMessage(found, paragraphAt(at + 1, MAX_MESSAGE_LINES, read));
}

export const RUBY_MATCHERS: readonly Matcher[] = [
  { tool: 'test-unit', needs: /:\d+:in /, match: testUnit },
  { tool: 'minitest', needs: /\]:$/, match: minitest },
  oneLine('ruby', UNCAUGHT, /:in /),
  oneLine('ruby (syntax)', SYNTAX, /: syntax error, /),
  { tool: 'rspec, minitest (places)', needs: /\.\w+:\d+(?::in |$)/, match: frame },
];
