import type { Found, LineReader, Matcher } from './problems-shapes';
import { foundAt, PATH, severityOf, SPACED_PATH } from './problems-places';
import { pytestPlace, pytestWords } from './problems-pytest';
import { goFrame, javaFrame, pythonFrame, scriptFrame } from './problems-stacks';

/** Parts of a match by name, as the expressions of the table call them. */
interface Parts {
  readonly path?: string;
  readonly line?: string;
  readonly column?: string;
  readonly severity?: string;
  readonly message?: string;
}

/** A tool that says everything in one line: what the expression's groups of those names hold. `place` becomes the link. */
const oneLine = (tool: string, expression: RegExp): Matcher => ({
  tool,
  match: (text) => inOneLine(expression, text),
});

function inOneLine(expression: RegExp, text: string, message?: string): Found | undefined {
  const match = expression.exec(text);
  if (match === null) return undefined;
  const parts: Parts & { place?: string } = match.groups ?? {};
  const place = parts.place ?? '';
  return foundAt(match.index + match[0].indexOf(place), place, parts.path ?? '', parts.line, parts.column, {
    severity: severityOf(parts.severity),
    message: (message ?? parts.message ?? '').trim(),
  });
}

const line = String.raw`(?<line>\d{1,7})`;
const column = String.raw`(?<column>\d{1,7})`;
/** Blanks in a path can only be told where it begins the line, or what stands before it ends with a colon. */
const anyPath = String.raw`(?:(?<=^\s*|:\s|-->\s)${SPACED_PATH}|${PATH})`;
const path = `(?<path>${anyPath})`;
/** What `docker build` writes before each line: its step and its seconds. */
const step = String.raw`(?:(?:#\d+ )?\d+\.\d+ )?`;
const rest = String.raw`(?<message>\S.*)`;

const TYPESCRIPT = new RegExp(
  String.raw`(?:^|\s)(?<place>${path}\(${line},${column}\)): (?<severity>error|warning) (?<message>TS\d+: .*)`,
);
const TYPESCRIPT_PRETTY = new RegExp(
  String.raw`(?:^|\s)(?<place>${path}:${line}:${column}) - (?<severity>error|warning)\s+(?<message>TS\d+: .*)`,
);
const ESLINT_UNIX = new RegExp(
  String.raw`^(?<place>${path}:${line}:${column}): (?<message>.*) \[(?<severity>Error|Warning)(?:/[^\]]+)?\]$`,
);
const ESLINT_COMPACT = new RegExp(
  String.raw`^(?<place>${path}: line ${line}, col ${column}), (?<severity>Error|Warning) - ${rest}`,
);
const GCC = new RegExp(
  String.raw`^${step}\s*(?<place>${path}:${line}(?::${column})?): (?<severity>fatal error|error|warning|note|remark): ${rest}`,
);
const MAVEN = new RegExp(
  String.raw`^\[(?<severity>ERROR|WARNING)\]\s+(?<place>${path}:\[${line},${column}\]) ${rest}`,
);
const LINKER = new RegExp(
  String.raw`(?:^|:\s)(?<place>${path}:${line}): (?<message>(?:undefined reference to|multiple definition of) .*)`,
);
const GO = new RegExp(
  String.raw`^${step}\s*(?:vet: )?(?<place>(?=[^:]*(?:\w:[^:]*)?\.(?:go|mod):)${path}:${line}(?::${column})?): (?!too many errors$)${rest}`,
);
/** Where a test says more than one line, nothing stands behind the place. */
const GO_TEST = new RegExp(String.raw`^\s+(?<place>(?<path>\w[\w.-]*_test\.go):${line}):\s*$`);
const GO_TEST_NAME = /^\s*(?:--- FAIL:|=== (?:RUN|NAME|CONT) )\s*(\S+)/;
const PANIC = new RegExp(
  String.raw`^thread '.*'(?: \(\d+\))? panicked at (?<place>${path}:${line}:${column}):?$`,
);
const PANIC_OLD = new RegExp(
  String.raw`^thread '.*' panicked at (?<message>'.*'), (?<place>${path}:${line}:${column})$`,
);
/** `12:34  error  What is wrong  the-rule` */
const ESLINT_ROW = /^\s+((\d{1,7}):(\d{1,7}))\s+(error|warning)\s+(\S.*)$/;
const ESLINT_FILE = new RegExp(String.raw`^((?:[A-Za-z]:)?[^:]*?${PATH})\s*$`);
/** Rows of one file that are looked back over. */
const MOST_ROWS = 300;

/** The rows stand below a line that holds the path and nothing else. */
function eslintRow(text: string, at: number, read: LineReader): Found | undefined {
  const match = ESLINT_ROW.exec(text);
  if (match === null) return undefined;
  const [, place = '', row, col, severity, message = ''] = match;
  for (let above = at - 1; above >= Math.max(0, at - MOST_ROWS); above--) {
    const other = read(above);
    if (ESLINT_ROW.test(other) || other.trim() === '') continue;
    const file = ESLINT_FILE.exec(other)?.[1];
    if (file === undefined) return undefined;
    const words = message.replace(/\s{2,}(\S+)$/, ' ($1)');
    return foundAt(text.indexOf(place), place, file.trim(), row, col, {
      severity: severityOf(severity),
      message: words,
    });
  }
  return undefined;
}

const ARROW = new RegExp(String.raw`^\s*(?:-->|:::) (?<place>${path}:${line}:${column})\s*$`);
const RUST_HEAD = /^(error|warning|note|help)(\[\w+\])?: (.*)$/;

/** The message stands above the arrow, with at most a few lines of its own between. */
function rustArrow(text: string, at: number, read: LineReader): Found | undefined {
  const found = inOneLine(ARROW, text);
  if (found === undefined) return undefined;
  for (let above = at - 1; above >= Math.max(0, at - 4); above--) {
    const [, severity, code = '', message = ''] = RUST_HEAD.exec(read(above)) ?? [];
    if (severity !== undefined) {
      return {
        ...found,
        problem: { severity: severityOf(severity), message: `${message}${code && ` ${code}`}` },
      };
    }
  }
  return { ...found, problem: undefined };
}

/** The test that says something is the nearest that is named above. */
function goTest(text: string, at: number, read: LineReader): Found | undefined {
  if (!GO_TEST.test(text)) return undefined;
  for (let above = at - 1; above >= Math.max(0, at - 40); above--) {
    const name = GO_TEST_NAME.exec(read(above))?.[1];
    if (name !== undefined) return inOneLine(GO_TEST, text, name);
  }
  return undefined;
}

/** The newer form says what was the matter on the next line, which may not be there yet. */
const panic = (text: string): Found | undefined =>
  inOneLine(PANIC, text, 'panicked') ?? inOneLine(PANIC_OLD, text);

/** One row a tool; the first that matches a line speaks for it. */
export const MATCHERS: readonly Matcher[] = [
  oneLine('tsc', TYPESCRIPT),
  oneLine('tsc (pretty)', TYPESCRIPT_PRETTY),
  { tool: 'eslint', match: eslintRow },
  oneLine('eslint (unix)', ESLINT_UNIX),
  oneLine('eslint (compact)', ESLINT_COMPACT),
  oneLine('gcc, clang, javac', GCC),
  oneLine('ld', LINKER),
  oneLine('maven', MAVEN),
  oneLine('go', GO),
  { tool: 'go test', match: goTest },
  { tool: 'go panic', match: goFrame },
  { tool: 'rustc', match: rustArrow },
  { tool: 'rust panic', match: panic },
  { tool: 'pytest', match: pytestPlace },
  { tool: 'pytest (short)', match: pytestWords },
  { tool: 'python', match: pythonFrame },
  { tool: 'mocha, jest, vitest, playwright', match: scriptFrame },
  { tool: 'java', match: javaFrame },
];
