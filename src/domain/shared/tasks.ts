/** The start of a list item with a checkbox, also in quotes and nested lists that start on the same line. */
const TASK = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:>[ \t>]*)?)+\[(?=[ xX]\][ \t])/;

/** A task in a text, as shown to the user. `line`: counted from 0; `source`: the text of this line. */
export interface TaskAt {
  readonly line: number;
  readonly source: string;
  readonly checked: boolean;
}

/** Returns the task in a line; undefined if it has none that can be toggled. */
export function taskIn(source: string, line: number): TaskAt | undefined {
  const at = markIn(source);
  return at === undefined ? undefined : { line, source, checked: source[at] !== ' ' };
}

/**
 * Checks or unchecks a task: changes only the character between its brackets. Returns undefined if the line
 * isn't the same as when it was shown.
 */
export function withTaskToggled(text: string, task: TaskAt): string | undefined {
  const start = startOfLine(text, task.line);
  const mark = markIn(task.source);
  if (start === undefined || mark === undefined || (task.source[mark] !== ' ') !== task.checked)
    return undefined;
  const end = start + task.source.length;
  if (text.slice(start, end) !== task.source || !/^(?:$|[\r\n])/.test(text.slice(end, end + 1)))
    return undefined;
  return `${text.slice(0, start + mark)}${task.checked ? ' ' : 'x'}${text.slice(start + mark + 1)}`;
}

/** Maximum length of a line with a task that can be toggled. */
const MAX_TASK_LINE = 2_000;

function markIn(source: string): number | undefined {
  return source.length > MAX_TASK_LINE ? undefined : TASK.exec(source)?.[0].length;
}

/** Returns the lines of a text, as Markdown counts them. */
export const linesOf = (text: string): readonly string[] => text.split(/\r\n?|\n/);

function startOfLine(text: string, line: number): number | undefined {
  const breaks = /\r\n?|\n/g;
  for (let passed = 0; passed < line; passed++) if (breaks.exec(text) === null) return undefined;
  return breaks.lastIndex;
}
