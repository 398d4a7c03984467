import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainText } from '../../../src/presentation/shared/plain-text';

describe('server text where the editor supports links and icons', () => {
  const visible = (text: string): string => text.replaceAll('\u200b', '');

  it('contains no link or icon', () => {
    assert.doesNotMatch(plainText('[Click](command:workbench.action.quit)'), /\]\(/);
    assert.doesNotMatch(plainText('$(error) $(sync~spin)'), /\$\(/);
  });

  it('looks the same for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('[', ']', '(', ')', '$', 'a', ' ') }), (text) => {
        assert.equal(visible(plainText(text)), text);
        assert.doesNotMatch(plainText(text), /\$\(|\]\(/);
      }),
    );
  });

  it('is unchanged if it is ordinary', () => {
    assert.equal(plainText('e2e: chrome 1/2 (again) costs $5 [x]'), 'e2e: chrome 1/2 (again) costs $5 [x]');
  });
});

describe('server text in lists, messages, and tooltips', () => {
  it("doesn't change the text direction of its line", () => {
    assert.equal(plainText('safe\u202etxt.exe'), 'safe⟨U+202E⟩txt.exe');
    assert.equal(plainText('a\u2066b\u2069c'), 'a⟨U+2066⟩b⟨U+2069⟩c');
  });

  it('keeps letters of every script, and emoji sequences', () => {
    for (const text of ['مرحبا', 'שלום', '👩‍💻 done', 'naïve ﬁ']) assert.equal(plainText(text), text);
  });
});
