/** A text that can be completed: the character that starts it, what follows, and where it is. */
export interface CompletionQuery {
  readonly sign: string;
  readonly typed: string;
  /** Index of the character. */
  readonly from: number;
}

/** Text that can follow each character, up to the cursor. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  '@': /(?:^|[\s([{,*_])@([\w.-]{0,50})$/,
  '#': /(?:^|[\s([{,])#([\p{L}\p{N}_.-]{0,50})$/u,
  '!': /(?:^|[\s([{,])!([\p{L}\p{N}_.-]{0,50})$/u,
  '~': /(?:^|[\s([{,])~([\p{L}\p{N}_.:-]{0,50})$/u,
  '%': /(?:^|[\s([{,])%([\p{L}\p{N}_.-]{0,50})$/u,
  // A single letter would suggest emojis for text such as `:)` and `::a`.
  ':': /(?:^|[\s([{,*_])(?::)([\w+-]{2,50})$/,
  '/': /(?:^|\n) {0,3}\/([a-z_]{0,50})$/i,
};

/** Returns the completion at the cursor; undefined if the text before it doesn't start one. */
export function completionAt(before: string, signs: string): CompletionQuery | undefined {
  // Longer texts are slow to search, and only the end matters.
  const end = before.slice(-200);
  for (const sign of signs) {
    const typed = PATTERNS[sign]?.exec(end)?.[1];
    if (typed !== undefined) return { sign, typed, from: before.length - typed.length - 1 };
  }
  return undefined;
}
