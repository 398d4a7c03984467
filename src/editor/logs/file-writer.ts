import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import type { FileWriter } from '../../app/logs/folder';

/** Pieces are put together up to this size before they go to the disk. */
const BLOCK_BYTES = 1_000_000;

/** Ending of files that are not complete. */
export const UNFINISHED = '.part';

/** A file that appears under its name only when it is complete, in place of one that was there. */
export async function fileWriter(path: string, mode: number): Promise<FileWriter> {
  const part = `${path}.${randomBytes(6).toString('hex')}${UNFINISHED}`;
  const file = await open(part, 'wx', mode);
  let block: Uint8Array[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    if (length === 0) return;
    const bytes = Buffer.concat(block);
    block = [];
    length = 0;
    await file.writeFile(bytes);
  };
  let open_ = true;
  const close = async (): Promise<void> => {
    if (!open_) return;
    open_ = false;
    await file.close();
  };
  return {
    write: async (bytes) => {
      block.push(bytes);
      length += bytes.length;
      if (length >= BLOCK_BYTES) await flush();
    },
    commit: async () => {
      await flush();
      await close();
      await rename(part, path);
    },
    abort: async () => {
      block = [];
      length = 0;
      await close();
      await rm(part, { force: true });
    },
  };
}
