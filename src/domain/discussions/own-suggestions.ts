import type { Lines, LocalEdit, WorkingLines } from '../changes/working-lines';
import { lengthOf, MAX_COMMENT_LENGTH } from '../merge-requests/text-limits';
import { MAX_AROUND, suggestionText } from './suggestions';

/** Local changes as a suggestion: replaces lines of the head with lines of the working file. */
export interface OwnSuggestion {
  readonly head: Lines;
  /** Ends before it starts if the lines of the head are removed. */
  readonly working: Lines;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The comment on the last line of the head's lines. */
  readonly body: string;
}

/** The suggestions for local changes, and the number of changes that are too large for one. */
export interface OwnSuggestions {
  readonly fitting: readonly OwnSuggestion[];
  readonly tooLarge: number;
}

/** Returns the local changes as suggestions; undefined if the texts are too large to be compared. */
export function ownSuggestions(lines: WorkingLines): OwnSuggestions | undefined {
  const edits = lines.edits();
  if (edits === undefined) return undefined;
  const all = merged(edits.flatMap((edit) => replacing(edit, lines) ?? [])).map((edit) =>
    suggestion(edit, lines),
  );
  const fitting = all.filter(
    ({ head, body }) => head.end - head.start <= MAX_AROUND && lengthOf(body) <= MAX_COMMENT_LENGTH,
  );
  // Without lines in the head, there is no line for the comment.
  const impossible = edits.length > 0 && lines.head.length === 0 ? 1 : 0;
  return { fitting, tooLarge: all.length - fitting.length + impossible };
}

/**
 * A suggestion replaces at least one line. Lines that are only added are suggested together with the line
 * above them, or at the start of the file with the line below.
 */
function replacing({ head, working }: LocalEdit, { head: lines }: WorkingLines): LocalEdit | undefined {
  if (head.end >= head.start) return { head, working };
  if (head.start > 1)
    return {
      head: { start: head.start - 1, end: head.start - 1 },
      working: { start: working.start - 1, end: working.end },
    };
  if (lines.length === 0) return undefined;
  return { head: { start: 1, end: 1 }, working: { start: working.start, end: working.end + 1 } };
}

/** Additions above and below the first line both replace it. */
function merged(edits: readonly LocalEdit[]): readonly LocalEdit[] {
  const found: LocalEdit[] = [];
  for (const edit of edits) {
    const last = found.at(-1);
    if (last === undefined || last.head.end < edit.head.start) found.push(edit);
    else
      found[found.length - 1] = {
        head: { start: last.head.start, end: edit.head.end },
        working: { start: last.working.start, end: edit.working.end },
      };
  }
  return found;
}

function suggestion({ head, working }: LocalEdit, lines: WorkingLines): OwnSuggestion {
  const before = lines.head.slice(head.start - 1, head.end);
  const after = lines.working.slice(working.start - 1, working.end);
  return { head, working, before, after, body: suggestionText(head.end - head.start, after) };
}
