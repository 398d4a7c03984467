/** Lengths of the lines that a rule is tried on: each is a little longer, so that a bad rule is caught before it hurts. */
const SHORTEST = 8;
const GROWTH = 1.2;
/** Milliseconds that one line may take; a good rule needs some thousandths. */
const MOST_MS = 4;
const MOST_LETTERS = 16;

/**
 * True where a rule takes long on lines made to be hard for it: the characters that its own text names, again and
 * again, and an end that fits nothing. What is slow only by chance is tried again.
 */
export function isSlow(expression: RegExp, longest: number, now: () => number): boolean {
  const named = [...new Set(expression.source.replace(/\\./g, '').replace(/[()[\]{}?*+|^$.]/g, ''))];
  const letters = ['a', '1', ' ', ':', '/', ...named].slice(0, MOST_LETTERS);
  const units = [...letters, ...letters.slice(1).map((letter) => `a${letter}`), 'a1 :/'];
  for (const unit of units) {
    for (let length = SHORTEST; length <= longest; length = Math.ceil(length * GROWTH)) {
      const line = `${unit.repeat(Math.ceil(length / unit.length)).slice(0, length)}\u0000`;
      if (takesLong(expression, line, now)) return true;
    }
  }
  return false;
}

function takesLong(expression: RegExp, line: string, now: () => number): boolean {
  for (let tries = 0; tries < 3; tries++) {
    const began = now();
    expression.test(line);
    if (now() - began <= MOST_MS) return false;
  }
  return true;
}
