import assert from 'node:assert/strict';
import { threadSearch } from '../../../src/domain/discussions/threads';

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
