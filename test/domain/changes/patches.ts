import assert from 'node:assert/strict';
import type { FileDiff } from '../../../src/domain/changes/file-diff';
import { linesOfHunk } from '../../../src/domain/changes/hunk-lines';
import { readPatch } from '../../../src/domain/changes/patch-reader';

export const patch = (...lines: string[]): string => `${lines.join('\n')}\n`;
/** Returns the only file of a patch. */
export const only = (text: string): FileDiff => {
  const files = readPatch(text);
  assert.equal(files.length, 1);
  const [file] = files;
  assert.ok(file);
  return file;
};
const signs = { same: ' ', added: '+', removed: '-' };
/** Returns the lines of a file with their signs, as in the patch. */
export const linesIn = (file: FileDiff): string[] =>
  file.hunks.flatMap((hunk) => linesOfHunk(file, hunk).map(({ kind, text }) => `${signs[kind]}${text}`));
export const paths = (text: string): string[] =>
  readPatch(text).map(({ oldPath, newPath }) => (oldPath === newPath ? newPath : `${oldPath} => ${newPath}`));
