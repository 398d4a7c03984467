import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import type { FileWriter } from '../../../app/logs/folder';

/** Size up to which chunks are buffered before they are written. */
const BLOCK_BYTES = 1_000_000;

/** Suffix of incomplete files. */
export const UNFINISHED = '.part';

/** Permissions of a file that the user saves: the default ones, restricted by the umask. */
const SAVED_MODE = 0o666;

/** Writes a file that the user saves. */
export const savedFile = (path: string): Promise<FileWriter> => fileWriter(path, SAVED_MODE);

/** Writes a file under a temporary name. `commit` renames it, replacing an existing file. */
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
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
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
