import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shortMiddle, shortTitle } from '../../../src/presentation/shared/short-title';

describe('titles in narrow rows', () => {
  it('are whole if they fit, otherwise their beginning', () => {
    assert.equal(shortTitle('Round half cents up', 24), 'Round half cents up');
    assert.equal(shortTitle('Accept coupons of gift cards', 24), 'Accept coupons of gift…');
  });

  it('keep beginning and end where the beginning is often the same', () => {
    const titles = ["Cannot read properties of undefined (reading 'rate')", 'Cannot read properties of null'];
    assert.deepEqual(
      titles.map((title) => shortMiddle(title, 22)),
      ["Cannot read…ng 'rate')", 'Cannot read…es of null'],
    );
    assert.equal(shortMiddle('KeyError', 22), 'KeyError');
  });

  it('count wide letters as two, and are never cut inside a letter', () => {
    assert.equal(shortTitle('四捨五入の丸めを修正する', 10), '四捨五入…');
    assert.equal(shortTitle('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 4), '👩‍👩‍👧‍👦…');
  });

  it('are never longer than asked', () => {
    const words = fc.string({ unit: 'grapheme-ascii', maxLength: 60 });
    fc.assert(
      fc.property(words, fc.integer({ min: 5, max: 40 }), (title, width) => {
        for (const short of [shortTitle(title, width), shortMiddle(title, width)]) {
          assert.ok(short === title || short.length <= width);
          assert.ok(short !== title || title.length <= width);
        }
      }),
    );
  });
});
