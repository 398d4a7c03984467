import assert from 'node:assert/strict';
import { threadPlaceOf, threadSearch } from '../../../src/domain/discussions/threads';

const ada = { name: 'Ada Lovelace', username: 'ada' };
const bob = { name: 'Bob Müller', username: 'bob-m' };
const note = (body: string, author: typeof ada | null = ada, system = false) => ({ body, author, system });
const thread = (...notes: readonly ReturnType<typeof note>[]) => ({ notes });

describe('searching threads', () => {
  const matches = (text: string, ...notes: readonly ReturnType<typeof note>[]) =>
    threadSearch(text)?.matches(thread(...notes));

  it('finds words in texts and authors, in any order, and in different comments', () => {
    const notes = [note('Why is the RANK zero?'), note('It has no sales.', bob)] as const;
    for (const text of ['rank', 'Zero WHY', 'ada lovelace', '@bob-m', 'sales ada', '  rank\n'])
      assert.equal(matches(text, ...notes), true, text);
    for (const text of ['ranks', 'rank carol', '@bobm']) assert.equal(matches(text, ...notes), false, text);
  });

  it('ignores how characters are composed', () => {
    assert.equal(matches('mu\u0308ller', note('x', bob)), true);
    assert.equal(matches('file', note('The \ufb01le')), true);
  });

  it('ignores system notes, and accepts comments of deleted users', () => {
    assert.equal(matches('draft', note('marked as draft', ada, true), note('Why?')), false);
    assert.equal(matches('why', note('Why?', null)), true);
  });

  it('treats text as text, also in a search without words', () => {
    assert.equal(matches('.*', note('Why?')), false);
    assert.equal(matches('.*', note('a.*b')), true);
    assert.equal(threadSearch(' \t\n'), undefined);
  });

  it('finds the comments in which all words occur', () => {
    const search = threadSearch('rank sales');
    assert.deepEqual(
      [note('No rank without sales'), note('No sales'), note('Else')].map((each) => search?.occursIn(each)),
      [true, false, false],
    );
  });
});

describe('place of a thread', () => {
  const placeOf = (position: Parameters<typeof threadPlaceOf>[0]['notes'][number]['position']) =>
    threadPlaceOf({ notes: [{ position }] });
  const image = { x: 120, y: 80, width: 640, height: 480 };

  it('is a file with lines, or with a place in an image', () => {
    assert.deepEqual(placeOf({ new_path: 'a.ts', new_line: 5 }), {
      ...{ path: 'a.ts', image: undefined },
      span: { side: 'new', start: 5, end: 5 },
    });
    assert.deepEqual(placeOf({ new_path: 'a.png', position_type: 'image', ...image }), {
      ...{ path: 'a.png', span: undefined, image },
    });
    assert.equal(placeOf(null), undefined);
  });

  it('has no place in an image if it is incomplete, or for other comments', () => {
    for (const position of [
      { position_type: 'image', ...image, x: null },
      { position_type: 'image' },
      { position_type: 'file', ...image },
    ])
      assert.equal(placeOf({ new_path: 'a.png', ...position })?.image, undefined);
  });
});
