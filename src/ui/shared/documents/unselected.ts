import { Range, type Selection } from 'vscode';

/**
 * Returns the parts of a line from `start` to `end` that aren't selected. VS Code chooses the color of
 * selected text for readability on the selection background; a decoration's color would override it.
 */
export function unselectedRanges(
  { line, start, end }: { readonly line: number; readonly start: number; readonly end: number },
  selections: readonly Selection[],
): readonly Range[] {
  let left: readonly Range[] = [new Range(line, start, line, end)];
  for (const selection of selections) {
    if (selection.isEmpty || selection.end.line < line || selection.start.line > line) continue;
    left = left.flatMap((range) => without(range, selection));
  }
  return left;
}

function without(range: Range, selection: Selection): readonly Range[] {
  const both = range.intersection(selection);
  if (both === undefined || both.isEmpty) return [range];
  return [new Range(range.start, both.start), new Range(both.end, range.end)].filter((part) => !part.isEmpty);
}
