/**
 * A part of a pattern: literal text (`text`), one character of a class (`one`), any characters except a slash
 * (`name`), any characters (`any`), or any number of folders, each with its slash (`folders`).
 */
export type GlobToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'one'; readonly fits: (character: string) => boolean }
  | { readonly kind: 'name' | 'any' | 'folders' };

const NAMED: Readonly<Record<string, RegExp>> = {
  alnum: /[a-z\d]/i,
  alpha: /[a-z]/i,
  blank: /[ \t]/,
  digit: /\d/,
  lower: /[a-z]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /\s/,
  upper: /[A-Z]/,
  xdigit: /[\da-f]/i,
};

/** Parses a pattern like git (gitignore(5)); returns undefined for a pattern that never matches. */
export function globTokens(pattern: string): readonly GlobToken[] | undefined {
  const tokens: GlobToken[] = [];
  let at = 0;
  while (at < pattern.length) {
    const rest = pattern.slice(at);
    const startsPart = at === 0 || pattern[at - 1] === '/';
    const stars = /^\*+/.exec(rest)?.[0] ?? '';
    if (stars.length > 1 && startsPart && rest[stars.length] === '/') {
      tokens.push({ kind: 'folders' });
      at += stars.length + 1;
    } else if (stars !== '') {
      tokens.push({ kind: stars.length > 1 && startsPart && rest.length === stars.length ? 'any' : 'name' });
      at += stars.length;
    } else if (rest.startsWith('?')) {
      tokens.push({ kind: 'one', fits: () => true });
      at += 1;
    } else if (rest.startsWith('[')) {
      const read = classOf(rest);
      if (read === undefined) return undefined;
      tokens.push({ kind: 'one', fits: read.fits });
      at += read.length;
    } else {
      const text = /^(?:[^*?[\\]|\\[^])+/.exec(rest)?.[0];
      // A backslash at the end.
      if (text === undefined) return undefined;
      tokens.push({ kind: 'text', text: text.replace(/\\([^])/g, '$1') });
      at += text.length;
    }
  }
  return tokens;
}

/** Parses `[a-z]`, `[!a]`, or `[[:digit:]]`; returns undefined if the closing bracket is missing. */
function classOf(
  rest: string,
): { readonly length: number; readonly fits: (one: string) => boolean } | undefined {
  const isNot = rest[1] === '!' || rest[1] === '^';
  const choices: ((one: string) => boolean)[] = [];
  let at = isNot ? 2 : 1;
  for (let first = true; first || rest[at] !== ']'; first = false) {
    const named = /^\[:(\w+):\]/.exec(rest.slice(at));
    if (named !== null) {
      const kind = NAMED[named[1] ?? ''];
      if (kind === undefined) return undefined;
      choices.push((one) => kind.test(one));
      at += named[0].length;
      continue;
    }
    const [, from, to] = /^(\\?[^])(?:-(\\?[^\]]))?/.exec(rest.slice(at)) ?? [];
    if (from === undefined) return undefined;
    const [low, high] = [from.slice(-1), (to ?? from).slice(-1)];
    choices.push((one) => low <= one && one <= high);
    at += from.length + (to === undefined ? 0 : to.length + 1);
    if (at >= rest.length) return undefined;
  }
  return { length: at + 1, fits: (one) => choices.some((fits) => fits(one)) !== isNot };
}
