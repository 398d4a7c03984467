import { above, column, expressionOf, inOneLine, line, locationOnly, withMessage } from './lines';
import { PATH, SPACED_PATH } from './locations';
import type { LineFinding, LineReader, Matcher } from './shapes';
import { isForeign } from './stacks';

const path = `(?<path>${SPACED_PATH}|${PATH})`;

/**
 * Locations in the YAML block below a test's line: of node, of tape, and of node-tap, which has separate keys
 * for file and line.
 */
const WHOLE = [
  expressionOf(String.raw`^\s+location: ['"](?<place>${path}:${line}:${column})['"]$`),
  expressionOf(String.raw`^\s+at: (?:.* )?\(?(?:file://)?(?<place>${path}:${line}:${column})\)?$`),
];
const FILE = new RegExp(String.raw`^\s+file(?:Name)?: +["']?(?<place>${path})["']?$`);
const LINE = /^\s+line(?:Number)?: +(?<place>\d{1,7})$/;
const COLUMN = /^\s+column(?:Number)?: +(\d{1,7})$/;
/** File, line, and column are adjacent, in any order. */
const TOGETHER = 2;

const STATES_PLACE = /^\s+(?:location|at|file(?:Name)?):/;

const BLOCK = /^\s*---$/;
const POINT = /^\s*(not ok|ok)\b(?: \d+)?(?: -)? *(.*)$/;
/** Expected failures, and suites that fail because of their tests. */
const EXPECTED = /# (?:TODO|SKIP)\b/i;
const SUITE = /^\s+type: 'suite'$/;
/** Maximum number of lines in a block before its location. */
const MAX_OF_BLOCK = 60;

/** A location in the block of a test; a problem if the test failed. */
function tap(text: string, at: number, read: LineReader): LineFinding | undefined {
  const found =
    WHOLE.map((expression) => inOneLine(expression, text)).find((one) => one !== undefined) ??
    apart(text, at, read);
  if (found === undefined) return undefined;
  const block = above(at, MAX_OF_BLOCK, read, BLOCK);
  const [, verdict, name = ''] = POINT.exec(read((block?.line ?? 0) - 1)) ?? [];
  if (verdict === undefined) return undefined;
  const suite = above(at, TOGETHER, read, SUITE) !== undefined;
  if (verdict === 'ok' || EXPECTED.test(name) || suite) return locationOnly(found);
  return withMessage(found, name.trim() === '' ? verdict : name.trim());
}

/** QUnit prints only a stack. */
const STACK = /^\s+stack: \|-?$/;
const STACK_FRAME = expressionOf(
  String.raw`^\s+at (?:.* )?\(?(?:file://)?(?<place>${path}:${line}:${column})\)?$`,
);

/** The first frame of a stack in the user's code, if the block contains no location of the test. */
function tapStack(text: string, at: number, read: LineReader): LineFinding | undefined {
  const found = inOneLine(STACK_FRAME, text);
  if (found === undefined || isForeign(found.path)) return undefined;
  let other = at - 1;
  for (; other >= Math.max(0, at - MAX_OF_BLOCK) && !STACK.test(read(other)); other--) {
    const earlier = inOneLine(STACK_FRAME, read(other));
    if (BLOCK.test(read(other)) || (earlier !== undefined && !isForeign(earlier.path))) return undefined;
  }
  for (other--; other >= Math.max(0, at - MAX_OF_BLOCK) && !BLOCK.test(read(other)); other--) {
    if (STATES_PLACE.test(read(other))) return undefined;
  }
  const [, verdict, name = ''] = POINT.exec(read(other - 1)) ?? [];
  return verdict === 'not ok' && !EXPECTED.test(name) ? withMessage(found, name.trim()) : undefined;
}

/** The later of the two lines contains the location. */
function apart(text: string, at: number, read: LineReader): LineFinding | undefined {
  const [here, there] = FILE.test(text) ? [FILE, LINE] : [LINE, FILE];
  const found = inOneLine(here, text, ' ');
  const other = found && above(at, TOGETHER, read, there)?.match.groups;
  if (found === undefined || other === undefined) return undefined;
  const columns = above(at, TOGETHER, read, COLUMN)?.match[1];
  const number = here === LINE ? text : other['place'];
  return {
    ...found,
    path: here === FILE ? found.path : (other['path'] ?? ''),
    line: Number(/\d+$/.exec(number ?? '')?.[0] ?? 1),
    column: columns === undefined ? undefined : Number(columns),
  };
}

const PERL = expressionOf(
  String.raw`^\s*#\s+(?:Failed test )?at (?<place>(?<path>\S+\.(?:t|pl|pm|PL)) line ${line})\.$`,
);
const PERL_TEST = /^\s*#\s+Failed (\(TODO\) )?test(?: '(.*)')?/;

/** Perl's own tests, which print diagnostics beside TAP. */
function perl(text: string, at: number, read: LineReader): LineFinding | undefined {
  const found = inOneLine(PERL, text, 'Failed test');
  if (found === undefined) return undefined;
  const [, todo, name] = PERL_TEST.exec(text) ?? PERL_TEST.exec(read(at - 1)) ?? [];
  return todo === undefined ? withMessage(found, name) : locationOnly(found);
}

const BATS = expressionOf(
  String.raw`^(?:#| ) +\((?:in test|from function .* in|from|in) file (?<place>(?<path>[^,]+), line ${line})[,)]`,
);
const BATS_TEST = /^(?:not ok \d+|\s*✗) (.*)$/;

/** Tests of shell scripts; if one of their functions failed, its location comes first. */
function bats(text: string, at: number, read: LineReader): LineFinding | undefined {
  const found = inOneLine(BATS, text, 'failed');
  if (found === undefined) return undefined;
  const name = above(at, TOGETHER, read, BATS_TEST)?.match[1];
  return name === undefined || EXPECTED.test(name) ? locationOnly(found) : withMessage(found, name);
}

export const TAP: readonly Matcher[] = [
  {
    tool: 'node:test, tape, tap',
    needs: /^\s+(?:location|at|(?:file|line)(?:Name|Number)?): /,
    match: tap,
  },
  { tool: 'qunit', needs: /^\s+at .*:\d+\)?$/, match: tapStack },
  { tool: 'prove', needs: /^\s*#/, match: perl },
  { tool: 'bats', needs: / file .*, line \d/, match: bats },
];
