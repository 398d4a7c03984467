import {
  above,
  column,
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

/** `at App.Tests.CartTests.Total() in /src/tests/CartTests.cs:line 12` */
const DOTNET = expressionOf(
  String.raw`^\s+at .* in (?<place>(?<path>(?:[A-Za-z]:)?[^:]+\.(?:cs|fs|vb)):line ${line})$`,
);
const DOTNET_FRAME = /^\s+at \S/;
const DOTNET_STACK = /^\s*Stack Trace:$/;
const DOTNET_MESSAGE = /^\s*Error Message:$/;
const MAX_FRAMES = 60;
const MAX_MESSAGE_LINES = 6;

/** The first location of a test's stack is the problem; the others are only locations. */
function dotnet(text: string, at: number, read: LineReader): LineFinding | undefined {
  const found = inOneLine(DOTNET, text, 'failed');
  if (found === undefined) return undefined;
  let other = at - 1;
  for (; other >= Math.max(0, at - MAX_FRAMES) && DOTNET_FRAME.test(read(other)); other--) {
    if (DOTNET.test(read(other))) return locationOnly(found);
  }
  if (!DOTNET_STACK.test(read(other))) return locationOnly(found);
  const messageHeading = above(other, MAX_FRAMES, read, DOTNET_MESSAGE);
  if (messageHeading === undefined) return found;
  return withMessage(found, paragraphAt(messageHeading.line + 1, MAX_MESSAGE_LINES, read, DOTNET_STACK));
}

/** The line below the name of a failed test. */
const GRADLE = expressionOf(
  String.raw`^\s{4,}(?<message>[\w.$]+) at (?<place>(?<path>[\w$]+\.(?:java|kt|groovy|scala)):${line})$`,
);
const GRADLE_TEST = /^(\S.* > .*) FAILED$/;

function gradle(text: string, at: number, read: LineReader): LineFinding | undefined {
  const found = inOneLine(GRADLE, text);
  const name = found && GRADLE_TEST.exec(read(at - 1))?.[1];
  return name === undefined
    ? locationOnly(found)
    : withMessage(found, `${name}: ${found?.problem?.message ?? ''}`);
}

const SWIFT = expressionOf(
  String.raw`^(?:[✘×] )?Test .* recorded an issue (?:with .* )?at (?<place>${path}:${line}:${column}): (?<message>\S.*)`,
);

export const TEST_RUNS: readonly Matcher[] = [
  { tool: 'dotnet test', needs: /:line \d+$/, match: dotnet },
  { tool: 'gradle test', needs: / at /, match: gradle },
  oneLine('swift test', SWIFT),
];
