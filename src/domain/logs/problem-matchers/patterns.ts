import { t } from '../../../base/localize';
import type { RegexTimeout } from '../../../base/regex-timeout';
import { foundAt, severityOf } from './locations';
import { isSlow } from './pattern-probe';
import type { Pattern } from './shapes';
import { UserPatterns } from './user-patterns';

/** Valid patterns, and a message for each invalid one. */
export interface ReadPatterns {
  readonly patterns: readonly Pattern[];
  readonly warnings: readonly string[];
}

const MAX_PATTERNS = 50;
const MAX_PATTERN_LENGTH = 500;
/** Maximum length of a line that user-defined patterns get. */
const MAX_LINE_LENGTH = 400;
/** Timeout for testing one pattern, in milliseconds. After `MAX_SLOW_PROBES` slow ones, others aren't tested. */
const PROBE_MS = 100;
/** An interrupted pattern counts as slow if its last line took longer than this, in milliseconds. */
const PROBE_LINE_MS = 20;
const MAX_SLOW_PROBES = 3;

/** CPU time in milliseconds, so that other load on the machine doesn't count. */
function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Parses the setting, and caches the result until it changes, because testing patterns takes a moment.
 * Patterns that exceed the timeout while in use are reported by `notify` and stay disabled.
 */
export function patternReader(
  box: RegexTimeout,
  notify: (sentence: string) => void,
): (value: unknown) => { readonly rules: UserPatterns; readonly warnings: readonly string[] } {
  let last:
    | { readonly name: string; readonly rules: UserPatterns; readonly warnings: readonly string[] }
    | undefined;
  return (value) => {
    const name = JSON.stringify([value]);
    if (last?.name !== name) {
      const { patterns, warnings } = readPatterns(value, box);
      last = { name, rules: new UserPatterns(patterns, box, notify), warnings };
    }
    return last;
  };
}

/**
 * Parses the setting: a list of `{ pattern, file, line, column?, message?, severity? }`; the numbers are
 * group numbers.
 */
export function readPatterns(value: unknown, box: RegexTimeout): ReadPatterns {
  if (!Array.isArray(value)) return { patterns: [], warnings: [] };
  const patterns: Pattern[] = [];
  const warnings: string[] = [];
  const rows: readonly unknown[] = value;
  let slow = 0;
  const isSlowHere = (expression: RegExp): boolean => {
    // Patterns always run with a timeout, so probing them is only an early warning.
    if (slow >= MAX_SLOW_PROBES) return false;
    let found = false;
    let last = spent();
    const inTime = box(PROBE_MS, () => {
      found = isSlow(expression, MAX_LINE_LENGTH, () => (last = spent()));
    });
    if (inTime) return found;
    slow++;
    // Interrupted within one line, or only because there are so many lines.
    return spent() - last > PROBE_LINE_MS;
  };
  for (const [index, row] of rows.slice(0, MAX_PATTERNS).entries()) {
    const read = readPattern(row, index + 1, isSlowHere);
    if (typeof read === 'string') warnings.push(read);
    else patterns.push(read);
  }
  return { patterns, warnings };
}

/** The pattern, or a message about what is wrong with it. */
function readPattern(
  row: unknown,
  number: number,
  isSlowHere: (expression: RegExp) => boolean,
): Pattern | string {
  if (typeof row !== 'object' || row === null)
    return t('Problem pattern {0} is ignored because it must be an object.', number);
  const given = new Map<string, unknown>(Object.entries(row));
  const source = given.get('pattern');
  if (typeof source !== 'string' || source === '')
    return t('Problem pattern {0} is ignored because "pattern" is missing.', number);
  if (source.length > MAX_PATTERN_LENGTH)
    return t(
      'Problem pattern {0} is ignored because "pattern" has more than {1} characters.',
      number,
      MAX_PATTERN_LENGTH,
    );
  const cost = costOf(source);
  if (cost !== undefined) return COSTS[cost](number);
  let expression: RegExp;
  let groups: number;
  try {
    expression = new RegExp(source, 'u');
    groups = (new RegExp(`${source}|`, 'u').exec('')?.length ?? 1) - 1;
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^.*: /, '') : String(error);
    return t('Problem pattern {0} is ignored because "pattern" is invalid: {1}.', number, why);
  }
  if (isSlowHere(expression)) {
    return t('Problem pattern {0} is ignored because "pattern" takes too long on worst-case input.', number);
  }
  const group = (name: string): number | undefined => {
    const number = given.get(name);
    return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= groups
      ? number
      : undefined;
  };
  const [file, line] = [group('file'), group('line')];
  if (file === undefined || line === undefined) {
    return t(
      'Problem pattern {0} is ignored because "file" and "line" must be numbers of capture groups in "pattern" (number of groups: {1}).',
      number,
      groups,
    );
  }
  const severity = given.get('severity');
  return {
    number,
    match: (text: string) => {
      const match = expression.exec(text.slice(0, MAX_LINE_LENGTH));
      const path = match?.[file];
      const row = match?.[line];
      if (
        match === null ||
        path === undefined ||
        path === '' ||
        row === undefined ||
        !/^\d{1,7}$/.test(row)
      ) {
        return undefined;
      }
      const column = match[group('column') ?? -1];
      const word = typeof severity === 'string' ? severity : match[group('severity') ?? -1];
      return foundAt(
        { start: match.index + match[0].indexOf(path), text: path },
        { path, line: row, column: column !== undefined && /^\d{1,7}$/.test(column) ? column : undefined },
        { severity: severityOf(word), message: (match[group('message') ?? 0] ?? '').trim() },
      );
    },
  };
}

/** More unbounded repetitions than this can already take long on a line of that length. */
export const MAX_REPEATS = 8;

/** A repeated group that contains a repetition or alternatives, a backreference, or too many repetitions. */
export type Cost = 'nested' | 'back-reference' | 'repeats';

const COSTS: Readonly<Record<Cost, (number: number) => string>> = {
  nested: (number) =>
    t(
      'Problem pattern {0} is ignored because "pattern" repeats a group that contains quantifiers or alternatives, which can be extremely slow.',
      number,
    ),
  'back-reference': (number) =>
    t(
      'Problem pattern {0} is ignored because "pattern" contains a backreference, which can be extremely slow.',
      number,
    ),
  repeats: (number) =>
    t(
      'Problem pattern {0} is ignored because "pattern" has more than {1} quantifiers, which can be extremely slow.',
      number,
      MAX_REPEATS,
    ),
};

/**
 * Returns why an expression might take exponential time, or undefined. Some harmless ones are rejected too.
 */
export function costOf(source: string): Cost | undefined {
  const open: boolean[] = [];
  let repeats = 0;
  let closed = false;
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const character = source[at] ?? '';
    if (character === '\\') {
      if (/[1-9k]/.test(source[at + 1] ?? '')) return 'back-reference';
      at++;
      closed = false;
    } else if (inClass) {
      if (character === ']') inClass = false;
    } else if (character === '[') {
      inClass = true;
      closed = false;
    } else if (character === '(') {
      open.push(false);
      closed = false;
    } else if (character === ')') {
      closed = open.pop() ?? false;
      if (closed && open.length > 0) open[open.length - 1] = true;
    } else if (character === '|') {
      if (open.length > 0) open[open.length - 1] = true;
      closed = false;
    } else if (repeatsAt(source, at)) {
      if (closed) return 'nested';
      repeats++;
      if (open.length > 0) open[open.length - 1] = true;
      closed = false;
    } else if (character === '?') {
      // After an opening bracket, it states the kind of the group.
      if (source[at - 1] !== '(' && open.length > 0) open[open.length - 1] = true;
    } else closed = false;
  }
  return repeats > MAX_REPEATS ? 'repeats' : undefined;
}

/** `*`, `+`, `{3,}`, `{2,40}`: more repetitions than a question mark. */
function repeatsAt(source: string, at: number): boolean {
  const character = source[at];
  if (character === '*' || character === '+') return true;
  return character === '{' && /^\{\d*(?:,\d*)?\}/.test(source.slice(at, at + 16));
}
