import { isRecord } from '../../../base/record';

type Fields = Readonly<Record<string, unknown>>;

/** An item of an envelope. */
export interface EnvelopeItem {
  readonly type: string;
  readonly payload: Buffer;
}

export interface Envelope {
  readonly header: Fields;
  readonly items: readonly EnvelopeItem[];
}

const NEWLINE = 10;
const MAX_ITEMS = 1_000;

/**
 * Parses an envelope of the public SDK protocol: a line of JSON, followed by items, each with a line of JSON
 * and a payload. A payload has the length given in its header, or ends at the next newline. Returns undefined
 * if the format is invalid.
 */
export function readEnvelope(bytes: Buffer): Envelope | undefined {
  const first = lineAt(bytes, 0);
  const header = objectOf(first.line);
  if (header === undefined) return undefined;
  const items: EnvelopeItem[] = [];
  let at = first.next;
  while (at < bytes.length && items.length < MAX_ITEMS) {
    const head = lineAt(bytes, at);
    at = head.next;
    if (head.line.length === 0) continue;
    const itemHeader = objectOf(head.line);
    if (itemHeader === undefined) return undefined;
    const { length } = itemHeader;
    const type = typeof itemHeader['type'] === 'string' ? itemHeader['type'] : '';
    if (typeof length === 'number') {
      if (!Number.isSafeInteger(length) || length < 0 || at + length > bytes.length) return undefined;
      items.push({ type, payload: bytes.subarray(at, at + length) });
      at += length;
      // A payload with a given length is followed by a newline or the end of the envelope.
      if (at < bytes.length && bytes[at] !== NEWLINE) return undefined;
      at++;
    } else {
      const { line, next } = lineAt(bytes, at);
      items.push({ type, payload: line });
      at = next;
    }
  }
  return { header, items };
}

/** Parses only the header, so that the rest of the envelope can be missing. */
export const readHeader = (bytes: Buffer): Fields | undefined => objectOf(lineAt(bytes, 0).line);

function lineAt(bytes: Buffer, from: number): { line: Buffer; next: number } {
  const end = bytes.indexOf(NEWLINE, from);
  if (end < 0) return { line: bytes.subarray(from), next: bytes.length };
  return { line: bytes.subarray(from, end), next: end + 1 };
}

/** Parses a JSON object; returns undefined for anything else. */
export function objectOf(text: Buffer): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text.toString('utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
