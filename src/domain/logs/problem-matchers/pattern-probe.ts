/** Lengths of the lines that a rule is tried on: each is a little longer, so that a bad rule is caught before it hurts. */
const SHORTEST = 8;
const GROWTH = 1.2;
/** Milliseconds that one line may take; a good rule needs some thousandths. */
const MAX_LINE_MS = 4;
const MAX_LETTERS = 16;
/** Of those that the rule names, so many come first. */
const MAX_NAMED = 4;

/**
 * True where a rule takes long on lines made to be hard for it: the characters that its own text names, again and
 * again, and an end that fits nothing. What is slow only by chance is tried again.
 */
export function isSlow(expression: RegExp, longest: number, now: () => number): boolean {
  const named = [...new Set(spelledOut(expression.source).replace(/[()[\]{}?*+|^$.]/g, ''))];
  const letters = [...new Set([...named.slice(0, MAX_NAMED), 'a', '1', ' ', ':', '/', ...named])].slice(
    0,
    MAX_LETTERS,
  );
  const units = [...letters, ...letters.slice(1).map((letter) => `a${letter}`), 'a1 :/'];
  for (const unit of units) {
    for (let length = SHORTEST; length <= longest; length = Math.ceil(length * GROWTH)) {
      const line = `${unit.repeat(Math.ceil(length / unit.length)).slice(0, length)}\u0000`;
      if (takesLong(expression, line, now)) return true;
    }
  }
  return false;
}

/** By what stands behind the backslash, characters that it means. */
const MEANT: Readonly<Record<string, string>> = {
  d: '1',
  w: 'a',
  s: ' ',
  p: 'é',
  P: '-',
  D: 'a',
  W: '-',
  S: 'a',
};

/** The expression with characters in place of what stands for them. */
function spelledOut(source: string): string {
  return source.replace(
    /\\(?:(x[\da-f]{2}|u[\da-f]{4}|u\{[\da-f]{1,6}\})|([dwspDWSP])(?:\{[^}]*\})?|.)/gi,
    (_, hex?: string, kind?: string) => {
      const code = Number.parseInt(hex?.replace(/[^\da-f]/gi, '') ?? '', 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : (MEANT[kind ?? ''] ?? '');
    },
  );
}

function takesLong(expression: RegExp, line: string, now: () => number): boolean {
  for (let tries = 0; tries < 3; tries++) {
    const began = now();
    expression.test(line);
    if (now() - began <= MAX_LINE_MS) return false;
  }
  return true;
}
