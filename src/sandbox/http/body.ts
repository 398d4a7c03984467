import type { IncomingMessage } from 'node:http';
import { isRecord } from '../../base/record';
import { pairsOf, treeOf } from './form';
import { partsOf } from './multipart';
import { refuse } from './reply';

/** Maximum size of a body in bytes. Larger than the longest description (1,048,576 characters) in UTF-8. */
const MAX_SIZE = 5 * 1024 * 1024;
/** Maximum size of a form, which can contain a file. The limit of the real service is configurable. */
const MAX_FORM_SIZE = 10 * 1024 * 1024;

/**
 * Without an encoding, a request returns bytes. It isn't destroyed when reading stops, because the response
 * needs its socket.
 */
const bytesOf = (request: IncomingMessage): AsyncIterable<Buffer> =>
  request.iterator({ destroyOnReturn: false });

/** Returns the body of a request. Responds with 413 if it has more than `most` bytes. */
export async function readBytes(request: IncomingMessage, most = MAX_SIZE): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of bytesOf(request)) {
      size += chunk.length;
      if (size > most) break;
      chunks.push(chunk);
    }
  } catch {
    // The client disconnected, so nothing is reported and the response isn't received.
    throw refuse.badRequest('the body ended early');
  }
  if (size > most) throw refuse.tooLarge();
  return Buffer.concat(chunks);
}

/**
 * Reads parameters from the body of a request: JSON, or a form in either encoding
 * (server-behavior.md#parameter-encoding).
 */
export async function readBody(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const declared = request.headers['content-type'] ?? 'application/x-www-form-urlencoded';
  const type = declared.split(';')[0]?.trim().toLowerCase() ?? '';
  const isForm = type === 'multipart/form-data';
  const bytes = await readBytes(request, isForm ? MAX_FORM_SIZE : MAX_SIZE);
  if (bytes.length === 0) return {};
  if (isForm) {
    const { fields, files } = partsOf(bytes, declared);
    return { ...treeOf(fields), ...Object.fromEntries(files) };
  }
  const text = bytes.toString('utf8');
  if (type === 'application/x-www-form-urlencoded') return treeOf(pairsOf(text));
  if (type !== 'application/json') throw refuse.wrongType(type);
  const value = parse(text);
  return isRecord(value) ? value : {};
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse.badRequest('message body does not match declared format');
  }
}
