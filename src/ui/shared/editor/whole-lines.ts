import { Range } from 'vscode';

/** Returns the lines of a selection, without the last one if the selection ends before its first character. */
export function wholeLines({ start, end, isSingleLine }: Range): Range {
  const last = end.character === 0 && !isSingleLine ? end.line - 1 : end.line;
  return new Range(start.line, 0, last, 0);
}
