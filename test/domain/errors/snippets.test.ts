import assert from 'node:assert/strict';
import { LANGUAGES, SDK_SUPPORT } from '../../../src/domain/errors/languages';
import { snippetFor, SNIPPETS } from '../../../src/domain/errors/snippets';

/** Returns the trimmed lines. */
const linesOf = (text: string): string[] => text.split('\n').map((line) => line.trim());

describe('SDK snippets', () => {
  for (const language of LANGUAGES) {
    const { name, setup, file, install, languageIds } = SNIPPETS[language];

    it(`${name}: read the DSN from the environment and contain no DSN`, () => {
      for (const text of [setup, file]) {
        assert.match(text, /SENTRY_DSN/);
        assert.doesNotMatch(text, /https?:/);
      }
    });

    it(`${name}: send only items that the server supports`, () => {
      assert.doesNotMatch(file, /traces?_?sample|profiles?_?sample|enable_?tracing/i);
      const sessions = SDK_SUPPORT[language].items.includes('session');
      const isOn = /auto_?session_?tracking\W*true/i.test(file);
      assert.equal(isOn, sessions);
    });

    it(`${name}: have the same lines in the same order in the new file as for an existing file`, () => {
      const notes = /Required imports/;
      const wanted = linesOf(setup).filter((line) => !notes.test(line));
      const rest = linesOf(file);
      for (const line of wanted) {
        const at = rest.indexOf(line);
        assert.ok(at >= 0, line);
        rest.splice(0, at + 1);
      }
    });

    it(`${name}: explain the installation, and contain examples only as comments`, () => {
      assert.ok(file.includes(install));
      for (const line of linesOf(file).filter((each) => /Test (?:exception|message)/.test(each))) {
        assert.match(line, /^(\/\/|#) /);
      }
    });

    it(`${name}: are found by the language IDs of the editor`, () => {
      for (const id of languageIds) assert.equal(snippetFor(id), SNIPPETS[language]);
    });
  }

  it("don't exist for other languages", () => {
    assert.equal(snippetFor('plaintext'), undefined);
  });
});
