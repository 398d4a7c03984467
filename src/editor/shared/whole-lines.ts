import { Range } from 'vscode';

/** The lines that a selection means: one that ends before the first character of a line does not mean that line. */
export function wholeLines({ start, end, isSingleLine }: Range): Range {
  const last = end.character === 0 && !isSingleLine ? end.line - 1 : end.line;
  return new Range(start.line, 0, last, 0);
}
