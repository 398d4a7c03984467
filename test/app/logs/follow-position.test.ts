import assert from 'node:assert/strict';
import { FollowPosition, type ShownPart } from '../../../src/app/logs/follow-position';

const part = (first: number, last: number, end: number): ShownPart => ({
  first,
  last,
  end,
  following: true,
  whole: true,
});

describe('position in a growing log', () => {
  it('stays at the end when lines are added', () => {
    const position = new FollowPosition(true);
    position.scrolled(part(60, 100, 100));
    const finished = position.reveal();
    assert.equal(position.scrolled(part(60, 100, 110)), undefined);
    assert.equal(position.scrolled(part(70, 110, 110)), undefined);
    finished();
    assert.deepEqual([position.atEnd, position.stays], [true, true]);
  });

  it('stops when the user scrolls up, and continues when the user scrolls to the end', () => {
    const position = new FollowPosition(true);
    position.scrolled(part(60, 100, 100));
    position.scrolled(part(0, 40, 100));
    assert.equal(position.atEnd, false);
    assert.equal(position.scrolled(part(60, 100, 100)), undefined);
    assert.equal(position.atEnd, true);
  });

  it('returns to the line that the user scrolled to while new lines were being revealed', () => {
    const position = new FollowPosition(true);
    position.scrolled(part(60, 100, 100));
    const finished = position.reveal();
    position.scrolled(part(5, 45, 110));
    assert.equal(position.scrolled(part(70, 110, 110)), 5);
    assert.equal(position.atEnd, false);
    position.scrolled(part(5, 45, 110));
    finished();
    assert.equal(position.atEnd, false);
  });

  it('returns to the last of several lines that the user scrolled to', () => {
    const position = new FollowPosition(true);
    position.scrolled(part(60, 100, 100));
    const finished = [position.reveal(), position.reveal()];
    position.scrolled(part(50, 90, 110));
    position.scrolled(part(40, 80, 110));
    assert.equal(position.scrolled(part(70, 110, 110)), 40);
    for (const each of finished) each();
    assert.equal(position.atEnd, false);
  });

  it('returns also if even more lines were added after those that were revealed', () => {
    const position = new FollowPosition(true);
    position.scrolled(part(60, 100, 100));
    position.reveal();
    position.scrolled(part(5, 45, 110));
    assert.equal(position.scrolled(part(70, 110, 120)), 5);
    assert.equal(position.atEnd, false);
  });

  it('returns each time if several reveals are pending', () => {
    const position = new FollowPosition(true);
    position.scrolled(part(60, 100, 100));
    const finished = [position.reveal(), position.reveal()];
    position.scrolled(part(5, 45, 110));
    assert.equal(position.scrolled(part(70, 110, 110)), 5);
    position.scrolled(part(5, 45, 110));
    finished[0]?.();
    assert.equal(position.scrolled(part(72, 112, 112)), 5);
    position.scrolled(part(5, 45, 112));
    finished[1]?.();
    assert.equal(position.atEnd, false);
  });

  it('is at the end if the user scrolls there after the reveal is finished', () => {
    const position = new FollowPosition(true);
    position.scrolled(part(60, 100, 100));
    const finished = position.reveal();
    position.scrolled(part(5, 45, 110));
    finished();
    assert.equal(position.scrolled(part(70, 110, 110)), undefined);
    assert.equal(position.atEnd, true);
  });

  it("doesn't return to an earlier line after the user starts to follow again", () => {
    const position = new FollowPosition(true);
    position.scrolled(part(60, 100, 100));
    position.reveal();
    position.scrolled(part(5, 45, 110));
    position.set(true);
    assert.equal(position.scrolled(part(70, 110, 110)), undefined);
    assert.equal(position.atEnd, true);
  });

  it('is not at the end while the rest of an ended log is loading', () => {
    const position = new FollowPosition(false);
    position.scrolled({ ...part(0, 40, 40), following: false, whole: false });
    assert.equal(position.atEnd, false);
    position.scrolled({ ...part(0, 40, 40), following: false });
    assert.deepEqual([position.atEnd, position.stays], [true, false]);
  });

  it('starts from the first line of another part', () => {
    const position = new FollowPosition(true);
    position.scrolled(part(60, 100, 100));
    position.toStart();
    position.scrolled(part(3, 43, 100));
    assert.deepEqual([position.atEnd, position.stays], [false, false]);
  });
});
