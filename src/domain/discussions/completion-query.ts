/** A text that can be completed: the character that starts it, what follows, and where it is. */
export interface CompletionQuery {
  readonly sign: string;
  readonly typed: string;
  /** Index of the character. */
  readonly from: number;
}

/**
 * Text that can follow each character, up to the cursor. The page of a merge request has the same patterns in
 * `src/webviews/completion-query.ts`, which can't import this file. VS Code completes a text only if there are
 * suggestions for its first character, so here emojis need no letters.
 */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  '@': /(?:^|[\s([{,*_])@([\w.-]{0,50})$/,
  '#': /(?:^|[\s([{,])#([\p{L}\p{N}_.-]{0,50})$/u,
  '!': /(?:^|[\s([{,])!([\p{L}\p{N}_.-]{0,50})$/u,
  '~': /(?:^|[\s([{,])~([\p{L}\p{N}_.:-]{0,50})$/u,
  '%': /(?:^|[\s([{,])%([\p{L}\p{N}_.-]{0,50})$/u,
  ':': /(?:^|[\s([{,*_]):([\w+-]{0,50})$/,
  '/': /^ {0,3}\/([a-z_]{0,50})$/i,
};

/** The characters that start a completion. */
export const COMPLETION_SIGNS: readonly string[] = Object.keys(PATTERNS);

/** Returns the completion at the end of the text before the cursor in its line; undefined if there is none. */
export function completionInLine(before: string): CompletionQuery | undefined {
  // Longer lines are slow to search, and only the end matters.
  const end = before.length > 200 ? ` ${before.slice(-200)}` : before;
  for (const [sign, pattern] of Object.entries(PATTERNS)) {
    const typed = pattern.exec(end)?.[1];
    if (typed !== undefined) return { sign, typed, from: before.length - typed.length - 1 };
  }
  return undefined;
}
