import assert from 'node:assert/strict';
import { conflictRow } from '../../../src/presentation/merge-requests/conflict-file-messages';
import { pushQuestion } from '../../../src/presentation/merge-requests/resolve-messages';

const BRANCHES = { source: 'feature/x', target: 'main' };

describe('texts about conflicts', () => {
  it('name the branches in the reasons', () => {
    const reason = (name: Parameters<typeof conflictRow>[0]['reason']) =>
      conflictRow({ path: 'src/a.ts', reason: name }, BRANCHES).description;
    assert.equal(reason('deleted-in-source'), 'src · Deleted in feature/x, modified in main');
    assert.equal(reason('deleted-in-target'), 'src · Deleted in main, modified in feature/x');
    assert.equal(reason('both-modified'), 'src · Modified in both branches');
    const row = conflictRow({ path: 'a.ts', reason: 'binary' }, BRANCHES);
    assert.equal(row.accessibleLabel, 'a.ts, Binary file modified in both branches');
  });

  it('show which commits are pushed, and what a force-push replaces', () => {
    const facts = { branch: 'feature/x', known: 'a'.repeat(40), subjects: ['One', 'Two'] };
    assert.deepEqual(pushQuestion({ ...facts, isForced: false }), {
      message: 'Push 2 commits to feature/x?',
      detail: 'One\nTwo',
      action: 'Push',
    });
    const { message, detail, action } = pushQuestion({ ...facts, isForced: true });
    assert.deepEqual([message, action], ['Force-push 2 commits to feature/x?', 'Force-Push']);
    assert.match(detail, /only if its last commit is still aaaaaaaa\.\n\nOne\nTwo$/);
    const many = pushQuestion({ ...facts, isForced: false, subjects: Array.from({ length: 12 }, () => 'x') });
    assert.match(many.detail, /… 2 more$/);
  });
});
