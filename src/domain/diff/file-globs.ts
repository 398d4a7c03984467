/** Patterns longer than this, and more of them than this, are not read: a settings file may hold anything. */
const LONGEST = 200;
const MOST = 200;

type Token =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'one' | 'name' | 'any' | 'folders' };

interface Rule {
  /** The pattern takes files out again. */
  readonly not: boolean;
  /** Looked for in the last part of the path only. */
  readonly isName: boolean;
  readonly fits: (text: string) => boolean;
}

/** What a list of patterns says of a path: true where one takes it in, false where one takes it out again. */
export type Globs = (path: string) => boolean | undefined;

/**
 * Patterns in the way of `.gitignore`: without a slash they are about the name of a file in any folder, with one about
 * the whole path; `*` stands for anything but a slash, `**` for anything, or with a slash
 * behind it for any folders or none, `?` for one character, `!` in front takes out
 * again; of several that fit, the last one counts. Takes time in proportion to pattern times path, whatever they hold.
 */
export function globs(patterns: readonly unknown[]): Globs {
  const rules = patterns
    .slice(0, MOST)
    .flatMap((pattern) => (typeof pattern === 'string' ? ruleOf(pattern) : []))
    .reverse();
  return (path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const rule = rules.find(({ isName, fits }) => fits(isName ? name : path));
    return rule && !rule.not;
  };
}

function ruleOf(given: string): Rule[] {
  const not = given.startsWith('!');
  const bare = (not ? given.slice(1) : given).trim();
  if (bare === '' || bare.length > LONGEST) return [];
  const isName = !bare.includes('/');
  return [{ not, isName, fits: matcher(tokensOf(wholePattern(bare))) }];
}

/** All that is in a folder is named by a slash at the end; without another slash the folder may be anywhere. */
function wholePattern(bare: string): string {
  if (bare.startsWith('/')) return bare.endsWith('/') ? `${bare.slice(1)}**` : bare.slice(1);
  if (!bare.endsWith('/')) return bare;
  return bare.indexOf('/') === bare.length - 1 ? `**/${bare}**` : `${bare}**`;
}

function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = [];
  for (const [part] of pattern.matchAll(/\*\*\/?|[*?]|[^*?]+/g)) {
    if (part === '**/') tokens.push({ kind: 'folders' });
    else if (part === '**') tokens.push({ kind: 'any' });
    else if (part === '*') tokens.push({ kind: 'name' });
    else if (part === '?') tokens.push({ kind: 'one' });
    else tokens.push({ kind: 'text', text: part });
  }
  return tokens;
}

function matcher(tokens: readonly Token[]): (text: string) => boolean {
  const [first, second] = tokens;
  if (first?.kind === 'text' && tokens.length === 1) return (text) => text === first.text;
  return (text) => {
    // The common one, `*.min.js`, at once.
    if (first?.kind === 'name' && second?.kind === 'text' && tokens.length === 2) {
      const rest = text.length - second.text.length;
      return rest >= 0 && text.endsWith(second.text) && !text.slice(0, rest).includes('/');
    }
    // Where the tokens so far may end; each token is taken once for all of these places.
    let ends = new Set([0]);
    for (const token of tokens) ends = after(token, text, ends);
    return ends.has(text.length);
  };
}

function after(token: Token, text: string, starts: ReadonlySet<number>): Set<number> {
  const ends = new Set<number>();
  if (token.kind === 'text') {
    for (const at of starts) if (text.startsWith(token.text, at)) ends.add(at + token.text.length);
  } else if (token.kind === 'one') {
    for (const at of starts) if (at < text.length && text[at] !== '/') ends.add(at + 1);
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
