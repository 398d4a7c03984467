import {
  above,
  column,
  expressionOf,
  inOneLine,
  line,
  locationOnly,
  oneLine,
  path,
  rest,
  withMessage,
} from './lines';
import { foundAt, PATH, severityOf } from './locations';
import type { LineFinding, LineReader, Matcher } from './shapes';

const UNIX = expressionOf(
  String.raw`^(?<place>${path}:${line}:${column}): (?<message>.*) \[(?<severity>[Ee]rror|[Ww]arning)(?:/[^\][]+)?\]$`,
);
const COMPACT = expressionOf(
  String.raw`^(?<place>${path}: line ${line}, col ${column}), (?<severity>[Ee]rror|[Ww]arning) - ${rest}`,
);
const JSHINT = expressionOf(String.raw`^(?<place>${path}: line ${line}, col ${column}), ${rest}`);
/** The message names a file with its line in words. */
const ASCIIDOCTOR = expressionOf(
  String.raw`^asciidoctor: (?<severity>ERROR|WARNING|FAILED): (?<place>${path}: line ${line}): ${rest}`,
);
/** `  12:34  error  What is wrong  the-rule`; Next.js: `12:34  Error: What is wrong  the-rule` */
const ROW = /^(?:\s+|(?=[\d:]+\s+\w+:))((\d{1,7}):(\d{1,7}))\s+([Ee]rror|[Ww]arning|[✖×⚠‼]):?\s+(\S.*)$/;
/** tsd, xo: `  ✖  12:34  What is wrong` */
const MARKED_ROW = /^\s+([✖⚠‼])\s+((\d{1,7}):(\d{1,7}))\s+(\S.*)$/;
/** Some tools repeat the first location there. */
const ROW_FILE = new RegExp(String.raw`^((?:[A-Za-z]:)?[^:]*?${PATH})(?::\d+:\d+)?\s*$`);
/** Maximum distance to the heading of a file's rows. */
const MAX_ROWS = 300;

/** The last row of a log and its file: the next row has the same file. */
const lastRows = new WeakMap<
  LineReader,
  { readonly at: number; readonly from: number; readonly file: string }
>();

/** Returns the groups of `ROW`, also for a row that starts with a mark. */
function rowParts(text: string): readonly (string | undefined)[] {
  const [whole, mark, place, lineOf, columnOf, message] = MARKED_ROW.exec(text) ?? [];
  return place === undefined ? (ROW.exec(text) ?? []) : [whole, place, lineOf, columnOf, mark, message];
}

/** The rows are below a line that contains only the path. */
function row(text: string, at: number, read: LineReader): LineFinding | undefined {
  const [, place, lineOf, columnOf, severity, message = ''] = rowParts(text);
  if (place === undefined) return undefined;
  const file = fileAbove(at, read);
  if (file === undefined) return undefined;
  return foundAt(
    { start: text.indexOf(place), text: place },
    { path: file, line: lineOf, column: columnOf },
    { severity: severityOf(severity), message: message.replace(/\s{2,}\(?([^\s()]+)\)?\s*$/, ' ($1)') },
  );
}

function fileAbove(at: number, read: LineReader): string | undefined {
  const last = lastRows.get(read);
  for (let other = at - 1; other >= Math.max(0, at - MAX_ROWS); other--) {
    let file: string | undefined;
    let from = other;
    if (other === last?.at) ({ file, from } = last);
    else {
      const lineText = read(other);
      if (ROW.test(lineText) || MARKED_ROW.test(lineText) || lineText.trim() === '') continue;
      file = ROW_FILE.exec(lineText)?.[1]?.trim();
    }
    if (file === undefined || at - from > MAX_ROWS) return undefined;
    lastRows.set(read, { at, from, file });
    return file;
  }
  return undefined;
}

/** A Python script, or its interactive input. */
const python = String.raw`(?<path>(?=\S)(?:[A-Za-z]:[\\/])?[^:"']*\.pyi?)`;
const FLAKE8 = expressionOf(
  String.raw`^\s*(?<place>${python}:${line}:${column}): (?<message>(?:[A-Z]{1,5}\d{2,5}|[a-z]+-[a-z-]+:|SyntaxError:) .*)`,
);
const PYLINT = expressionOf(
  String.raw`^\s*(?<place>${python}:${line}(?::${column})?): (?<message>\[?(?<severity>[CRWEFI])\d{4}(?:: |[\](,]).*)`,
);
const RUBOCOP = expressionOf(
  String.raw`^\s*(?<place>${path}:${line}:${column}): (?<severity>[CRWEFI]): (?<message>(?:\[Correctable\] )?[A-Z]\w*(?:/\w+)+: .*)`,
);

const BIOME = expressionOf(
  String.raw`^(?<place>${path}:${line}:${column}) (?<message>(?:lint|assist|suppressions|plugin|parse)\S*)(?: .*)? ━{3,}$`,
);
/** An exclamation mark is a warning, others are errors. */
const BIOME_MESSAGE = /^\s+([×✖!ℹi]) (\S.*)$/;

/** The message is two lines below the location. */
function biome(text: string, at: number, read: LineReader): LineFinding | undefined {
  const found = inOneLine(BIOME, text);
  if (found?.problem === undefined) return undefined;
  const [, mark, message] = BIOME_MESSAGE.exec(read(at + 2)) ?? [];
  if (message === undefined) return locationOnly(found);
  return {
    ...found,
    problem: { severity: severityOf(mark), message: `${message} (${found.problem.message})` },
  };
}

const SHELLCHECK = new RegExp(
  String.raw`^\s*\^-+\^? ((SC\d{4})(?: \((error|warning|info|style)\))?: (\S.*))$`,
);
const SHELLCHECK_FILE = new RegExp(String.raw`^In (.+) line (\d{1,7}):$`);
/** The script line that is printed, and further problems in it. */
const MAX_SHOWN = 8;

/** The file is above the line that is printed. */
function shellcheck(text: string, at: number, read: LineReader): LineFinding | undefined {
  const [, linkText = '', code, severity, message = ''] = SHELLCHECK.exec(text) ?? [];
  if (code === undefined) return undefined;
  const [, file, lineOf] = above(at, MAX_SHOWN, read, SHELLCHECK_FILE)?.match ?? [];
  if (file === undefined) return undefined;
  return foundAt(
    { start: text.indexOf(linkText), text: linkText },
    { path: file, line: lineOf },
    { severity: severityOf(severity === 'style' ? 'info' : severity), message: `${message} [${code}]` },
  );
}

const PHPSTAN = /^ {2}:?((\d{1,7}) {3,}(\S.*?))\s*$/;
const PHPSTAN_FILE = /^ {2}Line +(\S.*?)(?: \(in context of .*)?\s*$/;
const PHPSTAN_MORE = /^ {9,}(\S.*?)\s*$/;
const PHPSTAN_RULE = /^ -{4,}/;
/** Long rows are wrapped; tips and identifiers start with an emoji. */
const PHPSTAN_EXTRA = /^[^\w'"$\\(#<>[]/;

function phpstan(text: string, at: number, read: LineReader): LineFinding | undefined {
  const [, place = '', lineOf, message = ''] = PHPSTAN.exec(text) ?? [];
  if (lineOf === undefined) return undefined;
  const file = phpstanFile(at, read);
  if (file === undefined) return undefined;
  const messageLines = [message];
  for (let below = at + 1; below < at + 6; below++) {
    const more = PHPSTAN_MORE.exec(read(below))?.[1];
    if (more === undefined || PHPSTAN_EXTRA.test(more)) break;
    messageLines.push(more);
  }
  const link = { start: text.indexOf(place), text: lineOf };
  const found = foundAt(link, { path: file, line: lineOf }, { severity: 'error', message });
  return withMessage(found, messageLines.join(' '));
}

/** The file name is the heading of its table. */
function phpstanFile(at: number, read: LineReader): string | undefined {
  for (let other = at - 1; other >= Math.max(0, at - MAX_ROWS); other--) {
    const lineText = read(other);
    const file = PHPSTAN_FILE.exec(lineText)?.[1];
    if (file !== undefined) return file;
    if (!PHPSTAN.test(lineText) && !PHPSTAN_MORE.test(lineText) && !PHPSTAN_RULE.test(lineText))
      return undefined;
  }
  return undefined;
}

export const LINTERS: readonly Matcher[] = [
  { tool: 'eslint, stylelint, tsd, xo', needs: /^\s*(?:[✖⚠‼]\s+)?\d+:\d/, match: row },
  oneLine('eslint, stylelint (unix)', UNIX, /\]$/),
  oneLine('eslint, stylelint (compact)', COMPACT, /, col \d/),
  oneLine('jshint', JSHINT, /, col \d/),
  oneLine('asciidoctor', ASCIIDOCTOR, /^asciidoctor: /),
  oneLine('flake8, ruff (concise)', FLAKE8, /\.pyi?:\d/),
  oneLine('pylint', PYLINT, /\.pyi?:\d/),
  oneLine('rubocop', RUBOCOP, /:\d+: [CRWEFI]: /),
  { tool: 'biome', needs: /━$/, match: biome },
  { tool: 'shellcheck', needs: /^\s*\^-/, match: shellcheck },
  { tool: 'phpstan', needs: /^ {2}:?\d/, match: phpstan },
];
