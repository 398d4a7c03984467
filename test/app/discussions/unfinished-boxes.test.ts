import assert from 'node:assert/strict';
import { type BoxPlace, UnfinishedBoxes } from '../../../src/app/discussions/unfinished-boxes';
import { UnfinishedComments } from '../../../src/app/discussions/unfinished-comments';
import { heldMemory } from '../../builders/stores';

const place: BoxPlace = {
  mergeRequest: { base: 'https://git.example', project: 1, iid: 12 },
  path: 'src/a.ts',
  side: 'new',
  start: 5,
  end: 6,
};
const elsewhere = { ...place, start: 40, end: 40 };

describe('UnfinishedBoxes', () => {
  const sessions = () => {
    const memory = heldMemory();
    return () => new UnfinishedBoxes(new UnfinishedComments(memory));
  };

  it('restores the text in a box on the same lines after its box was closed', () => {
    const boxes = sessions()();
    assert.equal(boxes.open('one', place, ''), undefined);
    boxes.type('one', 'A comm');
    boxes.type('one', 'A comment');
    boxes.close('one');
    assert.equal(boxes.open('two', elsewhere, ''), undefined);
    assert.equal(boxes.open('three', { ...place, side: 'old' }, ''), undefined);
    assert.equal(boxes.open('four', place, ''), 'A comment');
    assert.equal(boxes.open('five', place, ''), undefined, 'it is in a box already');
  });

  it('stores the text of a closed box at its corrected lines', () => {
    const boxes = sessions()();
    boxes.open('one', elsewhere, '');
    boxes.type('one', 'A comment');
    boxes.close('one');
    boxes.move('one', place);
    assert.equal(boxes.open('two', elsewhere, ''), undefined);
    assert.equal(boxes.open('three', place, ''), 'A comment');
  });

  it('restores the text of the previous session in the next box in the file', () => {
    const session = sessions();
    const before = session();
    before.open('one', place, '');
    before.type('one', 'Half a comment');
    before.open('two', elsewhere, '');
    before.type('two', 'Given up');
    before.close('two');
    assert.deepEqual(before.left(place), []);
    const after = session();
    assert.deepEqual(
      after.left(place).map(({ text, box }) => [text, box?.start]),
      [['Half a comment', 5]],
    );
    assert.deepEqual(after.left({ ...place, path: 'src/b.ts' }), []);
    assert.equal(after.open('three', { ...place, start: 9, end: 9 }, ''), 'Half a comment');
    assert.deepEqual(after.left(place), []);
    assert.equal(session().left(place).length, 1, 'it is not sent yet');
  });

  it('stores the text once when VS Code reopens its box', () => {
    const session = sessions();
    const boxes = session();
    boxes.open('one', place, '');
    boxes.type('one', 'A comment');
    boxes.leave('one');
    boxes.open('two', elsewhere, 'A comment');
    boxes.type('two', 'A comment.');
    assert.deepEqual(
      session()
        .left(place)
        .map(({ text, box }) => [text, box?.start]),
      [['A comment.', 5]],
    );
  });

  it('removes the text when it is sent or deleted', () => {
    const session = sessions();
    const boxes = session();
    boxes.open('one', place, '');
    boxes.type('one', 'Sent');
    boxes.open('two', elsewhere, '');
    boxes.type('two', 'Deleted');
    boxes.forget(place, 'Sent');
    boxes.type('two', ' ');
    boxes.close('one');
    boxes.close('two');
    assert.deepEqual(session().left(place), []);
    assert.equal(session().open('three', place, ''), undefined);
  });

  it('replaces the previous text on the same lines', () => {
    const boxes = sessions()();
    for (const text of ['First', 'Second']) {
      boxes.open(text, place, '');
      boxes.type(text, text);
      boxes.close(text);
    }
    assert.equal(boxes.open('three', place, ''), 'Second');
    assert.equal(boxes.open('four', place, ''), undefined);
  });
});
