import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  ArtifactTree,
  isSafeArtifactPath,
  MAX_ARCHIVE_ENTRIES,
} from '../../../src/domain/jobs/artifact-tree';
import { hasArchive } from '../../../src/domain/jobs/artifacts';
import { growthOf } from '../../builders/growth';

const treeOf = (names: readonly string[], attributes = 0): ArtifactTree => {
  const tree = new ArtifactTree();
  for (const name of names) tree.add({ name, size: 1, attributes });
  return tree;
};
const namesIn = (tree: ArtifactTree, folder = ''): string[] | undefined =>
  tree.list(folder)?.items.map(({ name, kind }) => (kind === 'folder' ? `${name}/` : name));

describe('tree of an archive', () => {
  it('lists folders first, then by name with numbers', () => {
    const tree = treeOf(['b.txt', 'part10.txt', 'part9.txt', 'z/a.txt', 'a/deep/er/x', 'empty/']);
    assert.deepEqual(namesIn(tree), ['a/', 'empty/', 'z/', 'b.txt', 'part9.txt', 'part10.txt']);
    assert.deepEqual(namesIn(tree, 'a/deep'), ['er/']);
    assert.deepEqual(namesIn(tree, 'empty'), []);
    assert.equal(namesIn(tree, 'a/deep/er/x'), undefined);
    assert.equal(namesIn(tree, 'none'), undefined);
    assert.deepEqual(tree.item('a/deep/er/x'), { name: 'x', path: 'a/deep/er/x', kind: 'file', size: 1 });
  });

  it('counts unsafe paths instead of adding them', () => {
    const unsafe = [
      '/etc/passwd',
      '../up',
      'a/../../up',
      'a/./b',
      'a//b',
      String.raw`..\up`,
      String.raw`C:\x`,
      'c:/x',
      'line\nbreak',
      'nul\0',
      '',
      '/',
      `${'a/'.repeat(50)}b`,
      'n'.repeat(2_000),
    ];
    const tree = treeOf(['ok.txt', ...unsafe]);
    assert.deepEqual(namesIn(tree), ['ok.txt']);
    assert.equal(tree.list('')?.hidden, unsafe.length);
  });

  it('counts links and other special files', () => {
    for (const type of [0o120000, 0o020000, 0o060000, 0o010000, 0o140000])
      assert.equal(treeOf(['link'], (type << 16) >>> 0).list('')?.hidden, 1);
    assert.deepEqual(namesIn(treeOf(['file'], (0o100755 << 16) >>> 0)), ['file']);
  });

  it('keeps the first of several entries with the same path', () => {
    const tree = treeOf(['a', 'b/c', 'a', 'a/below', 'b']);
    assert.deepEqual(namesIn(tree), ['b/', 'a']);
    assert.equal(tree.list('')?.hidden, 3);
  });

  it('accepts the same folder several times', () => {
    assert.equal(treeOf(['a/', 'a/b', 'a/']).list('')?.hidden, 0);
  });

  it('has no items from names such as __proto__', () => {
    const tree = treeOf(['__proto__/constructor', 'toString']);
    assert.deepEqual(namesIn(tree), ['__proto__/', 'toString']);
    assert.equal(tree.item('hasOwnProperty'), undefined);
  });

  it('contains only safe paths, each below its folder', () => {
    const name = fc.string({ unit: fc.constantFrom('a', '/', '.', '\\', '\0', ':'), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 20 }), (names) => {
        const tree = treeOf(names);
        const walk = (folder: string): void => {
          for (const item of tree.list(folder)?.items ?? []) {
            assert.equal(item.path, folder === '' ? item.name : `${folder}/${item.name}`);
            assert.ok(isSafeArtifactPath(item.path));
            if (item.kind === 'folder') walk(item.path);
          }
        };
        walk('');
      }),
    );
  });
});

describe('cost of the tree of an archive', () => {
  const ratio = (nameOf: (index: number) => string): number =>
    growthOf(
      (size) => Array.from({ length: size }, (_, index) => nameOf(index)),
      MAX_ARCHIVE_ENTRIES / 20,
      (names) => treeOf(names),
    );

  for (const [what, nameOf] of Object.entries({
    'in one folder': (index: number) => `file-${index}.txt`,
    'in deep folders': (index: number) => `${'d/'.repeat(30)}${index % 97}/${index}`,
    'with the same name': () => 'same',
  }))
    it(`grows linearly with the number of entries ${what}`, () => {
      assert.ok(ratio(nameOf) < 8);
    });
});

describe('archive of a job', () => {
  const now = Date.parse('2026-11-05T12:00:00Z');
  const archive = [{ file_type: 'archive' }];

  it('exists until it expires', () => {
    assert.ok(hasArchive({ artifacts: archive }, now));
    assert.ok(hasArchive({ artifacts_file: { filename: 'artifacts.zip' } }, now));
    assert.ok(hasArchive({ artifacts: archive, artifacts_expire_at: '2026-11-05T12:00:01Z' }, now));
    assert.ok(!hasArchive({ artifacts: archive, artifacts_expire_at: '2026-11-05T12:00:00Z' }, now));
    assert.ok(!hasArchive({ artifacts: [{ file_type: 'junit' }, { file_type: 'trace' }] }, now));
    assert.ok(!hasArchive({ artifacts: null, artifacts_file: null }, now));
  });
});
