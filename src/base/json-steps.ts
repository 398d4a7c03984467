import type { Steps } from './slices';

/** Maximum number of bytes that are parsed in one step, except for single texts and numbers. */
const MAX_AT_ONCE = 256 * 1024;
/** Number of bytes that are searched for the end of a list or object in one step. */
const MAX_SEARCHED = 512 * 1024;

/** Number of nested lists and objects that are split. Each is searched again, so that more would take too long. */
const MAX_DEPTH = 8;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Parses JSON in steps, with the result of `JSON.parse`: lists and objects that are too large for one step are split.
 * @throws SyntaxError if the bytes aren't valid JSON.
 */
export const jsonSteps = (bytes: Uint8Array): Steps<unknown> => valueOf(bytes, 0);

function* valueOf(bytes: Uint8Array, depth: number): Steps<unknown> {
  const first = bytes.findIndex((byte) => !isSpace(byte));
  const kind = bytes[first];
  const isSplit = bytes.length > MAX_AT_ONCE && depth < MAX_DEPTH && (kind === LIST || kind === OBJECT);
  if (!isSplit) return parsed(bytes);
  const chunks = yield* chunksIn(bytes, first);
  return yield* kind === LIST ? listOf(chunks, depth + 1) : objectOf(chunks, depth + 1);
}

/** Consecutive elements or members, without the commas around them. */
interface Chunk {
  readonly bytes: Uint8Array;
  /** True for one element or member that is too large for one step. */
  readonly isLarge: boolean;
}

function* listOf(chunks: readonly Chunk[], depth: number): Steps<unknown[]> {
  const list: unknown[] = [];
  for (const { bytes, isLarge } of chunks) {
    if (isLarge) list.push(yield* valueOf(bytes, depth));
    else for (const each of elementsOf(bytes)) list.push(each);
    yield;
  }
  return list;
}

function* objectOf(chunks: readonly Chunk[], depth: number): Steps<Record<string, unknown>> {
  const object: Record<string, unknown> = {};
  for (const { bytes, isLarge } of chunks) {
    if (isLarge) {
      const colon = bytes.indexOf(COLON, endOfText(bytes, bytes.indexOf(QUOTE)));
      if (colon < 0) throw new SyntaxError('A member has no name.');
      // The name is parsed as a member, so that nothing else can precede the colon.
      const [member] = membersOf(Buffer.concat([bytes.subarray(0, colon + 1), Buffer.from('0')]));
      if (member === undefined) throw new SyntaxError('A member has no name.');
      setMember(object, [member[0], yield* valueOf(bytes.subarray(colon + 1), depth)]);
    } else for (const member of membersOf(bytes)) setMember(object, member);
    yield;
  }
  return object;
}

/** Sets a member as `JSON.parse` does: `__proto__` is a name like others. */
function setMember(object: Record<string, unknown>, [name, value]: readonly [string, unknown]): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
}

/**
 * Splits the list or object that starts at `first` into chunks.
 * @throws SyntaxError if it doesn't end, or anything but white space follows it.
 */
function* chunksIn(bytes: Uint8Array, first: number): Steps<readonly Chunk[]> {
  const chunks: Chunk[] = [];
  let start = first + 1;
  /** Start of the next element. */
  let next = start;
  const endChunk = (): void => {
    const chunk = bytes.subarray(start, next - 1);
    chunks.push({ bytes: chunk, isLarge: chunk.length > MAX_AT_ONCE });
    start = next;
  };
  const endElement = (at: number): void => {
    if (next > start && at - start > MAX_AT_ONCE) endChunk();
    next = at + 1;
  };
  let depth = 0;
  let pause = first + MAX_SEARCHED;
  let at = first;
  for (; at < bytes.length; at++) {
    if (at >= pause) {
      yield;
      pause = at + MAX_SEARCHED;
    }
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === LIST || byte === OBJECT) depth++;
    else if (byte === LIST_END || byte === OBJECT_END) {
      if (--depth === 0) break;
    } else if (byte === COMMA && depth === 1) endElement(at);
  }
  const isClosed = bytes[at] === (bytes[first] === LIST ? LIST_END : OBJECT_END);
  if (!isClosed || !bytes.subarray(at + 1).every(isSpace)) throw new SyntaxError('The JSON is incomplete.');
  endElement(at);
  endChunk();
  // A single chunk without elements is an empty list or object.
  if (chunks.length > 1 && chunks.some((chunk) => chunk.bytes.every(isSpace)))
    throw new SyntaxError('An element is missing.');
  return chunks;
}

/** Returns the position of the closing quote of a text; the length of the bytes if it has none. */
function endOfText(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(QUOTE, start + 1); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (bytes[at - 1 - escapes] === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return bytes.length;
}

/** True for the white space of JSON. */
export const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

function parsed(bytes: Uint8Array): unknown {
  const value: unknown = JSON.parse(textOf(bytes));
  return value;
}

function elementsOf(bytes: Uint8Array): readonly unknown[] {
  const list: unknown = JSON.parse(`[${textOf(bytes)}]`);
  return Array.isArray(list) ? list : [];
}

function membersOf(bytes: Uint8Array): [string, unknown][] {
  const object: unknown = JSON.parse(`{${textOf(bytes)}}`);
  return typeof object === 'object' && object !== null ? Object.entries(object) : [];
}

const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
