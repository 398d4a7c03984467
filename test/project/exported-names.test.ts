import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DECLARATION =
  /^export (?:abstract |async )*(?:function\*?|class|interface|type|const|let|enum) ([\w$]+)/gm;

/**
 * Returns the program of a file in `src`. The sandbox has its own model of the data, because its responses
 * must be able to differ from the client's schemas, and the script of a page has its own names.
 */
const programOf = (file: string): string => /^src[\\/](sandbox|webviews)[\\/]/.exec(file)?.[1] ?? 'extension';

/** Returns names that several modules of one program declare, with these modules. */
function ambiguousNames(files: readonly (readonly [file: string, text: string])[]): readonly string[] {
  const modules = new Map<string, Set<string>>();
  for (const [file, text] of files)
    for (const [, name = ''] of text.matchAll(DECLARATION)) {
      const key = `${programOf(file)}: ${name}`;
      modules.set(key, (modules.get(key) ?? new Set()).add(file));
    }
  return [...modules].flatMap(([key, found]) =>
    found.size > 1 ? [`${key} (${[...found].join(', ')})`] : [],
  );
}

describe('exported names', () => {
  it('are declared by only one module of a program', () => {
    const files = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => path.join('src', file));
    assert.ok(files.length > 500);
    assert.deepEqual(
      ambiguousNames(files.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')])),
      [],
    );
  });

  it('are found if two modules declare the same name', () => {
    const found = ambiguousNames([
      ['src/app/a.ts', 'export const nameOf = 1;\nexport type Same = string;'],
      ['src/app/b.ts', 'export async function nameOf() {}\nconst Same = 1;'],
      ['src/sandbox/c.ts', 'export class Same {}'],
    ]);
    assert.deepEqual(found, ['extension: nameOf (src/app/a.ts, src/app/b.ts)']);
  });
});
