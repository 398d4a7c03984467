import assert from 'node:assert/strict';
import type { FileDiff } from '../../../src/domain/changes/file-diff';
import type { ChangeComparison, ReviewFile } from '../../../src/domain/changes/review-file';
import { walkOrder } from '../../../src/domain/changes/walk-order';

const file = (
  path: string,
  more: { generated?: boolean; comparison?: ChangeComparison } = {},
): ReviewFile => {
  const diff: FileDiff = {
    oldPath: path,
    newPath: path,
    oldMode: '100644',
    newMode: '100644',
    change: 'modified',
    binary: false,
    added: 1,
    removed: 1,
    text: '',
    hunks: [],
  };
  return {
    path,
    diff,
    generated: more.generated ?? false,
    withheld: undefined,
    patchKey: path,
    comparison: more.comparison,
  };
};
const FILES = [
  file('README.md'),
  file('package-lock.json', { generated: true }),
  file('src/b.ts'),
  file('src/app/deep/z.ts'),
  file('src/app/a.ts'),
  file('docs/moved.md', { comparison: 'rebased' }),
];
const walked = (
  layout: 'tree' | 'list',
  generated: (path: string) => boolean | undefined = () => undefined,
) => walkOrder(FILES, { layout, generated }).map(({ path }) => path);

describe('order of changed files', () => {
  it('follows the tree: folders first, generated files last, without files that were only rebased', () => {
    const expected = ['src/app/deep/z.ts', 'src/app/a.ts', 'src/b.ts', 'README.md', 'package-lock.json'];
    assert.deepEqual(walked('tree'), expected);
  });

  it('follows the list', () => {
    const [last, ...rest] = walked('list').reverse();
    assert.equal(last, 'package-lock.json');
    assert.deepEqual(rest.reverse(), ['README.md', 'src/app/a.ts', 'src/app/deep/z.ts', 'src/b.ts']);
  });

  it("uses the user's setting for generated files", () => {
    const own = (path: string): boolean | undefined =>
      path === 'src/b.ts' ? true : path.endsWith('.json') ? false : undefined;
    assert.deepEqual(walked('tree', own).slice(-3), ['package-lock.json', 'README.md', 'src/b.ts']);
  });
});
