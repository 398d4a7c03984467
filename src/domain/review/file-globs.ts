import { type GlobToken, globTokens } from './glob-tokens';

/** Patterns longer than this, and more of them than this, are not read: a settings file may hold anything. */
const MAX_LENGTH = 200;
const MAX = 200;

interface Rule {
  /** The pattern takes files out again. */
  readonly not: boolean;
  /** Fits folders only, and so what is in them. */
  readonly isFolder: boolean;
  /** Compared with each part of the path, instead of with the path from its start. */
  readonly isName: boolean;
  readonly tokens: readonly GlobToken[];
}

/** What a list of patterns says of a path: true where one takes it in, false where one takes it out again. */
export type Globs = (path: string) => boolean | undefined;

/**
 * Patterns with the semantics of `.gitignore`; the test compares them with git. Without a slash but at the end, they
 * are about a name in any folder, with one about the whole path; what fits a folder takes in all that is in it, and
 * then nothing takes it out again. Takes time in proportion to pattern times path, whatever they hold, which is why
 * they are not made into regular expressions.
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
  const bare = isFolder ? whole.slice(0, -1) : whole;
  if (bare === '') return [];
  const tokens = globTokens(bare.startsWith('/') ? bare.slice(1) : bare);
  return tokens === undefined ? [] : [{ not, isFolder, isName: !bare.includes('/'), tokens }];
}

function fitsName(tokens: readonly GlobToken[], name: string): boolean {
  const [first, second] = tokens;
  if (first?.kind === 'text' && tokens.length === 1) return name === first.text;
  // The common one, `*.min.js`, at once.
  if (first?.kind === 'name' && second?.kind === 'text' && tokens.length === 2)
    return name.endsWith(second.text);
  return endsOf(tokens, name).has(name.length);
}

/** Where the tokens may end that fit from the start of the text on; each is taken once for all places so far. */
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
    // From each start on to the next slash, or to the end; where one came by, another has been already.
    for (const start of [...starts].sort((a, b) => a - b)) {
      for (let at = start; at <= text.length && !ends.has(at); at++) {
        ends.add(at);
        if (token.kind === 'name' && text[at] === '/') break;
      }
    }
  }
  return ends;
}
