import { column, expressionOf, inOneLine, line, paragraphAt, path } from './lines';
import { severityOf } from './locations';
import type { LineFinding, LineReader, Matcher, ProblemSeverity } from './shapes';

interface Message {
  /** Undefined if the location's line states it. */
  readonly severity?: ProblemSeverity | undefined;
  readonly message: string;
}

/** Finds the message of the location in a line; undefined if the line isn't what it seems. */
type MessageFinder = (at: number, read: LineReader) => Message | undefined;

/** A tool that prints a location and its message on different lines. */
interface Block {
  readonly tool: string;
  readonly needs: RegExp;
  readonly place: RegExp;
  /** Finds the line number below the location. */
  readonly line?: RegExp;
  readonly message: MessageFinder;
}

/** Source code between a location and its message, with its borders and marks. */
const SHOWN = /^\s*(?:$|>?\s*\d+\s*[|│]|>\s|[|│┃┆·╷╵'~^]|[╰└]─)/;
const ANYTHING = /^/;
/** `Type error: …`, `Error: …`, `Warning 26 [unused-var]: …`, `SyntaxError: …`, `Module not found: …` */
const STATED =
  /^\s*(?:(?<severity>(?:[Ff]atal )?[Ee]rror|ERROR|[Ww]arning|WARNING|Warn|Hint)(?: \d+)?(?: [[(][\w -]+[\])])?: (?<message>\S.*)|(?<whole>(?:[A-Z][\w ]{1,30} error|[A-Z]\w*Error|Module not found|[A-Z]\w+ failed)\b.*))$/;

/** The nearest line above or below that matches; all lines between must match `between`. */
const near =
  (step: -1 | 1, most: number, head: RegExp, between = ANYTHING): MessageFinder =>
  (at, read) => {
    for (let away = 1; away <= most; away++) {
      const other = at + step * away;
      if (other < 0) return undefined;
      const text = read(other);
      const { severity, message, whole } = head.exec(text)?.groups ?? {};
      const found = message ?? whole;
      if (found !== undefined)
        return { severity: severity === undefined ? undefined : severityOf(severity), message: found.trim() };
      if (!between.test(text)) return undefined;
    }
    return undefined;
  };

/** The lines below as a sentence. */
const paragraph =
  (most: number, end?: RegExp): MessageFinder =>
  (at, read) => {
    const message = paragraphAt(at + 1, most, read, end).replace(/^[•*-] /, '');
    return message === '' ? undefined : { message };
  };

/** The message after a heading, which is near. */
const below =
  (step: -1 | 1, most: number, heading: RegExp, lines: number): MessageFinder =>
  (at, read) => {
    for (let away = 1; away <= most; away++) {
      const other = at + step * away;
      if (other >= 0 && heading.test(read(other))) return paragraph(lines)(other, read);
    }
    return undefined;
  };

const place = String.raw`(?<place>${path}:${line}:${column})`;
const BLOCKS: readonly Block[] = [
  {
    tool: 'Next.js, svelte-check, gfortran, crystal',
    needs: /:\d+:\d+:?$/,
    place: expressionOf(String.raw`^(?:In )?${place}:?$`),
    message: near(1, 8, STATED, SHOWN),
  },
  {
    tool: 'node, syntax errors',
    needs: /:\d+$/,
    place: expressionOf(String.raw`^(?:file:\/\/)?(?<place>${path}:${line})$`),
    message: near(1, 6, /^(?<whole>\w*SyntaxError\b.*)$/),
  },
  {
    tool: 'OCaml',
    needs: /^File "/,
    place: expressionOf(
      String.raw`^File (?<place>"(?<path>[^"]+)", lines? ${line}(?:-\d+)?, characters \d+-\d+):$`,
    ),
    message: near(1, 8, STATED, SHOWN),
  },
  {
    tool: 'GHC',
    needs: /:\d+: (?:error|warning):/,
    place: expressionOf(
      String.raw`^${place}: (?<severity>error|warning):(?: \[[\w-]{1,60}\]){0,3}(?: \([\w -]{1,60}\))?$`,
    ),
    message: paragraph(3, /^\s*(?:\d+ )?\|/),
  },
  {
    tool: 'webpack',
    needs: /^(?:\[\w+\] )?(?:ERROR|WARNING) in /,
    place: expressionOf(
      String.raw`^(?:\[\w+\] )?(?<severity>ERROR|WARNING) in (?<place>(?<path>(?:[A-Za-z]:)?[^:()]{1,300}\.\w{1,10})(?:[:( ]${line}[:,]${column}(?:\)|-[\d:]+)?)?)$`,
    ),
    message: paragraph(1),
  },
  {
    tool: 'esbuild, vite, Angular',
    needs: /^\s+\S.*:\d+:\d+:$/,
    place: expressionOf(String.raw`^\s+${place}:$`),
    message: near(-1, 3, /^\s*(?:[✘▲X] )?\[(?<severity>ERROR|WARNING)\] (?<message>\S.*)$/, /^\s*$/),
  },
  {
    tool: 'rollup',
    needs: /^file: /,
    place: expressionOf(String.raw`^file: ${place}$`),
    message: near(-1, 3, /^(?<whole>(?:error during build:|\[[\w:-]+\]|\w*Error:) ?\S.*)$/),
  },
  {
    tool: 'vite',
    needs: / \(\d+:\d+\): \S/,
    place: expressionOf(String.raw`^(?<place>${path} \(${line}:${column}\)): \S.*$`),
    // Warnings have the same form.
    message: (at, read) =>
      /^(?:error during build:|.*\bfailed\b)/.test(read(at - 1))
        ? { message: read(at).replace(/^.*?\(\d+:\d+\): /, '') }
        : undefined,
  },
  {
    tool: 'sass',
    needs: / \d+:\d+ {2}\S/,
    place: expressionOf(String.raw`^\s+(?<place>${path} ${line}:${column}) {2}\S.*$`),
    message: (at, read) =>
      /^\s*[╵']/.test(read(at - 1))
        ? near(
            -1,
            16,
            /^(?<severity>Error|(?:DEPRECATION )?W(?:arning|ARNING))[^:]{0,60}: (?<message>\S.*)$/,
          )(at, read)
        : undefined,
  },
  {
    tool: 'Elixir',
    needs: /└─ \S+:\d/,
    place: expressionOf(String.raw`^\s*└─ (?<place>${path}:${line}(?::${column})?)(?::.*)?$`),
    message: near(-1, 14, /^\s*(?<severity>error|warning): (?<message>\S.*)$/),
  },
  {
    tool: 'credo',
    needs: /^\s*┃\s+\S+:\d/,
    place: expressionOf(String.raw`^\s*┃\s+(?<place>${path}:${line}(?::${column})?)(?: #.*)?$`),
    message: near(-1, 3, /^\s*┃\s+\[(?<severity>[A-Z])\] \S+ (?<message>\S.*)$/),
  },
  {
    tool: 'rebar3',
    needs: /^\s*┌─ \S+:$/,
    place: expressionOf(String.raw`^\s*┌─ (?<place>${path}):$`),
    // Beside the source code.
    line: /^\s*(\d{1,7}) │/,
    message: near(1, 8, /^\s*(?:│\s*)?[╰└]─+ (?<message>\S.*)$/),
  },
  {
    tool: 'gleam, typst',
    needs: /^\s*┌─ \S+:\d/,
    place: expressionOf(String.raw`^\s*┌─+ ${place}$`),
    message: near(-1, 3, /^(?<severity>error|warning)(?:\[\w+\])?: (?<message>\S.*)$/),
  },
  {
    tool: 'oxlint, SWC',
    needs: /(?:─|-)\[[^\]]+:\d+:\d+\]$/,
    place: expressionOf(
      String.raw`^\s*(?:[╭┌]─+|,-+)\[(?<place>(?<path>[^\]:]+|[A-Za-z]:[^\]:]+):${line}:${column})\]$`,
    ),
    message: near(-1, 8, /^\s*(?:Error:\s+)?(?<severity>[×x⚠!☞✖]) (?<message>\S.*)$/, /\S/),
  },
  {
    tool: 'PowerShell 7',
    needs: /\.psm?1:\d/,
    place: expressionOf(
      String.raw`^[\w.-]+: (?<place>(?<path>(?:[A-Za-z]:)?[^:]+\.psm?1):${line}(?::${column})?)$`,
    ),
    message: near(1, 12, /^\s+\|\s+(?<message>[^\s~].*)$/, /^\s*(?:Line \||\d+ \||\|)/),
  },
  {
    tool: 'PowerShell 5',
    needs: / char:\d+$/,
    place: expressionOf(
      String.raw`^\s*At (?<place>(?<path>(?:[A-Za-z]:)?[^:]+\.psm?1):${line} char:${column})$`,
    ),
    // Programs print progress as errors, which fails nothing.
    message: (at, read) =>
      near(1, 6, /(?<message>NativeCommandError)/, /^\s*\+/)(at, read) === undefined
        ? near(-1, 5, /^[\w.\\: -]+ : (?<message>\S.*)$/, /\S/)(at, read)
        : undefined,
  },
  {
    tool: 'Catch2, googletest',
    needs: /: (?:FAILED:|(?:error: )?Failure)$/,
    place: expressionOf(String.raw`^(?<place>${path}(?::|\()${line}\)?): (?:FAILED:|(?:error: )?Failure)$`),
    message: paragraph(6),
  },
  {
    tool: 'gradle (script)',
    needs: /' line: \d+$/,
    place: expressionOf(String.raw`^[A-Z][a-z]+(?: [a-z]+)* '(?<place>(?<path>[^']+)' line: ${line})$`),
    message: below(1, 6, /^\* What went wrong:$/, 3),
  },
  {
    tool: 'ginkgo',
    needs: / at: \S.*:\d+ @ /,
    place: expressionOf(String.raw`^\s*In \[\w+\] at: (?<place>${path}:${line}) @ .*$`),
    message: near(-1, 40, /^\s*\[(?:FAILED|PANICKED)\] (?<message>\S.*)$/),
  },
  {
    tool: 'ExUnit',
    needs: /\.exs:\d+$/,
    place: expressionOf(String.raw`^\s+(?<place>${path}:${line})$`),
    message: (at, read) =>
      /^\s+\d+\) (?:test|doctest|property) /.test(read(at - 1))
        ? paragraph(4, /^\s+(?:stacktrace|code):/)(at, read)
        : undefined,
  },
  {
    tool: 'ExUnit, stack traces',
    // The place of the test is also below its name.
    needs: /^\s+\S.*\.ex:\d+: /,
    // The first frame that isn't one of Elixir's own.
    place: expressionOf(
      String.raw`^\s+(?:\((?!elixir |ex_unit |stdlib |kernel )[\w ]{1,60} [\d.]{1,20}\) )?(?<place>${path}:${line}): .*$`,
    ),
    message: (at, read) =>
      /^\s+(?:stacktrace:|\((?:elixir|ex_unit|stdlib|kernel) )/.test(read(at - 1))
        ? near(-1, 14, /^\s+(?<message>(?:\*\* \(|match \(|Assertion |Expected |Wrong ).*)$/)(at, read)
        : undefined,
  },
  {
    tool: 'RackUnit',
    needs: /^location:/,
    place: expressionOf(String.raw`^location:\s+(?<place>${path}:${line}:${column})$`),
    message: near(1, 4, /^(?<message>(?:actual|message):\s.*)$/),
  },
  {
    tool: 'EUnit',
    needs: /^in (?:call from|function) /,
    place: expressionOf(
      String.raw`^in (?:call from|function) \S+ \((?<place>(?<path>[^,()]{0,200}\/[^,()]{1,100}\.erl), line ${line})\)$`,
    ),
    message: near(1, 30, /^\*\*(?:error|exit|throw):(?<message>\S.*)$/),
  },
  {
    tool: 'Crystal, stack traces',
    needs: /^\s+from .* in '/,
    place: expressionOf(String.raw`^\s+from (?<place>(?!/usr/|lib/)${path}:${line}:${column}) in '.*$`),
    // Frames of libraries may be between.
    message: near(
      -1,
      8,
      /^\s*(?<message>\S.* \((?:\w+::)*\w*(?:Error|Exception)\))$/,
      /^\s+from (?:\/usr\/|lib\/)/,
    ),
  },
  {
    tool: 'SWI-Prolog, with the message on the next line',
    needs: /^(?:ERROR|Warning): .*:\d+:$/,
    place: expressionOf(String.raw`^(?<severity>ERROR|Warning): (?<place>${path}:${line}(?::${column})?):$`),
    message: paragraph(1),
  },
  {
    tool: 'doctest',
    needs: /^File ".*, in \S+$/,
    place: expressionOf(String.raw`^File (?<place>"(?<path>[^"]+)", line ${line}), in \S+$`),
    message: below(1, 1, /^Failed example:$/, 1),
  },
  {
    tool: 'pytest (fixtures)',
    needs: /^file .*, line \d+$/,
    place: expressionOf(String.raw`^file (?<place>(?<path>[^,]+\.py), line ${line})$`),
    message: near(1, 40, /^E {3,}(?<message>\S.*)$/),
  },
  {
    tool: 'ava',
    needs: /^ {2}\S+:\d+$/,
    place: expressionOf(String.raw`^ {2}(?<place>${path}:${line})$`),
    // The source code is below, and the name of the test above.
    message: (at, read) => {
      const name = read(at - 2).trim();
      return name !== '' && /^\s+\d+: /.test(read(at + 2)) ? { message: name } : undefined;
    },
  },
  {
    tool: 'redocly',
    needs: /^\[\d+\] .* at #/,
    place: expressionOf(String.raw`^\[\d+\] ${place} at #\S*$`),
    // The severity is below the code.
    message: (at, read) => {
      const found = near(1, 3, /^(?<message>\S.*)$/, /^\s*$/)(at, read);
      const rule = near(
        1,
        40,
        /^(?<severity>Error|Warning) (?<message>was generated by the .* rule)/,
      )(at, read);
      return found && { ...found, severity: rule?.severity };
    },
  },
  {
    tool: 'pest',
    needs: /^\s+at .*\.php:\d+$/,
    place: expressionOf(String.raw`^\s+at (?<place>(?<path>(?:[A-Za-z]:)?[^:]+\.php):${line})$`),
    message: below(-1, 20, /^\s+FAILED {2}\S/, 3),
  },
  {
    tool: 'bandit',
    needs: /^\s+Location: /,
    place: expressionOf(String.raw`^\s+Location: (?<place>${path}:${line}(?::${column})?)$`),
    message: near(-1, 5, /^>> Issue: (?<message>\S.*)$/),
  },
  {
    tool: 'gitleaks',
    needs: /^File:\s+\S/,
    place: /^File:\s+(?<place>(?<path>\S.*?))\s*$/,
    line: /^Line:\s+(\d{1,7})\s*$/,
    message: near(-1, 4, /^RuleID:\s+(?<message>\S.*)$/),
  },
  {
    tool: 'brakeman',
    needs: /^File:\s+\S/,
    place: /^File:\s+(?<place>(?<path>\S.*?))\s*$/,
    line: /^Line:\s+(\d{1,7})\s*$/,
    message: near(-1, 4, /^Message:\s+(?<message>\S.*)$/),
  },
  {
    tool: 'checkov',
    needs: /^\s+File: .*:\d+-\d+$/,
    place: expressionOf(String.raw`^\s+File: (?<place>(?<path>\S.*):${line}-\d{1,7})$`),
    message: near(-1, 3, /^Check: (?<message>\S.*)$/, /^\s+FAILED for /),
  },
  {
    tool: 'ecj',
    needs: / \(at line \d+\)$/,
    place: expressionOf(
      String.raw`^\d+\. (?<severity>ERROR|WARNING) in (?<place>(?<path>\S.*) \(at line ${line}\))$`,
    ),
    // Below the code and its marks.
    message: near(1, 6, /^(?<message>[^\s^].*)$/, /^\s/),
  },
  {
    tool: 'dialyzer',
    needs: /:\d+:\d+:[a-z_]+$/,
    place: expressionOf(String.raw`^${place}:[a-z_]{3,40}$`),
    message: paragraph(3, /^_{20,}/),
  },
  {
    tool: 'Julia',
    needs: /(?:Test Failed|Error During Test) at /,
    place: expressionOf(
      String.raw`^.{0,200}\b(?:Test Failed|Error During Test) at (?<place>${path}:${line})$`,
    ),
    message: near(1, 4, /^\s+(?<message>(?:Expression: )?\S.*)$/, /^\s*(?:$|Test threw)/),
  },
  {
    tool: 'sphinx -W',
    needs: /:\d+:\S/,
    place: expressionOf(String.raw`^(?<place>${path}:${line}):\S.*$`),
    message: (at, read) =>
      read(at - 1) === 'Warning, treated as error:'
        ? { message: read(at).replace(/^.*?:\d+:/, '') }
        : undefined,
  },
  {
    tool: 'Scala 3',
    needs: /^-- .*(?:Error|Warning): /,
    place: expressionOf(String.raw`^-- (?:\[E\d+\] )?[\w ]{0,40}?(?<severity>Error|Warning): ${place} ?-*$`),
    message: near(1, 8, /^\s*\|\s*(?<message>\w.*)$/),
  },
];

const found = ({ place: expression, message }: Block, text: string, at: number, read: LineReader) => {
  const location = inOneLine(expression, text, 'failed');
  const stated = location && message(at, read);
  if (location?.problem === undefined || stated === undefined) return undefined;
  return {
    ...location,
    problem: { severity: stated.severity ?? location.problem.severity, message: stated.message },
  };
};

const withLineBelow = (location: LineFinding | undefined, line: RegExp, at: number, read: LineReader) => {
  for (let other = at + 1; location !== undefined && other < at + 4; other++) {
    const below = line.exec(read(other))?.[1];
    if (below !== undefined) return { ...location, line: Math.max(1, Number(below)) };
  }
  return location;
};

export const BLOCK_MATCHERS: readonly Matcher[] = BLOCKS.map((block) => ({
  tool: block.tool,
  needs: block.needs,
  match: (text, at, read) => {
    const location = found(block, text, at, read);
    return block.line === undefined ? location : withLineBelow(location, block.line, at, read);
  },
}));
