import assert from 'node:assert/strict';
import type { FileChange, FileDiff } from '../../../src/domain/changes/file-diff';
import type { ChangeComparison } from '../../../src/domain/changes/review-file';
import { diffTitle } from '../../../src/presentation/changes/diff-title';
import { sidesOf } from '../../../src/presentation/changes/sides';

const mergeRequest = { base: 'https://git.example.com', project: 1, iid: 12 };
const sha = (digit: string): string => digit.repeat(40);
const refs = { base: sha('b'), start: sha('b'), head: sha('c') };
const fromRefs = { base: sha('1'), start: sha('1'), head: sha('2') };
const diff = (change: FileChange, oldPath = 'a.ts', newPath = oldPath): FileDiff => ({
  ...{ oldPath, newPath, change, oldMode: undefined, newMode: undefined },
  ...{ binary: false, added: 0, removed: 0, text: '', hunks: [] },
});
const brief = (sides: ReturnType<typeof sidesOf>) =>
  [sides.old, sides.new].map(({ side, form, path, from, to }) =>
    [side, form, path, from[0], to[0]].join(' '),
  );

describe('sides of a file diff', () => {
  it('are the base and the head of a version', () => {
    const of = (change: FileChange, from?: string, to?: string) =>
      brief(sidesOf({ mergeRequest, refs, fromRefs: undefined }, { diff: diff(change, from, to) }));
    assert.deepEqual(of('modified'), ['old file a.ts b c', 'new file a.ts b c']);
    assert.deepEqual(of('added'), ['old empty a.ts b c', 'new file a.ts b c']);
    assert.deepEqual(of('deleted'), ['old file a.ts b c', 'new empty a.ts b c']);
    assert.deepEqual(of('renamed', 'x.ts', 'y.ts'), ['old file x.ts b c', 'new file y.ts b c']);
  });

  it('are two heads for a comparison of versions, with the older one applied to the newer base', () => {
    const of = (comparison: ChangeComparison, now: FileDiff, before?: FileDiff) =>
      brief(sidesOf({ mergeRequest, refs, fromRefs }, { diff: now, comparison, before }));
    assert.deepEqual(of('changed', diff('renamed', 'x.ts', 'z.ts'), diff('renamed', 'x.ts', 'y.ts')), [
      'old rebased y.ts 2 c',
      'new file z.ts 2 c',
    ]);
    assert.deepEqual(of('new', diff('modified')), ['old rebased a.ts 2 c', 'new file a.ts 2 c']);
    assert.deepEqual(of('new', diff('added')), ['old empty a.ts 2 c', 'new file a.ts 2 c']);
    assert.deepEqual(of('gone', diff('added')), ['old rebased a.ts 2 c', 'new empty a.ts 2 c']);
    assert.deepEqual(of('gone', diff('renamed', 'x.ts', 'y.ts')), [
      'old rebased y.ts 2 c',
      'new file x.ts 2 c',
    ]);
    assert.deepEqual(of('gone', diff('deleted')), ['old empty a.ts 2 c', 'new file a.ts 2 c']);
    assert.deepEqual(of('changed', diff('deleted'), diff('modified')), [
      'old rebased a.ts 2 c',
      'new empty a.ts 2 c',
    ]);
  });

  it('are named in the title', () => {
    assert.equal(diffTitle('a.ts', 12, undefined, 3), 'a.ts (!12 base ↔ version 3)');
    assert.equal(diffTitle('a.ts', 12, 2, 3), 'a.ts (!12 version 2 ↔ version 3)');
    assert.equal(diffTitle('a.ts', 12, undefined, undefined), 'a.ts (!12)');
  });
});
