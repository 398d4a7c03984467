import assert from 'node:assert/strict';
import fc from 'fast-check';
import { rowTitle, shortTitle, titleWidth } from '../../../src/presentation/shared/short-title';

describe('titles in narrow rows', () => {
  it('are complete if they fit, and otherwise cut off after a word', () => {
    assert.equal(shortTitle('Round half cents up', 20), 'Round half cents up');
    assert.equal(shortTitle('Accept coupons of gift cards', 24), 'Accept coupons of gift…');
    assert.equal(shortTitle('Accept coupons of gift cards', 23), 'Accept coupons of gift…');
    assert.equal(shortTitle('Accept coupons, or gift cards', 15), 'Accept coupons…');
  });

  it('are cut off in a word that is much longer than the others', () => {
    assert.equal(shortTitle('Fix PaymentProviderConfigurationFactory', 16), 'Fix PaymentProv…');
    assert.equal(shortTitle('a-branch-name-that-is-long', 12), 'a-branch-na…');
  });

  it('get the width of narrow letters, so that more of them fit', () => {
    assert.ok(titleWidth('illicit trill') < titleWidth('MWMWMWMWMWMWM'));
    assert.equal(shortTitle('Filter articles by title', 19), 'Filter articles by title');
    assert.equal(shortTitle('MWMWMWMWMWMWMWMWMWMW', 19), 'MWMWMWMWMWMW…');
  });

  it('are complete in rows, unless no row can show them', () => {
    const title = 'Document how to run the tests of the payment service';
    assert.equal(rowTitle(title), title);
    const endless = rowTitle('word '.repeat(100_000));
    assert.ok(endless.length <= 900 && endless.endsWith('word…'));
  });

  it('count wide characters as two, and are never split inside a character', () => {
    assert.equal(shortTitle('四捨五入の丸めを修正する', 10), '四捨五入…');
    assert.equal(shortTitle('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 4), '👩‍👩‍👧‍👦…');
  });

  it('never exceed the given width', () => {
    const titles = fc.string({ unit: 'grapheme-ascii', maxLength: 60 });
    fc.assert(
      fc.property(titles, fc.integer({ min: 5, max: 40 }), (title, width) => {
        const short = shortTitle(title, width);
        assert.ok(titleWidth(short) <= width + 1e-9);
        assert.equal(short === title, titleWidth(title) <= width);
      }),
    );
  });
});
