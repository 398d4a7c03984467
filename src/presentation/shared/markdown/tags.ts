// htmlparser2 is maintained, linear for malicious input, and follows the HTML standard. Only its tokenizer is used: its
// parser closes tags at the end of a text, but Markdown splits HTML into several texts.
import { Tokenizer } from 'htmlparser2';

/** A piece of raw HTML in Markdown. `raw`: the tag as it was written. Names are in lower case. */
export type TagPiece =
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly raw: string;
      readonly attributes: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'close'; readonly name: string; readonly raw: string }
  | { readonly kind: 'text'; readonly text: string };

/** Splits raw HTML into tags and text. Comments are removed. An incomplete tag or comment is text. */
export function tagPieces(raw: string): readonly TagPiece[] {
  const reader = new TagReader(raw);
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, reader);
  tokenizer.write(raw);
  tokenizer.end();
  return reader.pieces;
}

/** Receives the tokens of a text. Positions are offsets in the text. */
class TagReader {
  readonly #raw: string;
  readonly #pieces: TagPiece[] = [];
  /** The end of the last complete piece. */
  #done = 0;
  #tag:
    | { readonly start: number; readonly name: string; readonly attributes: Map<string, string> }
    | undefined;
  #attribute = '';
  #value = '';

  constructor(raw: string) {
    this.#raw = raw;
  }

  get pieces(): readonly TagPiece[] {
    return this.#pieces;
  }

  ontext(start: number, end: number): void {
    // For an incomplete tag at the end, the start is after its first character, or negative.
    const from = start < 0 ? this.#done : Math.min(this.#done, start);
    this.#text(this.#raw.slice(from, end), end);
  }

  ontextentity(codePoint: number, end: number): void {
    this.#text(String.fromCodePoint(codePoint), end);
  }

  onopentagname(start: number, end: number): void {
    this.#tag = { start: start - 1, name: this.#raw.slice(start, end).toLowerCase(), attributes: new Map() };
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#raw.slice(start, end).toLowerCase();
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#raw.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    this.#value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    const attributes = this.#tag?.attributes;
    if (attributes?.has(this.#attribute) === false) attributes.set(this.#attribute, this.#value);
  }

  onopentagend(end: number): void {
    const tag = this.#tag;
    if (tag === undefined) return;
    this.#tag = undefined;
    const { name, attributes } = tag;
    this.#add({ kind: 'open', name, attributes, raw: this.#raw.slice(tag.start, end + 1) }, end + 1);
  }

  onselfclosingtag(end: number): void {
    this.onopentagend(end);
  }

  onclosetag(start: number, end: number): void {
    const closed = this.#raw.indexOf('>', end);
    if (closed < 0) return;
    const raw = this.#raw.slice(start - 2, closed + 1);
    this.#add({ kind: 'close', name: this.#raw.slice(start, end).toLowerCase(), raw }, closed + 1);
  }

  oncomment(start: number, end: number): void {
    const isComment = this.#raw.slice(start - 4, start) === '<!--' && end < this.#raw.length;
    if (isComment) this.#done = end + 1;
    // The standard also calls other markup a comment, such as <?php ?>.
    else this.#until(end + 1);
  }

  oncdata(_start: number, end: number): void {
    this.#until(end + 1);
  }

  ondeclaration(_start: number, end: number): void {
    this.#until(end + 1);
  }

  onprocessinginstruction(_start: number, end: number): void {
    this.#until(end + 1);
  }

  onend(): void {
    this.#until(this.#raw.length);
  }

  /** Keeps everything up to a position as text. */
  #until(end: number): void {
    if (end > this.#done) this.#text(this.#raw.slice(this.#done, end), end);
  }

  #text(text: string, end: number): void {
    if (text !== '') this.#add({ kind: 'text', text }, end);
  }

  #add(piece: TagPiece, end: number): void {
    this.#pieces.push(piece);
    this.#done = Math.max(this.#done, end);
  }
}
