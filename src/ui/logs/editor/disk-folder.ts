import { chmod, type FileHandle, mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { FolderFile, LogFolder, OpenFile } from '../../../app/logs/folder';
import { fileWriter, UNFINISHED } from './file-writer';

/** Only the user can access the folder and its files. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

const BLOCK_BYTES = 256 * 1024;
/** Milliseconds after which unfinished files, for example of a crashed window, are removed. */
const LEFT_BEHIND_MS = 24 * 60 * 60_000;

/** A folder on the disk, created with its first file. */
export function diskFolder(folder: string): LogFolder {
  let ready: Promise<void> | undefined;
  const prepare = async (): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    await chmod(folder, FOLDER_MODE);
    const old = (await filesOf(folder)).filter(
      ({ name, usedAt }) => name.endsWith(UNFINISHED) && usedAt < Date.now() - LEFT_BEHIND_MS,
    );
    for (const { name } of old) await rm(path.join(folder, name), { force: true });
  };
  return {
    list: () => filesOf(folder),
    open: (name) => openFile(path.join(folder, name)),
    create: async (name) => {
      ready ??= prepare().catch((error: unknown) => {
        ready = undefined; // The next call retries.
        throw error;
      });
      await ready;
      return fileWriter(path.join(folder, name), FILE_MODE);
    },
    touch: async (name) => {
      const now = new Date();
      await utimes(path.join(folder, name), now, now);
    },
    remove: (name) => rm(path.join(folder, name), { force: true }),
  };
}

async function filesOf(folder: string): Promise<readonly FolderFile[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const files = await Promise.all(
    names.map(async (name) => {
      try {
        const { size, mtimeMs } = await stat(path.join(folder, name));
        return [{ name, bytes: size, usedAt: mtimeMs }];
      } catch {
        return []; // Another window removed the file in the meantime.
      }
    }),
  );
  return files.flat();
}

async function openFile(name: string): Promise<OpenFile | undefined> {
  try {
    return await opened(await open(name, 'r'));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function opened(file: FileHandle): Promise<OpenFile> {
  const { size } = await file.stat();
  async function* read(from: number, to: number): AsyncGenerator<Uint8Array> {
    for (let at = from; at < to;) {
      const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, to - at));
      const { bytesRead } = await file.read(block, 0, block.length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield block.subarray(0, bytesRead);
    }
  }
  return { bytes: size, read, close: () => file.close() };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
