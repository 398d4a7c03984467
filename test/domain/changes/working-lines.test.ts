import assert from 'node:assert/strict';
import fc from 'fast-check';
import { WorkingLines } from '../../../src/domain/changes/working-lines';

const HEAD = ['one', 'two', 'three', 'four', 'five'];
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const lines = (working: readonly string[], head: readonly string[] = HEAD): WorkingLines =>
  new WorkingLines(textOf(head), textOf(working));

describe('lines of a working file', () => {
  it('are the lines of the head if nothing changed, regardless of line endings', () => {
    const same = new WorkingLines(textOf(HEAD), HEAD.join('\r\n'));
    assert.ok(same.isSame);
    assert.deepEqual(same.toHead({ start: 2, end: 3 }), { start: 2, end: 3 });
    assert.deepEqual(same.toWorking({ start: 5, end: 5 }), { start: 5, end: 5, state: 'same' });
    assert.deepEqual(same.edits(), []);
  });

  it('move with lines that are added above', () => {
    const moved = lines(['zero', 'half', ...HEAD]);
    assert.deepEqual(moved.toWorking({ start: 2, end: 3 }), { start: 4, end: 5, state: 'same' });
    assert.deepEqual(moved.toHead({ start: 4, end: 5 }), { start: 2, end: 3 });
    assert.deepEqual(moved.unchanged([{ start: 1, end: 5 }]), [{ start: 3, end: 7 }]);
  });

  it('have no line at the head if they are only in the working file', () => {
    const changed = lines(['one', 'TWO', 'three', 'four', 'five']);
    assert.equal(changed.toHead({ start: 2, end: 2 }), undefined);
    // A range is attached to its lines that exist at the head.
    assert.deepEqual(changed.toHead({ start: 1, end: 2 }), { start: 1, end: 1 });
    assert.deepEqual(changed.toHead({ start: 1, end: 3 }), { start: 1, end: 3 });
    assert.deepEqual(changed.unchanged([{ start: 1, end: 4 }]), [
      { start: 1, end: 1 },
      { start: 3, end: 4 },
    ]);
    assert.ok(changed.isUnchanged({ start: 3, end: 5 }));
    assert.ok(!changed.isUnchanged({ start: 1, end: 3 }));
  });

  it('show a thread on a changed line where it would be', () => {
    assert.deepEqual(lines(['one', 'three']).toWorking({ start: 2, end: 2 }), {
      start: 2,
      end: 2,
      state: 'changed',
    });
    assert.deepEqual(lines([]).toWorking({ start: 4, end: 5 }), { start: 1, end: 1, state: 'changed' });
    assert.deepEqual(lines(HEAD.slice(0, 2)).toWorking({ start: 5, end: 5 }).end, 2);
  });

  it('refuse comments, but keep threads, if the texts are too large to be compared', () => {
    const many = Array.from({ length: 3000 }, (_, at) => `line ${at % 97}`);
    const large = lines([...many].reverse(), many);
    assert.equal(large.toHead({ start: 1, end: 1 }), undefined);
    assert.equal(large.edits(), undefined);
    assert.deepEqual(large.toWorking({ start: 7, end: 8 }), { start: 7, end: 8, state: 'unknown' });
  });

  it('map any line of the head to an equal line, and back', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (head, working) => {
        const map = lines(working, head);
        head.forEach((line, at) => {
          const place = map.toWorking({ start: at + 1, end: at + 1 });
          if (place.state !== 'same') return;
          assert.equal(working[place.start - 1], line);
          assert.deepEqual(map.toHead(place), { start: at + 1, end: at + 1 });
        });
      }),
    );
  });
});
