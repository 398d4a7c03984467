import assert from 'node:assert/strict';
import { countLines, groupChanges } from '../../../src/domain/changes/change-groups';
import {
  extensionOf,
  filterChoices,
  filtered,
  isFiltering,
  NO_CHANGE_FILTER,
} from '../../../src/domain/changes/file-filter';
import { changedFile } from '../../builders/changed-files';

const files = [
  changedFile('src/cart/price.ts'),
  changedFile('src/cart/Price.test.ts', { diff: { change: 'added' } }),
  changedFile('docs/prices.md', { diff: { change: 'renamed', oldPath: 'docs/money.md' } }),
  changedFile('Makefile', { diff: { change: 'deleted' } }),
];
const shown = (filter: Partial<typeof NO_CHANGE_FILTER>, viewed: readonly string[] = []): readonly string[] =>
  filtered(files, { ...NO_CHANGE_FILTER, ...filter }, ({ path }) => viewed.includes(path)).map(
    ({ path }) => path,
  );

describe('changed files filter', () => {
  it('includes all files if nothing is selected', () => {
    assert.ok(!isFiltering(NO_CHANGE_FILTER) && !isFiltering({ ...NO_CHANGE_FILTER, text: '  ' }));
    assert.equal(shown({}).length, files.length);
  });

  it('matches every word of the text in the new or old path', () => {
    assert.deepEqual(shown({ text: 'PRICE src' }), ['src/cart/price.ts', 'src/cart/Price.test.ts']);
    assert.deepEqual(shown({ text: 'money' }), ['docs/prices.md']);
    assert.deepEqual(shown({ text: 'nothing' }), []);
  });

  it('filters by status, extension, and viewed state', () => {
    assert.deepEqual(shown({ statuses: ['added', 'deleted'] }), ['src/cart/Price.test.ts', 'Makefile']);
    assert.deepEqual(shown({ extensions: ['.ts', ''] }, []).length, 3);
    assert.deepEqual(shown({ unviewed: true, extensions: ['.ts'] }, ['src/cart/price.ts']), [
      'src/cart/Price.test.ts',
    ]);
  });

  it('offers the existing values, most frequent first', () => {
    assert.deepEqual(filterChoices(files), {
      statuses: [
        ['added', 1],
        ['deleted', 1],
        ['modified', 1],
        ['renamed', 1],
      ],
      extensions: [
        ['.ts', 2],
        ['', 1],
        ['.md', 1],
      ],
    });
    assert.deepEqual(['a/.gitignore', 'a.b/c', 'X.TS', 'x.'].map(extensionOf), ['', '', '.ts', '.']);
  });
});

describe('groups of changed files', () => {
  it('contain written files, generated files, and files that were only rebased', () => {
    const given = [
      changedFile('a.ts'),
      changedFile('yarn.lock'),
      changedFile('made.ts', { generated: true }),
      changedFile('kept.ts', { generated: true }),
      changedFile('moved.lock', { comparison: 'rebased' }),
    ];
    const own = (path: string): boolean | undefined =>
      path.endsWith('.lock') ? true : path === 'kept.ts' ? false : undefined;
    const { files: written, generated, rebased } = groupChanges(given, own);
    assert.deepEqual(
      [written, generated, rebased].map((group) => group.map(({ path }) => path)),
      [['a.ts', 'kept.ts'], ['yarn.lock', 'made.ts'], ['moved.lock']],
    );
  });

  it('contain the sum of the lines of their files', () => {
    const given = [
      changedFile('a', { diff: { added: 2, removed: 1 } }),
      changedFile('b', { diff: { added: 3 } }),
    ];
    assert.deepEqual(countLines(given), { added: 5, removed: 1 });
  });
});
