import {
  above,
  column,
  expressionOf,
  inOneLine,
  line,
  locationOnly,
  oneLine,
  onlyPlace,
  paragraphAt,
  path,
  rest,
  withMessage,
} from './lines';
import { severityOf } from './locations';
import type { LineFinding, LineReader, Matcher } from './shapes';

const TYPESCRIPT = expressionOf(
  String.raw`(?:^|\s)(?<place>${path}\(${line},${column}\)): (?<severity>error|warning) (?<message>TS\d+: .*)`,
);
const TYPESCRIPT_PRETTY = expressionOf(
  String.raw`(?:^|\s)(?<place>${path}:${line}:${column}) - (?<severity>error|warning)\s+(?<message>TS\d+: .*)`,
);
/** A host with its port. */
const host = String.raw`[\w.-]{1,200}\.(?:com|net|org|io|dev|local|internal|example)`;
/** Go's compiler doesn't print a severity, but programs in Go log lines such as `main.go:24: error: …`. */
const GCC = expressionOf(
  String.raw`^\s*(?!${host}:\d|(?:[A-Za-z]:)?[^:]*\.go:\d+: )(?<place>${path}:${line}(?::${column})?): (?<severity>fatal error|error|warning|note|remark): ${rest}`,
);
/** The Android build names a merged folder before the path. */
const AAPT = expressionOf(
  String.raw`^\s*[\w.-]+-\d+:/(?<place>${path}:${line}): (?<severity>error|warning): ${rest}`,
);
const LINKER = expressionOf(
  String.raw`(?:^|:\s)(?<place>${path}:${line}): (?<message>(?:undefined reference to|multiple definition of) .*)`,
);
/**
 * Log output of programs can start with a bare file name and line, or with a full path: compilers also print
 * the column, or a folder that is relative.
 */
const GO = expressionOf(
  String.raw`^\s*(?!\s|\/[^:]*\.go:\d+: )(?:vet: )?(?<place>(?=[^:]*(?:\w:[^:]*)?\.(?:go|mod):)`,
  String.raw`(?=(?:\w:)?[^:]*(?:\.mod:|[\\/]|:\d+:\d))${path}:${line}(?::${column})?): (?!too many errors$)${rest}`,
);
/** For solutions with more than one project, lines are numbered and end with the project. */
const MSBUILD = expressionOf(
  String.raw`^\s*(?:\d+>\s*)?(?<place>${path}(?:\(${line}(?:,${column})?(?:,\d+(?:,\d+)?)?\))?) ?: `,
  String.raw`(?<severity>fatal error|error|warning|info|note|message)(?: : | (?=[A-Z])|: )`,
  String.raw`(?<message>.*?)(?: \[[^\][]+(?:proj|slnx?)(?:::[^\]:]*)?\])?$`,
);
const KOTLIN = expressionOf(
  String.raw`^(?<severity>[ew]): (?:file:///(?=[A-Za-z]:)|file://)?(?<place>${path}:${line}:${column}):? ${rest}`,
);
const KOTLIN_OLD = expressionOf(
  String.raw`^(?<severity>[ew]): (?<place>${path}: \(${line}, ${column}\)): ${rest}`,
);

/** In file URLs, spaces are encoded. */
function kotlin(text: string): LineFinding | undefined {
  const found = inOneLine(KOTLIN, text);
  return found === undefined ? undefined : { ...found, path: found.path.replaceAll('%20', ' ') };
}

const ARROW = expressionOf(String.raw`^\s*(?:-->|:::) {1,2}(?<place>${path}:${line}(?::${column})?):?\s*$`);
/** `error[E0308]: …`; solc: `Error (7576): …` */
const RUST_HEAD = /^([Ee]rror|[Ww]arning|note|help)(\[[\w-]+\]| \(\d+\))?: (.*)$/;
/** `F401 [*] unused import`, `invalid-syntax: Expected …` */
const RUFF_HEAD = /^(?:[A-Z]{1,5}\d{3,4} |[a-z]+(?:-[a-z]+)*: )(?:\[\*\] )?\S/;

/** The message is above the arrow; for rustc with at most a few additional lines between. */
function arrow(text: string, at: number, read: LineReader): LineFinding | undefined {
  const found = inOneLine(ARROW, text);
  if (found === undefined) return undefined;
  const head = read(at - 1);
  if (RUFF_HEAD.test(head) && !RUST_HEAD.test(head)) return withMessage(found, head);
  const [, severity, code = '', message] = above(at, 4, read, RUST_HEAD)?.match ?? [];
  if (message === undefined) return locationOnly(found);
  return {
    ...found,
    problem: { severity: severityOf(severity), message: `${message}${code && ` ${code.trim()}`}` },
  };
}

const PANIC = expressionOf(
  String.raw`^\s*thread '[^']*'(?: \(\d+\))? panicked at (?<place>${path}:${line}:${column}):?$`,
);
const PANIC_OLD = expressionOf(
  String.raw`^thread '[^']*' panicked at (?<message>'.*'), (?<place>${path}:${line}:${column})$`,
);
const NOT_OF_PANIC = /^\s*(?:thread '|stack backtrace:|note: )/;

/** The newer format prints the message on the next line. */
function panic(text: string, at: number, read: LineReader): LineFinding | undefined {
  const found = inOneLine(PANIC, text, 'panicked');
  if (found === undefined) return inOneLine(PANIC_OLD, text);
  return withMessage(found, paragraphAt(at + 1, 1, read, NOT_OF_PANIC));
}

/** Messages that CMake wraps. */
const CMAKE = expressionOf(
  String.raw`^CMake (?<severity>Error|Warning|Deprecation Warning)(?: \(dev\))? at (?<place>${path}:${line})(?: \((?<message>\w+)\))?:$`,
);
const CMAKE_STACK = expressionOf(String.raw`^ {2}(?<place>${path}:${line}) \(\w+\)$`);
const MAX_MESSAGE_LINES = 6;

function cmake(text: string, at: number, read: LineReader): LineFinding | undefined {
  const found = inOneLine(CMAKE, text);
  return found && withMessage(found, paragraphAt(at + 1, MAX_MESSAGE_LINES, read, /^\S/));
}

export const COMPILERS: readonly Matcher[] = [
  oneLine('tsc', TYPESCRIPT, /TS\d/),
  oneLine('tsc (pretty)', TYPESCRIPT_PRETTY, /TS\d/),
  oneLine(
    'gcc, clang, javac, swiftc, XCTest, mypy, shellcheck (gcc)',
    GCC,
    /: (?:fatal error|error|warning|note|remark): /,
  ),
  oneLine('aapt', AAPT, /-\d+:\/.*: (?:error|warning): /),
  oneLine('ld', LINKER, /(?:undefined reference to|multiple definition of) /),
  { tool: 'kotlinc, gradle', needs: /^[ew]: /, match: kotlin },
  oneLine('kotlinc (old)', KOTLIN_OLD, /^[ew]: /),
  {
    tool: 'msbuild, dotnet, cl, link',
    // Without a location in the file, an error code is required.
    needs: /\(\d|(?:error|warning) [A-Z]{2,10}\d{3,5}: /,
    match: (text) => inOneLine(MSBUILD, text),
  },
  oneLine('go, golangci-lint', GO, /\.(?:go|mod):\d/),
  { tool: 'rustc, ruff, solc, Prisma', needs: /^\s*(?:-->|:::) /, match: arrow },
  { tool: 'rust panic', needs: /^\s*thread '/, match: panic, ofRun: true },
  { tool: 'cmake', needs: /^CMake /, match: cmake },
  onlyPlace('cmake (stack)', CMAKE_STACK, / \(\w+\)$/),
];
