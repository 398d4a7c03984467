/** A text with a selection. */
export interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Replaces the part of a text from `from` to `to`, and then selects a part of the new text. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}

/** Edits of the toolbar for Markdown. Using one again removes its Markdown. */
export const TEXT_FORMATS: Readonly<Record<string, ((given: Selected) => TextEdit) | undefined>> = {
  bold: (given) => around(given, '**'),
  italic: (given) => around(given, '_'),
  code: (given) => (partOf(given).includes('\n') ? fenced(given) : around(given, '`')),
  link: (given) => {
    const part = partOf(given);
    const insert = `[${part}](url)`;
    const start = given.start + (part === '' ? 1 : part.length + 3);
    return { from: given.start, to: given.end, insert, start, end: part === '' ? start : start + 3 };
  },
  quote: (given) => lines(given, '> '),
  list: (given) => lines(given, '- '),
  task: (given) => lines(given, '- [ ] '),
};

const partOf = ({ text, start, end }: Selected): string => text.slice(start, end);

/** Puts a mark around the selection, or removes it. */
function around(given: Selected, mark: string): TextEdit {
  const { text, start, end } = given;
  const size = mark.length;
  const part = partOf(given);
  if (text.slice(start - size, start) === mark && text.slice(end, end + size) === mark)
    return { from: start - size, to: end + size, insert: part, start: start - size, end: end - size };
  if (part.length > 2 * size && part.startsWith(mark) && part.endsWith(mark))
    return { from: start, to: end, insert: part.slice(size, -size), start, end: end - 2 * size };
  return { from: start, to: end, insert: `${mark}${part}${mark}`, start: start + size, end: end + size };
}

function fenced(given: Selected): TextEdit {
  const { text, start, end } = given;
  const before = start === 0 || text[start - 1] === '\n' ? '' : '\n';
  const after = end === text.length || text[end] === '\n' ? '' : '\n';
  const part = partOf(given);
  const open = `${before}\`\`\`\n`;
  const insert = `${open}${part}${part.endsWith('\n') ? '' : '\n'}\`\`\`${after}`;
  return { from: start, to: end, insert, start: start + open.length, end: start + open.length + part.length };
}

/** Puts a mark at the start of each selected line, or removes it from all of them. */
function lines({ text, start, end }: Selected, mark: string): TextEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next === -1 ? text.length : next;
  const all = text.slice(from, to).split('\n');
  const marked = all.every((line) => line.startsWith(mark));
  const insert = all.map((line) => (marked ? line.slice(mark.length) : `${mark}${line}`)).join('\n');
  if (start === end) {
    const caret = Math.max(from, start + (marked ? -mark.length : mark.length));
    return { from, to, insert, start: caret, end: caret };
  }
  return { from, to, insert, start: from, end: from + insert.length };
}
