import assert from 'node:assert/strict';
import { mergedShaOf } from '../../../src/domain/merge-requests/facts';
import { leftSentence } from '../../../src/presentation/git/check-out-messages';

describe('offer to delete the local branch', () => {
  const left = { branch: 'fix/a', isCurrent: false, target: 'main' };
  const [merge, squash, head] = ['a', 'b', 'c'].map((digit) => digit.repeat(40));

  it('names the commit of the merge, and what happens to the checked-out branch', () => {
    assert.equal(
      leftSentence(7, merge, left),
      '!7 was merged as aaaaaaaa. Its local branch fix/a is fully merged and can be deleted.',
    );
    assert.equal(
      leftSentence(7, merge, { ...left, isCurrent: true }),
      '!7 was merged as aaaaaaaa. Switch to main, update it, and delete the local branch fix/a?',
    );
    assert.equal(
      leftSentence(7, undefined, { ...left, isCurrent: true }),
      '!7 was merged. Switch to main, update it, and delete the local branch fix/a?',
    );
  });

  it('uses the squash commit or the head after a fast-forward', () => {
    const shas = { sha: head, merge_commit_sha: merge, squash_commit_sha: squash };
    assert.equal(mergedShaOf(shas), merge);
    assert.equal(mergedShaOf({ ...shas, merge_commit_sha: null }), squash);
    assert.equal(mergedShaOf({ sha: head }), head);
    assert.equal(mergedShaOf({}), undefined);
  });
});
