import { escapeInvisible } from '../shared/escape-invisible';

/** Returns text whose first line and other lines start with marks, such as those of a list item. */
export const withLineMarks = (text: string, first: string, rest: string): string =>
  text
    .split('\n')
    .map((line, index) => (line === '' && rest.trim() === '' ? '' : `${index === 0 ? first : rest}${line}`))
    .join('\n');

/** Returns a run of backticks that doesn't occur in the text. */
const ticks = (text: string, least: number): string =>
  '`'.repeat(Math.max(least, ...(text.match(/`+/g) ?? []).map((run) => run.length + 1)));

/** Returns a fenced block of code. */
export function fenced(text: string, language: string): string {
  const fence = ticks(text, 3);
  return `${fence}${language}\n${escapeInvisible(text)}\n${fence}`;
}

/** Returns code in a line. */
export function inlineCode(text: string): string {
  const fence = ticks(text, 1);
  const inside = escapeInvisible(text).replace(/\s+/g, ' ');
  const pad = inside.startsWith('`') || inside.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${inside}${pad}${fence}`;
}
