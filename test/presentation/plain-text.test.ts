import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainText } from '../../src/presentation/plain-text';

describe('text of a server where the editor reads links and icons', () => {
  const visible = (text: string): string => text.replaceAll('\u200b', '');

  it('is no link and no icon', () => {
    assert.doesNotMatch(plainText('[Click](command:workbench.action.quit)'), /\]\(/);
    assert.doesNotMatch(plainText('$(error) $(sync~spin)'), /\$\(/);
  });

  it('looks the same, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('[', ']', '(', ')', '$', 'a', ' ') }), (text) => {
        assert.equal(visible(plainText(text)), text);
        assert.doesNotMatch(plainText(text), /\$\(|\]\(/);
      }),
    );
  });

  it('is left alone where it is ordinary', () => {
    assert.equal(plainText('e2e: chrome 1/2 (again) costs $5 [x]'), 'e2e: chrome 1/2 (again) costs $5 [x]');
  });
});
