import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MAX_FILES = 40;
const MAX_LINES = 300;
/** Recorded output and other test data aren't source files. */
const SOURCE = /\.(?:[cm]?[jt]s|css)$/;

const FILES = ['src', 'test', 'scripts'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    path.join(folder, name),
  ),
);

/** Returns the folders with more source files than allowed. */
function fullFolders(files: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const folder of files.filter((file) => SOURCE.test(file)).map((file) => path.dirname(file)))
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return [...counts].flatMap(([folder, count]) => (count > MAX_FILES ? [`${folder}: ${count} files`] : []));
}

describe('source files', () => {
  it(`don't exceed ${MAX_FILES} files in each folder`, () => {
    assert.ok(FILES.length > 1000);
    assert.deepEqual(fullFolders(FILES), []);
  });

  it('are counted by folder, without data', () => {
    const files = Array.from({ length: MAX_FILES }, (_, index) => `test/a/${index}.test.ts`);
    assert.deepEqual(fullFolders([...files, 'test/a/sample.txt', 'test/a/b/one.ts']), []);
    assert.deepEqual(fullFolders([...files, 'test/a/one.mjs']), [`test/a: ${MAX_FILES + 1} files`]);
  });

  it(`have at most ${MAX_LINES} lines in each style sheet (lint checks code)`, () => {
    const sheets = FILES.filter((file) => file.endsWith('.css'));
    assert.ok(sheets.length > 5);
    const lines = (file: string): number =>
      readFileSync(path.join(ROOT, file), 'utf8').trimEnd().split('\n').length;
    assert.deepEqual(
      sheets.filter((file) => lines(file) > MAX_LINES),
      [],
    );
  });
});
