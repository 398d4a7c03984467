import { tagPieces } from './tags';

/** The part of the parser's state that comments use. Only `tokens.ts` imports the parser. */
interface State {
  readonly src: string;
  readonly bMarks: readonly number[];
  readonly sCount: readonly number[];
  readonly eMarks: readonly number[];
  readonly blkIndent: number;
  readonly env: object;
  readonly tokens: readonly { type: string; content: string; map: [number, number] | null }[];
  line: number;
  getLines: (begin: number, end: number, indent: number, keepLastLF: boolean) => string;
}

const END = '-->';

/** The ends of comments by the text that is being parsed. */
const endsOf = new WeakMap<object, CommentEnds>();

/**
 * Extends the block of HTML that was just added if it ends inside of a comment: in Markdown, a block ends at a blank line,
 * but as HTML, the comment continues. A comment that isn't closed in the same container stays text.
 */
export function extendOpenComment(state: State, endLine: number): true {
  const block = state.tokens.at(-1);
  if (block?.type !== 'html_block' || !endsInComment(block.content)) return true;
  const ends = endsOf.get(state.env) ?? new CommentEnds();
  endsOf.set(state.env, ends);
  const line = ends.lineOfNext(state, endLine);
  if (line === undefined) return true;
  block.content += state.getLines(state.line, line + 1, state.blkIndent, true);
  state.line = line + 1;
  if (block.map !== null) block.map[1] = state.line;
  return true;
}

function endsInComment(html: string): boolean {
  if (html.lastIndexOf('<!--') <= html.lastIndexOf(END)) return false;
  const last = tagPieces(html).at(-1);
  return last?.kind === 'text' && last.text.startsWith('<!--');
}

/** Searches a text for the ends of comments. */
class CommentEnds {
  #next = -1;
  /** A container that ends before `line`, and doesn't contain the next end of a comment. */
  #searched: { readonly line: number; readonly indent: number; readonly next: number } | undefined;

  /** Returns the line of the next end of a comment in the current container, which is searched once. */
  lineOfNext(state: State, endLine: number): number | undefined {
    const { src, bMarks, eMarks, sCount, blkIndent } = state;
    const from = bMarks[state.line] ?? src.length;
    if (this.#next < from) {
      const found = src.indexOf(END, from);
      this.#next = found === -1 ? Infinity : found;
    }
    const [next, before] = [this.#next, this.#searched];
    const isSearched = before?.next === next && before.indent <= blkIndent && state.line <= before.line;
    if (next === Infinity || isSearched) return undefined;
    let { line } = state;
    for (; line < endLine; line++) {
      const isEmpty = (bMarks[line] ?? 0) === (eMarks[line] ?? 0);
      if ((sCount[line] ?? 0) < blkIndent && !isEmpty) break;
      if (next < (eMarks[line] ?? 0)) return line;
    }
    this.#searched = { line, indent: blkIndent, next };
    return undefined;
  }
}
