import { column, expressionOf, line, path } from './lines';
import { foundAt, severityOf } from './locations';
import type { LineFinding, Matcher } from './shapes';

/** A line that begins with a location: its parts, and which evidence it contains. */
interface Report {
  readonly link: { readonly start: number; readonly text: string };
  readonly place: {
    readonly path: string;
    readonly line: string | undefined;
    readonly column: string | undefined;
  };
  /** Before the location: `%Error: `, `** (CompileError) `. */
  readonly lead: string;
  /** After the location, from the first colon or space on. */
  readonly tail: string;
}

/** Details that a location must have so that a text after it is a problem. */
type Evidence = (report: Report) => boolean;

const inFolder = (file: string): boolean => /[\\/]/.test(file);
const always: Evidence = () => true;
const hasColumn: Evidence = ({ place }) => place.column !== undefined;
/** Programs log bare file names with a line. */
const isLocated: Evidence = (report) =>
  hasColumn(report) || inFolder(report.place.path) || !/\.\w+$/.test(report.place.path);
/** Languages whose tools print a message directly after line and column; scripts log such lines too. */
const SOURCES =
  /\.(?:lua|proto|kts?|swift|sol|qml|hs|s?css|less|java|scala|cr|zig|nim|s?vh?|vhdl?|tf|hcl|md|rst|graphql|sql|vue|svelte|dart|d|mli?|ex|exs|erl|elm|ya?ml|toml|html|feature|bzl|bazel|gradle|groovy|adoc|tex|nix|rego|cue|f90|f|for|rkt|scm|cljc?|cljs|lisp|jl|r|pas|pp|lpr|ad[bs]|asm|tcl|cob|purs|idr|agda|v|fs|vb)$/i;
/** Languages that are only compiled, whose files may be without a folder. */
const COMPILED = /\.(?:rkt|pas|pp|ad[bs]|hs|mli?|nim|zig|cr|s?vh?|vhdl?|d|elm|erl|f90|cob|purs|idr|agda)$/i;
const isSource: Evidence = (report) =>
  hasColumn(report) &&
  (COMPILED.test(report.place.path) || (inFolder(report.place.path) && SOURCES.test(report.place.path)));
const endsWith =
  (names: RegExp): Evidence =>
  ({ place }) =>
    names.test(place.path);
const PHP = /[\\/].*\.php$/;
const GETTEXT = /\.po$/;
const LUA = /[\\/].*\.lua$/;
const SPEC = /[_-](?:spec|test)\.\w+$/;
const TEX = /\.(?:tex|sty|cls|bib)$/;
const MAKE = /(?:[Mm]akefile(?:\.[\w-]+)?|\.mk|\.mak)$/;
const CERTAIN_LEAD = /^(?:%|\*\*|❌|⚠|[ew]: \[|\[[xX!]\])/;

/** A kind of text after a location; the first one that matches and has its evidence is used. */
interface Tail {
  readonly expression: RegExp;
  readonly evidence: Evidence;
}

const WORDS =
  'fatal error|error|warning|warn|fatal|critical|information|info|hint|note|style|performance|portability|convention|refactor|deprecation|suggestion';

/** With a severity, in any place and case. */
const STATED: readonly Tail[] = [
  {
    // `: WARNING: …`, ` - error: …`, `: Warning - …`, `: parser error : …`, ` error MD013/line-length …`
    expression: new RegExp(
      String.raw`^:?\s?(?:- )?(?:[A-Za-z][A-Za-z+#]{0,19} )?(?<severity>${WORDS})(?: ?:\s?| -\s|\s(?=ts\(\d|[A-Z]{1,6}\d{2,5}\b|#?\d{1,5}:))(?<message>\S.*)$`,
      'i',
    ),
    evidence: isLocated,
  },
  {
    // `: [error] …`, ` [W] …`
    expression: new RegExp(String.raw`^:?\s\[(?<severity>${WORDS}|[CEFW])\]:?\s(?<message>\S.*)$`, 'i'),
    evidence: isLocated,
  },
  {
    // ` DL3008 warning: …`
    expression: /^:? (?<message>[A-Z]{2,5}\d{3,5} (?<severity>error|warning|info|style): \S.*)$/,
    evidence: always,
  },
  {
    expression: /^:\s?(?<message>\S.*)$/,
    evidence: (report) => CERTAIN_LEAD.test(report.lead) || (report.lead !== '' && isLocated(report)),
  },
];

/** Text after the location in lines without a severity. */
const FREE: readonly Tail[] = [
  // The code of a rule, and its name: ` E501 line too long`, ` MD012/no-multiple-blanks …`
  { expression: /^:? (?<message>[A-Z]{2,5}\d{3,5}(?:\/[a-z-]+)+ \S.*)$/, evidence: always },
  { expression: /^:? (?<message>[A-Z]{2,5}\d{3,5} \S.*)$/, evidence: isLocated },
  // The name of a rule at the end: `… (standard:no-semi)`, `… [LongMethod]`, `…  [whitespace/comma] [3]`
  {
    expression: /^:\s{0,2}(?<message>[^\s\d›].*\s[([](?:[\w@.-]+[:/])*[A-Za-z][\w-]{2,}[)\]](?: \[\d\])?)$/,
    evidence: hasColumn,
  },
  {
    expression: /^:\s{0,2}(?<message>[^\s\d›].*\s\[(?:[\w@.-]+\/)*[A-Za-z][\w-]{4,}\](?: \[\d\])?)$/,
    evidence: isLocated,
  },
  // The name of a rule at the beginning: `: Style/TrailingComma: …`, `: no-changed-when: …`, `: yaml[braces]: …`
  {
    expression:
      /^: (?<message>(?:[A-Z]\w*\/[A-Z][\w/]+|[a-z]+(?:-[a-z]+)+(?:\[[\w-]+\])?|[a-z]+\[[\w-]+\]): \S.*)$/,
    evidence: isLocated,
  },
  { expression: /^: (?<message>\S.* https:\/\/srb\.help\/\d+)$/, evidence: always },
  // `: [F401] …`, `: [broken] …`
  {
    expression: /^: (?<message>\[(?!(?:info|debug|trace|ok|pass|notice)\b)[\w(), -]{2,40}\],? \S.*)$/i,
    evidence: isLocated,
  },
  { expression: /^: (?<message>(?:syntax|parse) error\b.*)$/i, evidence: always },
  // Lua, and its test runner.
  { expression: /^: (?<message>(?:attempt to|bad argument #\d+ to) .*)$/, evidence: endsWith(LUA) },
  { expression: /^: (?<message>Expected \S.*)$/, evidence: endsWith(SPEC) },
  { expression: /^: (?<message>\S+ ==> \S.*)$/, evidence: isLocated },
  { expression: /^: \*\*\* (?<message>\S.*)$/, evidence: endsWith(MAKE) },
  { expression: /^: (?<message>missing separator\b.*)$/, evidence: endsWith(MAKE) },
  { expression: /^:(?<message>[A-Z].*)$/, evidence: endsWith(PHP) },
  { expression: /^: (?<message>[^\s\d›].*)$/, evidence: endsWith(GETTEXT) },
  { expression: /^: (?<message>[A-Z].*)$/, evidence: endsWith(TEX) },
  { expression: /^:\s?(?<message>[^\s\d›].*)$/, evidence: isSource },
];

const LEAD = [
  String.raw`%(?:Error|Warning)(?:-\w{1,40})?: `,
  String.raw`\*\* \([\w.]{1,60}\) `,
  String.raw`\*\* (?:Error|Warning|Fatal)(?: \([\w ]{1,40}\))?: `,
  String.raw`[\w.]{0,40}(?:Error|ERROR|Warning|WARNING): `,
  String.raw`\[(?:ERROR|WARN|WARNING|error|warn)\] {1,2}`,
  String.raw`[ew]: \[\w{1,20}\] `,
  String.raw`[Ll]ua(?:jit)?[\d.]*: `,
  String.raw`(?:❌|⚠️?|\[[xX!]\])\s{1,3}`,
].join('|');
const REPORT = expressionOf(
  String.raw`^(?<indent>\s{0,20})(?<lead>(?:${LEAD})?)(?<place>${path}`,
  String.raw`(?:: ?${line}(?::${column})?|\((?<row>\d{1,7})(?:, ?(?<rowColumn>\d{1,7}))?\)))(?<tail>[: ].*)$`,
);
const WARNS = /warn|⚠|^w: |\[!\]/i;

function reportIn(text: string): Report | undefined {
  const groups = REPORT.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { indent = '', lead = '', place = '', tail = '', path: file = '', row, rowColumn } = groups;
  const { line: lineOf = row, column: columnOf = rowColumn } = groups;
  return {
    link: { start: indent.length + lead.length, text: place },
    place: { path: file, line: lineOf, column: columnOf },
    lead,
    tail,
  };
}

function reported(tails: readonly Tail[], text: string): LineFinding | undefined {
  const report = reportIn(text);
  if (report === undefined) return undefined;
  for (const { expression, evidence } of tails) {
    const { severity, message } = expression.exec(report.tail)?.groups ?? {};
    if (message === undefined || !evidence(report)) continue;
    const stated = severity ?? (WARNS.test(report.lead) ? 'warning' : undefined);
    return foundAt(report.link, report.place, { severity: severityOf(stated), message: message.trim() });
  }
  return undefined;
}

/** Fast checks before the location is read. */
const NEEDS_STATED = new RegExp(
  String.raw`^\s*(?:${LEAD})|(?:${WORDS})(?: ?:| -\s|\]|\sts\(|\s[A-Z]{1,6}\d)|(?:${WORDS})\s#?\d{1,5}:|\d \[[CEFW]\] `,
  'i',
);
const NEEDS_FREE = /[:(,]\s?\d{1,7}\)?(?::\s{0,2}[^\s\d›]| [A-Z]{2,5}\d{3})/;

/** Tools that print the location first, and everything in one line. */
export const REPORTS: readonly Matcher[] = [
  {
    tool: 'pyright, sphinx, yamllint, hadolint, hlint, flutter, verilator, ghdl, bazel, meson, tflint, dmd, astro, Android lint, cppcheck, xmllint, xcpretty, Elixir, postcss, kapt',
    needs: NEEDS_STATED,
    match: (text) => reported(STATED, text),
  },
  {
    tool: 'ktlint, detekt, checkstyle, ansible-lint, markdownlint, standardrb, sorbet, luacheck, qmllint, codespell, buf, phpstan (raw), make, cpplint',
    needs: NEEDS_FREE,
    isLoose: true,
    match: (text) => reported(FREE, text),
  },
];
