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

/** `at App.Tests.CartTests.Total() in /src/tests/CartTests.cs:line 12`, in English, German, French, or Spanish */
const DOTNET = expressionOf(
  String.raw`^\s+(?:at|bei|à|en) .* (?:in|dans|en) (?<place>(?<path>(?:[A-Za-z]:)?[^:]+\.(?:cs|fs|vb)):(?:line|Zeile|ligne|línea) ${line})\.?$`,
);
const DOTNET_FRAME = /^\s+(?:at|bei|à|en) \S/;
const DOTNET_STACK =
  /^\s*(?:Stack Trace|Stapelverfolgung|Arborescence des appels de procédure|Seguimiento de la pila) ?:$/;
const DOTNET_MESSAGE = /^\s*(?:Error Message|Fehlermeldung|Message d'erreur|Mensaje de error) ?:$/;
const DOTNET_UNCAUGHT = /^(?:Unhandled exception\.|Unbehandelte Ausnahme\.?:?|Unhandled Exception:) (\S.*)$/;
const MAX_FRAMES = 60;
const MAX_MESSAGE_LINES = 6;

/**
 * The first location of the stack of a test, or of an error that ended the program, is the problem; the others
 * are only locations.
 */
function dotnet(text: string, at: number, read: LineReader): LineFinding | undefined {
  const found = inOneLine(DOTNET, text, 'failed');
  if (found === undefined) return undefined;
  let other = at - 1;
  for (; other >= Math.max(0, at - MAX_FRAMES) && DOTNET_FRAME.test(read(other)); other--) {
    if (DOTNET.test(read(other))) return locationOnly(found);
  }
  if (!DOTNET_STACK.test(read(other))) {
    const uncaught = above(other + 1, MAX_MESSAGE_LINES, read, DOTNET_UNCAUGHT)?.match[1];
    return uncaught === undefined ? locationOnly(found) : withMessage(found, uncaught);
  }
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

const FLUTTER = expressionOf(String.raw`^\s+(?<place>(?<path>\S+\.dart) ${line}:${column}) {2,}\S.*$`);
const FLUTTER_FRAME = /^\s+(?:(?:package|dart):\S+ |\S+\.dart \d)/;
const FLUTTER_MESSAGE = /^\s*Expected: |\[E\]$/;

/** The message is above the frames. */
function flutter(text: string, at: number, read: LineReader): LineFinding | undefined {
  const found = inOneLine(FLUTTER, text, 'failed');
  if (found === undefined || found.path.startsWith('package:')) return undefined;
  let other = at - 1;
  for (; other >= Math.max(0, at - MAX_FRAMES) && FLUTTER_FRAME.test(read(other)); other--) {
    if (FLUTTER.test(read(other)) && !/^\s+package:/.test(read(other))) return locationOnly(found);
  }
  const start = above(other + 1, MAX_MESSAGE_LINES, read, FLUTTER_MESSAGE);
  if (start === undefined) return locationOnly(found);
  const first = start.match[0] === '[E]' ? start.line + 1 : start.line;
  return withMessage(found, paragraphAt(first, MAX_MESSAGE_LINES, read, FLUTTER_FRAME));
}

const SWIFT = expressionOf(
  String.raw`^(?:[✘×] )?Test .* recorded an issue (?:with .* )?at (?<place>${path}:${line}:${column}): (?<message>\S.*)`,
);

const SCALATEST = expressionOf(
  String.raw`^\s+(?<message>\S.*) \((?<place>(?<path>[\w$]+\.scala):${line})\)$`,
);
const SCALATEST_TEST = /\*{3} FAILED \*{3}/;

/** The line below the name of a failed test. */
function scalatest(text: string, at: number, read: LineReader): LineFinding | undefined {
  const found = inOneLine(SCALATEST, text);
  return SCALATEST_TEST.test(read(at - 1)) ? found : locationOnly(found);
}

const BEHAVE = expressionOf(
  String.raw`^\s+(?<place>(?<path>\S{1,300}\.feature):${line}) {2,}(?<message>\S.*)$`,
);

/** The list of failed scenarios at the end. */
const behave = (text: string, at: number, read: LineReader): LineFinding | undefined =>
  above(at, MAX_FRAMES, read, /^Failing scenarios:$/) && inOneLine(BEHAVE, text);

export const TEST_RUNS: readonly Matcher[] = [
  { tool: 'behave', needs: /\.feature:\d+ {2}/, match: behave },
  { tool: 'ScalaTest', needs: /\.scala:\d+\)$/, match: scalatest },
  { tool: 'dotnet test', needs: /\.(?:cs|fs|vb):[\wí]+ \d+\.?$/, match: dotnet },
  { tool: 'flutter test', needs: /\.dart \d+:\d+ {2}/, match: flutter },
  { tool: 'gradle test', needs: / at /, match: gradle },
  oneLine('swift test', SWIFT, / recorded an issue /),
];
