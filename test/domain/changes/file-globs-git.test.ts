import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { globs } from '../../../src/domain/changes/file-globs';

/** Common patterns and edge cases of Git's syntax. */
const PATTERNS = [
  ['dist'],
  ['dist/'],
  ['/dist'],
  ['src/gen'],
  ['src/gen/'],
  ['gen/**'],
  ['**/gen'],
  ['**/gen/*.ts'],
  ['src/**/x.ts'],
  ['src/**'],
  ['**'],
  ['*'],
  ['*/'],
  ['src/*'],
  ['s**c/a'],
  ['*.lock', '!yarn.lock'],
  ['dist', '!dist/keep.ts'],
  ['dist/*', '!dist/keep.ts'],
  ['!*.ts', '*.ts'],
  ['[ab].ts', '[!a-c].lock', '[^a]/x.ts'],
  ['[[:digit:]].ts', '[]a].ts'],
  ['[a', 'a]'],
  ['#dist', '\\#dist', '\\!a.ts'],
  ['a.ts ', 'b.ts\\ '],
  ['\\d\\i\\s\\t', 'a\\'],
  ['src/?en'],
  ['/*', '!/src'],
  ['/*', '!/src/'],
  ['a/**/b/**/c'],
  ['**/'],
  ['***/a.ts'],
  ['src/***'],
  ['x.TS'],
];
const PATHS = [
  ...[
    'a.ts',
    'b.ts',
    'b.ts ',
    'x.ts',
    '1.ts',
    '].ts',
    '[a',
    'a]',
    'a\\',
    '#dist',
    '!a.ts',
    'yarn.lock',
    'a.lock',
    'd.lock',
  ],
  ...[
    'dist',
    'dist/a.ts',
    'dist/keep.ts',
    'dist/a/b.ts',
    'src/dist/a.ts',
    'src/dist',
    'gen/x.ts',
    'gen/a/x.ts',
  ],
  ...[
    'src/gen',
    'src/gen/a.ts',
    'src/gen/a/b.ts',
    'src/x.ts',
    'src/a/x.ts',
    'src/a/b/x.ts',
    'src/a',
    'ssc/a',
    'b/x.ts',
  ],
  ...['a/b/c', 'a/x/b/y/c', 'a/x/b/y/z/c/d', 'lib/src/gen/a.ts', 'lib/src/x.ts'],
];

describe('patterns for generated files compared with Git', () => {
  let repository: string;
  before(() => {
    repository = mkdtempSync(path.join(tmpdir(), 'sy-globs-'));
    execFileSync('git', ['init', '-q'], { cwd: repository });
  });
  after(() => {
    rmSync(repository, { recursive: true });
  });

  /** Returns the paths that Git ignores with these patterns. */
  function ignored(patterns: readonly string[], paths: readonly string[]): string[] {
    writeFileSync(path.join(repository, '.gitignore'), patterns.map((each) => `${each}\n`).join(''));
    const output = spawnSync('git', ['check-ignore', '--no-index', '-v', '-n', '-z', '--stdin'], {
      cwd: repository,
      input: paths.map((each) => `${each}\0`).join(''),
    }).stdout.toString();
    const fields = output.split('\0');
    const found: string[] = [];
    for (let at = 0; at + 3 < fields.length; at += 4) {
      const [source = '', , pattern = '', name = ''] = fields.slice(at, at + 4);
      if (source !== '' && !pattern.startsWith('!')) found.push(name);
    }
    return found;
  }
  const taken = (patterns: readonly string[], paths: readonly string[]): string[] => {
    const matches = globs(patterns);
    return paths.filter((each) => matches(each) === true);
  };

  for (const patterns of PATTERNS)
    it(`match the paths that Git ignores: ${patterns.join(' and ')}`, () => {
      assert.deepEqual(taken(patterns, PATHS), ignored(patterns, PATHS));
    });

  it('match the paths that Git ignores for any patterns', () => {
    const piece = fc.constantFrom('a', 'b', '*', '**', '?', '/', '/', '[ab]', '[!a]', '!', '.', '\\a', ' ');
    const pattern = fc
      .array(piece, { minLength: 1, maxLength: 7 })
      .map((pieces) => pieces.join(''))
      // Git removes the text before the first star and then treats `a**/` like `**/`, which contradicts its
      // manual.
      .filter((text) => !/[^/*]\*{2,}\//.test(text));
    const part = fc.constantFrom('a', 'b', 'ab', 'ba', 'a.b', '.a', 'c');
    const file = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(
        fc.array(pattern, { minLength: 1, maxLength: 4 }),
        fc.uniqueArray(file, { minLength: 10, maxLength: 30 }),
        (patterns, paths) => {
          assert.deepEqual(taken(patterns, paths), ignored(patterns, paths));
        },
      ),
      { numRuns: 150 },
    );
  });
});
