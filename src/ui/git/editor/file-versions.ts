import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GitFailed, safePath } from '../../../app/shared/git-port';
import type { RunGitBytes } from './program';

/** Versions of a file with conflicts, by git's names. */
export type FileVersion = 'base' | 'ours' | 'theirs';

const STAGES: Readonly<Record<FileVersion, string>> = { base: '1', ours: '2', theirs: '3' };

/**
 * Writes a version of a file to a folder, with the line ends and encoding of the working tree, and returns its path.
 * Writes an empty file if the version doesn't exist, for example because both branches added the file.
 */
export async function writeVersion(
  git: RunGitBytes,
  folder: string,
  file: string,
  version: FileVersion,
): Promise<string> {
  const target = path.join(folder, safePath(file));
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, await contentOf(git, `:${STAGES[version]}:${file}`));
  return target;
}

async function contentOf(git: RunGitBytes, name: string): Promise<Buffer> {
  try {
    return await git(['cat-file', '--filters', name]);
  } catch (error) {
    if (error instanceof GitFailed) return Buffer.alloc(0);
    throw error;
  }
}
