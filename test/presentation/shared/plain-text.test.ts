import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainText } from '../../../src/presentation/shared/plain-text';

describe('server text where the editor supports links and icons', () => {
  const visible = (text: string): string => text.replaceAll('\u200b', '');

  it('contains no link or icon', () => {
    assert.doesNotMatch(plainText('[Click](command:workbench.action.quit)'), /\]\(/);
    assert.doesNotMatch(plainText('$(error) $(sync~spin)'), /\$\(/);
  });

  it('is displayed unchanged for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('[', ']', '(', ')', '$', 'a', ' ') }), (text) => {
        assert.equal(visible(plainText(text)), text);
        assert.doesNotMatch(plainText(text), /\$\(|\]\(/);
      }),
    );
  });

  it('is unchanged if it contains no markup', () => {
    assert.equal(plainText('e2e: chrome 1/2 (again) costs $5 [x]'), 'e2e: chrome 1/2 (again) costs $5 [x]');
  });
});

const INVISIBLE = [
  ...['\u00ad', '\u034f', '\u115f', '\u180e', '\u200b', '\u200c', '\u200d', '\u2060', '\u2064', '\u2800'],
  ...['\u3164', '\ufe0f', '\ufeff', '\uffa0', '\u{1d173}', '\u{e0001}', '\u{e0061}', '\u{e0100}'],
];

describe('server text in lists, messages, and tooltips', () => {
  it("doesn't change the text direction of its line", () => {
    assert.equal(plainText('safe\u202etxt.exe'), 'safe⟨U+202E⟩txt.exe');
    assert.equal(plainText('a\u2066b\u2069c'), 'a⟨U+2066⟩b⟨U+2069⟩c');
  });

  it('keeps letters of every script, and emoji sequences', () => {
    for (const text of [
      'مرحبا',
      'שלום',
      'naïve ﬁ',
      '👩‍💻 done',
      '❤️‍🔥 🏴󠁧󠁢󠁳󠁣󠁴󠁿 1️⃣ #️⃣ 👍🏽 🏳️‍🌈 ☺︎',
      // A zero-width non-joiner in Persian, a joiner in Hindi, and an Arabic number sign.
      'می\u200cخواهم',
      'क्\u200dष',
      '\u0600١٢',
      '葛\u{e0100}城',
    ])
      assert.equal(plainText(text), text);
  });

  it('shows characters that have no width, so that different names are always displayed differently', () => {
    for (const character of INVISIBLE) {
      const name = `⟨U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}⟩`;
      assert.equal(plainText(`main${character}`), `main${name}`);
      assert.equal(plainText(`${character}main`), `${name}main`);
      assert.equal(plainText(`ma${character}in`), `ma${name}in`);
      assert.equal(plainText(`ма${character}ин`), `ма${name}ин`, 'in Cyrillic');
    }
    assert.equal(plainText('1\ufe0f'), '1⟨U+FE0F⟩', 'not a keycap');
    assert.equal(plainText('🏴\u{e0061}'), '🏴⟨U+E0061⟩', 'not a flag');
  });

  it('shows any two different lines of format characters and letters as different texts', () => {
    const parts = fc.constantFrom('a', 'b', ' ', '\u200b', '\u200d', '\ufe0f', '\u{e0061}', '⟨', '👍', '1');
    const texts = fc.string({ unit: parts, maxLength: 12 });
    const needed = /(?<=👍)\u200d(?=👍)|(?<=👍)\ufe0f(?:\u200d(?=👍))?/gu;
    fc.assert(
      fc.property(texts, (text) => {
        const shown = plainText(text).replace(needed, '');
        for (const character of INVISIBLE) assert.ok(!shown.includes(character), shown);
      }),
    );
  });
});
