import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hasLoneReturns, showLoneReturns } from '../../../src/base/lone-returns';
import { diffOfEntry } from '../../../src/domain/changes/entry-diff';
import { lineEndingChange } from '../../../src/domain/changes/line-endings';

const diffOf = (diff: string) =>
  diffOfEntry({
    ...{ old_path: 'a.ts', new_path: 'a.ts', a_mode: '100644', b_mode: '100644', diff },
    ...{ new_file: false, deleted_file: false, renamed_file: false, collapsed: false, too_large: false },
  });

describe('change of line endings', () => {
  it('is found if nothing else changes', () => {
    assert.equal(lineEndingChange(diffOf('@@ -1,2 +1,2 @@\n-a\n-b\n+a\r\n+b\r\n')), 'to-crlf');
    assert.equal(lineEndingChange(diffOf('@@ -1,2 +1,2 @@\n-a\r\n-b\r\n+a\n+b\n')), 'to-lf');
    assert.equal(lineEndingChange(diffOf('@@ -1,2 +1,2 @@\n-a\r\n-b\n+a\n+b\r\n')), 'mixed');
    assert.equal(lineEndingChange(diffOf('@@ -1 +1 @@\n-a\r\n+a\r\r\n')), 'mixed');
    assert.equal(
      lineEndingChange(diffOf('@@ -1,2 +1,2 @@\n-a\n b\n+a\r\n@@ -9 +9 @@\n-c\n+c\r\n')),
      undefined,
      'the lines must be at the same place',
    );
  });

  it("isn't found if a text, the number of lines, or the end of the file changes, too", () => {
    for (const diff of [
      '@@ -1,2 +1,2 @@\n-a\n-b\n+a\r\n+c\r\n',
      '@@ -1 +1,2 @@\n-a\n+a\r\n+b\r\n',
      '@@ -1 +1 @@\n-a\n+a\r\n\\ No newline at end of file\n',
      '@@ -1 +1 @@\n-a\n+b\n',
      '@@ -0,0 +1 @@\n+a\r\n',
    ])
      assert.equal(lineEndingChange(diffOf(diff)), undefined, diff);
  });
});

describe('lone carriage returns', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const shown = (text: string): string => new TextDecoder().decode(showLoneReturns(bytes(text)));
  /** The lines of VS Code's editor. */
  const editorLines = (text: string): readonly string[] => text.split(/\r\n|\r|\n/);

  it('are visible, so that the line numbers of the editor are those of git', () => {
    assert.equal(shown('one\r\r\ntwo\r\r\n'), 'one␍\r\ntwo␍\r\n');
    assert.equal(shown('a\rb\r'), 'a␍b␍');
    assert.equal(shown('a\r\nb\n'), 'a\r\nb\n');
    const texts = fc.string({ unit: fc.constantFrom('\r', '\n', 'a', 'ä', '␍') });
    fc.assert(
      fc.property(texts, (text) => {
        assert.equal(editorLines(shown(text)).length, text.split('\n').length);
        assert.equal(hasLoneReturns(bytes(text)), shown(text) !== text);
        assert.equal(hasLoneReturns(bytes(shown(text))), false);
        assert.equal(shown(text).replaceAll('␍', '\r').length, text.length);
      }),
    );
  });
});
