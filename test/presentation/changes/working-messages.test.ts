import assert from 'node:assert/strict';
import type { OwnSuggestion } from '../../../src/domain/discussions/own-suggestions';
import { diffTitle } from '../../../src/presentation/changes/diff-title';
import { workingStatus } from '../../../src/presentation/changes/working-messages';
import {
  addedSuggestions,
  editLabel,
  selectEdits,
} from '../../../src/presentation/discussions/own-suggestion-messages';

const edit = (before: readonly string[], after: readonly string[]): OwnSuggestion => ({
  head: { start: 4, end: 3 + before.length },
  working: { start: 4, end: 3 + after.length },
  before,
  after,
  body: '',
});
const labelOf = (before: readonly string[], after: readonly string[]): readonly string[] => {
  const { label, description, detail } = editLabel(edit(before, after));
  return [label, description, detail];
};

describe('messages about working files', () => {
  it('show local changes and unpushed commits, and no changes if the file equals the reviewed one', () => {
    const status = (isChanged: boolean, unpushed: number) =>
      workingStatus({ iid: 12, isChanged, unpushed })?.text;
    assert.equal(status(false, 0), undefined);
    assert.equal(status(true, 0), '!12 · Local changes');
    assert.equal(status(false, 1), '!12 · 1 unpushed commit');
    assert.equal(status(true, 3), '!12 · Local changes · 3 unpushed commits');
  });

  it('name the lines of a local change and its first difference', () => {
    assert.deepEqual(labelOf(['a'], ['b']), ['Line 4', 'Changed', '+ b']);
    assert.deepEqual(labelOf(['a', 'c'], ['a', '  b', 'c']), ['Lines 4–5', '1 line added', '+ b']);
    assert.deepEqual(labelOf(['a', 'b', 'c'], ['a']), ['Lines 4–6', '2 lines removed', '- b']);
    assert.deepEqual(labelOf(['a', 'b'], []), ['Lines 4–5', '2 lines removed', '- a']);
  });

  it('count suggestions, and changes that are left out', () => {
    assert.equal(addedSuggestions(12, 2, { isReview: true }), '2 suggestions added to your review of !12.');
    assert.equal(addedSuggestions(12, 1, { isReview: false }), '1 suggestion added to !12.');
    assert.equal(
      selectEdits(12, { leftOut: 1, isReview: true }),
      'Select the changes to suggest (1 change is too large or outside of the diff)',
    );
  });

  it('name the working tree in the title of a diff', () => {
    assert.equal(diffTitle('a.ts', 12, undefined, 'working'), 'a.ts (!12 base ↔ working tree)');
    assert.equal(diffTitle('a.ts', 12, 2, 'working'), 'a.ts (!12 version 2 ↔ working tree)');
  });
});
