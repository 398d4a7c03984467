/** Lengths of the lines that a pattern is tested on: increasing, so that a slow pattern is detected early. */
const SHORTEST = 8;
const GROWTH = 1.2;
/** Timeout for one line in milliseconds; a good pattern takes microseconds. */
const MAX_LINE_MS = 4;
const MAX_LETTERS = 16;
/** Number of the pattern's own characters that are tested first. */
const MAX_NAMED = 4;

/**
 * Returns true if a pattern takes long on adversarial lines: repetitions of the characters in its own source,
 * and an end that doesn't match. A single slow run is repeated to rule out chance.
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

/** Characters that match an escape, by the character after the backslash. */
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

/** The expression with matching characters in place of escapes. */
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
