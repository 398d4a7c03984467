import type { Client } from '../../api/client';
import { getJobTrace } from '../../api/endpoints/jobs';
import type { JobKey } from '../shared/keys';
import type { LogCache } from './cache';
import type { FileWriter } from './folder';
import { PlainTextLog } from './plain-text';
import { slicesOf } from './slices';

/** The raw log from the server, or its readable text. */
export type LogFormat = 'raw' | 'clean';

export interface SaveLogOptions {
  readonly key: JobKey;
  readonly format: LogFormat;
  readonly client: Client;
  readonly cache?: LogCache | undefined;
  /** Creates the file, which gets its name when it is complete. */
  readonly create: () => Promise<FileWriter>;
  readonly onProgress: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Writes a log of any size to a file while reading it. Returns the number of raw bytes. Leaves no file after
 * a failure.
 */
export async function saveLog(save: SaveLogOptions): Promise<number> {
  const writer = await save.create();
  try {
    const bytes = await writePieces(save, writer);
    await writer.commit();
    return bytes;
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

async function writePieces(
  { key, format, client, cache, onProgress, signal }: SaveLogOptions,
  writer: FileWriter,
): Promise<number> {
  const stored = await cache?.find(key);
  try {
    const args = { id: key.project, job_id: key.job };
    const pieces =
      stored?.read() ??
      (await client.stream(getJobTrace, args, { signal, maxBytes: Number.MAX_SAFE_INTEGER }));
    const clean = new PlainTextLog();
    const inFormat = (piece: Uint8Array): Uint8Array =>
      format === 'raw' ? piece : Buffer.from(clean.push(piece));
    let bytes = 0;
    for await (const piece of slicesOf(pieces)) {
      signal.throwIfAborted();
      bytes += piece.length;
      await writer.write(inFormat(piece));
      onProgress(bytes);
    }
    if (format === 'clean') await writer.write(Buffer.from(clean.end()));
    return bytes;
  } finally {
    await stored?.close();
  }
}

/** The suggested file name: `unit-tests-5012.log`, or for a raw log `unit-tests-5012.raw.log`. */
export function savedName(name: string, job: number, format: LogFormat): string {
  const plain = name
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 80);
  const front = plain === '' ? `job-${job}` : `${plain}-${job}`;
  return format === 'raw' ? `${front}.raw.log` : `${front}.log`;
}
