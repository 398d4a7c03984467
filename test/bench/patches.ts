import type { FileDiff } from '../../src/domain/changes/file-diff';

/**
 * Typical lines of source code. They contain non-ASCII characters, so that the text uses two bytes per
 * character.
 */
const LINES = [
  "import { readFile } from 'node:fs/promises';",
  '',
  '/** Reads what is there — and tells what is not. */',
  'export async function readAll(paths: readonly string[]): Promise<readonly string[]> {',
  '  const texts: string[] = [];',
  '  for (const each of paths) {',
  '    if (each.startsWith("--- a/") || seen.has(each)) continue;',
  "    texts.push(await readFile(each, { encoding: 'utf8' }));",
  '  }',
  '  return texts.map((text) => text.trim()).filter((text) => text.length > 0);',
  '}',
];

export interface MadePatch {
  readonly text: string;
  readonly files: number;
  readonly added: number;
  readonly removed: number;
}

/**
 * Returns a patch with the given number of files and at least the given number of characters, mostly with
 * several hunks. It is the same in each run.
 */
export function patchOf(files: number, letters: number): MadePatch {
  const parts: string[] = [];
  let [added, removed, length] = [0, 0, 0];
  let seed = 1;
  const upTo = (most: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (seed >>> 8) % most;
  };
  const put = (part: string): void => {
    parts.push(part);
    length += part.length + 1;
  };
  for (let file = 0; file < files; file++) {
    const path = `packages/part-${file % 40}/src/module-${file % 300}/file-${file}.ts`;
    put(`diff --git a/${path} b/${path}`);
    if (file % 50 === 0) put(`old mode 100644\nnew mode 100755\nindex 1234567..89abcde`);
    else put('index 1234567..89abcde 100644');
    put(`--- a/${path}\n+++ b/${path}`);
    let [old, shift] = [1, 0];
    while (length < (letters / files) * (file + 1)) {
      const [gone, come] = [upTo(8), 1 + upTo(12)];
      old += 20 + upTo(100);
      put(
        `@@ -${old},${gone + 6} +${old + shift},${come + 6} @@ export async function readAll(paths: string[])`,
      );
      const lines = (sign: string, count: number): void => {
        for (let line = 0; line < count; line++) put(`${sign}${LINES[upTo(LINES.length)] ?? ''}`);
      };
      lines(' ', 3);
      lines('-', gone);
      lines('+', come);
      lines(' ', 3);
      old += gone + 6;
      shift += come - gone;
      added += come;
      removed += gone;
    }
  }
  return { text: `${parts.join('\n')}\n`, files, added, removed };
}

/** Checks that a parser's result matches the patch, because otherwise its speed is meaningless. */
export function checkRead(patch: MadePatch, read: readonly Pick<FileDiff, 'added' | 'removed'>[]): void {
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const counts = [read.length, sum(read.map(({ added }) => added)), sum(read.map(({ removed }) => removed))];
  if (counts.join() !== [patch.files, patch.added, patch.removed].join())
    throw new Error(`read ${counts.join()}`);
}
