import type { Client } from '../../api/client';
import { getJobTrace } from '../../api/endpoints/jobs';
import type { JobKey } from '../shared/keys';
import type { LogCache } from './cache';
import type { FileWriter } from './folder';
import { PlainTextLog } from './plain-text';
import { slicesOf } from './slices';

/** As the server has it, or as a person reads it. */
export type SavedForm = 'raw' | 'clean';

export interface SaveLog {
  readonly key: JobKey;
  readonly form: SavedForm;
  readonly client: Client;
  readonly cache?: LogCache | undefined;
  /** Makes the file; it stays away until it is complete. */
  readonly create: () => Promise<FileWriter>;
  readonly onProgress: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/** Writes a log of any size to a file as its bytes come; gives how many raw bytes it had. A failure leaves no file. */
export async function saveLog(save: SaveLog): Promise<number> {
  const writer = await save.create();
  try {
    const bytes = await pour(save, writer);
    await writer.commit();
    return bytes;
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

async function pour(
  { key, form, client, cache, onProgress, signal }: SaveLog,
  writer: FileWriter,
): Promise<number> {
  const stored = await cache?.find(key);
  try {
    const args = { id: key.project, job_id: key.job };
    const pieces =
      stored?.read() ??
      (await client.stream(getJobTrace, args, { signal, maxBytes: Number.MAX_SAFE_INTEGER }));
    const clean = new PlainTextLog();
    const asForm = (piece: Uint8Array): Uint8Array =>
      form === 'raw' ? piece : Buffer.from(clean.push(piece));
    let bytes = 0;
    for await (const piece of slicesOf(pieces)) {
      signal.throwIfAborted();
      bytes += piece.length;
      await writer.write(asForm(piece));
      onProgress(bytes);
    }
    if (form === 'clean') await writer.write(Buffer.from(clean.end()));
    return bytes;
  } finally {
    await stored?.close();
  }
}

/** The name that a saved log is offered: `unit-tests-5012.log`, raw `unit-tests-5012.raw.log`. */
export function savedName(name: string, job: number, form: SavedForm): string {
  const plain = name
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 80);
  const front = plain === '' ? `job-${job}` : `${plain}-${job}`;
  return form === 'raw' ? `${front}.raw.log` : `${front}.log`;
}
