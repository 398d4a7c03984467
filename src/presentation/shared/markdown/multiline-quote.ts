/** The part of the parser's state that quotes use. Only `tokens.ts` imports the parser. */
interface State {
  readonly src: string;
  readonly bMarks: readonly number[];
  readonly eMarks: readonly number[];
  readonly tShift: readonly number[];
  readonly sCount: readonly number[];
  readonly blkIndent: number;
  line: number;
  lineMax: number;
  parentType: string;
  readonly md: { readonly block: { tokenize(state: State, startLine: number, endLine: number): void } };
  isEmpty: (line: number) => boolean;
  push: (type: string, tag: string, nesting: 0 | 1 | -1) => Token;
}
interface Token {
  map: [number, number] | null;
  content: string;
  children: unknown[] | null;
}

/** A line that opens a quote, or an alert with an optional title. */
const OPENING = /^(>{3,})(?:[ \t]*(\[![a-z]{3,9}\].*))?$/i;

/** True if a line opens a quote. */
export const opensMultilineQuote = (state: State, line: number): boolean =>
  OPENING.test(lineOf(state, line) ?? '');

/**
 * Adds one of the service's quotes of several lines, between lines with only `>>>`. The closing line has at least as many
 * characters as the opening line. As on the service, an unclosed quote ends with the block that it is in.
 */
export function addMultilineQuote(state: State, startLine: number, endLine: number): true {
  const [, marks = '', title] = OPENING.exec(lineOf(state, startLine) ?? '') ?? [];
  const last = endOf(state, marks.length, { from: startLine + 1, endLine });
  const outer = { lineMax: state.lineMax, parentType: state.parentType };
  state.push('blockquote_open', 'blockquote', 1).map = [startLine, Math.min(last + 1, endLine)];
  state.lineMax = last;
  state.parentType = 'blockquote';
  if (title !== undefined) addParagraph(state, title, startLine);
  state.md.block.tokenize(state, startLine + 1, last);
  state.lineMax = outer.lineMax;
  state.parentType = outer.parentType;
  state.push('blockquote_close', 'blockquote', -1);
  const isClosed = last < endLine && OPENING.test(lineOf(state, last) ?? '');
  state.line = isClosed ? last + 1 : last;
  return true;
}

/** Adds the kind and title of an alert as the first paragraph of a quote. */
function addParagraph(state: State, text: string, line: number): void {
  state.push('paragraph_open', 'p', 1).map = [line, line + 1];
  const inline = state.push('inline', '', 0);
  inline.content = text;
  inline.map = [line, line + 1];
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
}

/** Returns the text of a line without indentation; undefined for code and lines outside of the block. */
function lineOf(state: State, line: number): string | undefined {
  const indent = (state.sCount[line] ?? 0) - state.blkIndent;
  if (indent < 0 || indent > 3) return undefined;
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  return state.src.slice(start, state.eMarks[line]).trimEnd();
}

/** Returns the line that closes a quote, or the line after its last one. Lines in fenced code don't close it. */
function endOf(
  state: State,
  marks: number,
  { from, endLine }: { readonly from: number; readonly endLine: number },
): number {
  let fence: string | undefined;
  for (let line = from; line < endLine; line++) {
    const isOutside = (state.sCount[line] ?? 0) < state.blkIndent && !state.isEmpty(line);
    const text = lineOf(state, line) ?? '';
    if (isOutside || (fence === undefined && text.length >= marks && /^>+$/.test(text))) return line;
    const mark = /^(?:`{3,}|~{3,})/.exec(text)?.[0];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) === true && text === mark) fence = undefined;
  }
  return endLine;
}
