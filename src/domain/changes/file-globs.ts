import { type GlobToken, globTokens } from './glob-tokens';

/**
 * Maximum length and number of patterns. Others are ignored, because a settings file can contain anything.
 */
const MAX_LENGTH = 200;
const MAX = 200;

interface Rule {
  /** True if the pattern excludes files. */
  readonly not: boolean;
  /** True if the pattern matches folders only, including their content. */
  readonly isFolder: boolean;
  /** True if the pattern is matched with each path segment instead of the path from its start. */
  readonly isName: boolean;
  readonly tokens: readonly GlobToken[];
}

/**
 * Matches a path with a list of patterns: true if it is included, false if it is excluded again, undefined
 * without a match.
 */
export type Globs = (path: string) => boolean | undefined;

/**
 * Compiles patterns with the semantics of `.gitignore`; the test compares the results with git. A pattern
 * without a slash, except at its end, matches names in any folder, others match the whole path. A matching
 * folder includes everything in it, and later patterns can't exclude that again. The time is proportional to
 * the lengths of pattern and path for any input, which is why no regular expressions are used.
 */
export function globs(patterns: readonly unknown[]): Globs {
  const rules = patterns
    .slice(0, MAX)
    .flatMap((pattern) => (typeof pattern === 'string' ? ruleOf(pattern) : []))
    .reverse();
  return (path) => {
    const known = new Map<Rule, ReadonlySet<number>>();
    const reached = (rule: Rule): ReadonlySet<number> => {
      const ends = known.get(rule) ?? endsOf(rule.tokens, path);
      known.set(rule, ends);
      return ends;
    };
    let verdict: boolean | undefined;
    for (let start = 0; ;) {
      const slash = path.indexOf('/', start);
      const isFolder = slash !== -1;
      const end = isFolder ? slash : path.length;
      const name = path.slice(start, end);
      const rule = rules.find(
        (each) =>
          (isFolder || !each.isFolder) &&
          (each.isName ? fitsName(each.tokens, name) : reached(each).has(end)),
      );
      if (rule !== undefined) verdict = !rule.not;
      if (!isFolder || verdict === true) return verdict;
      start = end + 1;
    }
  };
}

function ruleOf(given: string): Rule[] {
  if (given.length > MAX_LENGTH || given.startsWith('#')) return [];
  const not = given.startsWith('!');
  const whole = (not ? given.slice(1) : given).replace(/(?<!\\) +$/, '');
  const isFolder = whole.endsWith('/');
  const pattern = isFolder ? whole.slice(0, -1) : whole;
  if (pattern === '') return [];
  const tokens = globTokens(pattern.startsWith('/') ? pattern.slice(1) : pattern);
  return tokens === undefined ? [] : [{ not, isFolder, isName: !pattern.includes('/'), tokens }];
}

function fitsName(tokens: readonly GlobToken[], name: string): boolean {
  const [first, second] = tokens;
  if (first?.kind === 'text' && tokens.length === 1) return name === first.text;
  // Fast path for common patterns such as `*.min.js`.
  if (first?.kind === 'name' && second?.kind === 'text' && tokens.length === 2)
    return name.endsWith(second.text);
  return endsOf(tokens, name).has(name.length);
}

/**
 * Returns the offsets at which a match of all tokens from the start of the text can end. Each token is
 * processed once for all offsets.
 */
function endsOf(tokens: readonly GlobToken[], text: string): ReadonlySet<number> {
  let ends = new Set([0]);
  for (const token of tokens) ends = after(token, text, ends);
  return ends;
}

function after(token: GlobToken, text: string, starts: ReadonlySet<number>): Set<number> {
  const ends = new Set<number>();
  if (token.kind === 'text') {
    for (const at of starts) if (text.startsWith(token.text, at)) ends.add(at + token.text.length);
  } else if (token.kind === 'one') {
    for (const at of starts) {
      const character = text[at];
      if (character !== undefined && character !== '/' && token.fits(character)) ends.add(at + 1);
    }
  } else if (token.kind === 'folders') {
    for (const at of starts) ends.add(at);
    for (let at = text.indexOf('/', Math.min(...starts)); at >= 0; at = text.indexOf('/', at + 1))
      ends.add(at + 1);
  } else {
    // Adds the offsets up to the next slash or the end. Stops at an offset that was already reached from an
    // earlier start.
    for (const start of [...starts].sort((a, b) => a - b)) {
      for (let at = start; at <= text.length && !ends.has(at); at++) {
        ends.add(at);
        if (token.kind === 'name' && text[at] === '/') break;
      }
    }
  }
  return ends;
}
