import assert from 'node:assert/strict';
import fc from 'fast-check';
import { baseName, FileTree, folderOf, sortedFiles } from '../../../src/domain/changes/file-tree';

const treeOf = (...paths: readonly string[]) => new FileTree(paths.map((path) => ({ path })));

/** Returns all rows with every folder expanded: names of folders by depth, then those of files. */
function drawn(tree: FileTree<{ readonly path: string }>, at = '', depth = 0): readonly string[] {
  const { folders, files } = tree.inside(at);
  return [
    ...folders.flatMap(({ path, name }) => [
      `${'  '.repeat(depth)}${name}/`,
      ...drawn(tree, path, depth + 1),
    ]),
    ...files.map(({ path }) => `${'  '.repeat(depth)}${baseName(path)}`),
  ];
}

const part = fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('a', 'b', '.', ' ', 'ü', '_') });
const paths = fc.uniqueArray(
  fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/')),
  { maxLength: 40 },
);

describe('tree of changed files', () => {
  it('has folders first, and joins folders that contain a single folder', () => {
    const tree = treeOf(
      'src/app/b.ts',
      'README.md',
      'src/app/a.ts',
      'docs/api/v4/jobs.md',
      'src/app/deep/x/y.ts',
    );
    assert.deepEqual(drawn(tree), [
      'docs/api/v4/',
      '  jobs.md',
      'src/app/',
      '  deep/x/',
      '    y.ts',
      '  a.ts',
      '  b.ts',
      'README.md',
    ]);
  });

  it('has names in natural order', () => {
    assert.deepEqual(drawn(treeOf('b9.ts', 'B10.ts', 'a.ts', 'c/1.ts', 'C2/1.ts')), [
      'c/',
      '  1.ts',
      'C2/',
      '  1.ts',
      'a.ts',
      'b9.ts',
      'B10.ts',
    ]);
    assert.deepEqual(
      sortedFiles([{ path: 'b/a.ts' }, { path: 'B/1.ts' }, { path: 'a/z.ts' }]).map(({ path }) => path),
      ['a/z.ts', 'B/1.ts', 'b/a.ts'],
    );
  });

  it('contains each file once, both when expanded and in lists of a folder', () => {
    fc.assert(
      fc.property(paths, (given) => {
        const tree = treeOf(...given);
        const found: string[] = [];
        const walk = (at: string): void => {
          const { folders, files } = tree.inside(at);
          found.push(...files.map(({ path }) => path));
          for (const { path } of folders) {
            const below = tree.below(path).map((file) => file.path);
            assert.deepEqual(below.sort(), given.filter((each) => each.startsWith(`${path}/`)).sort());
            walk(path);
          }
        };
        walk('');
        assert.deepEqual(found.sort(), [...given].sort());
        assert.deepEqual(tree.below('').length, given.length);
      }),
    );
  });

  it('has no folder that contains only a single folder', () => {
    fc.assert(
      fc.property(paths, (given) => {
        const tree = treeOf(...given);
        const walk = (at: string): void => {
          for (const { path } of tree.inside(at).folders) {
            const { folders, files } = tree.inside(path);
            assert.ok(files.length > 0 || folders.length > 1, path);
            walk(path);
          }
        };
        walk('');
      }),
    );
  });

  it('supports folders with empty names from a server', () => {
    const odd = ['/a/x', '/b/y', '//c//z', 'a//', '/', ''];
    const tree = treeOf(...odd);
    const found: string[] = [];
    const walk = (at: string, depth: number): void => {
      assert.ok(depth < 10);
      const { folders, files } = tree.inside(at);
      found.push(...files.map(({ path }) => path));
      for (const { path } of folders) walk(path, depth + 1);
    };
    walk('', 0);
    assert.deepEqual(found.sort(), [...odd].sort());
  });

  it('supports any names and very deep folders', () => {
    const deep = Array.from({ length: 5_000 }, (_, index) => (index % 2 === 0 ? 'a' : 'b')).join('/');
    const tree = treeOf('__proto__/constructor/x', `${deep}/file`, `${deep}/b/file`);
    assert.deepEqual(tree.inside('__proto__/constructor').files, [{ path: '__proto__/constructor/x' }]);
    assert.equal(tree.below('').length, 3);
    assert.deepEqual(tree.inside('nowhere'), { folders: [], files: [] });
    assert.equal(folderOf('x'), '');
  });
});
