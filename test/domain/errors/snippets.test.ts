import assert from 'node:assert/strict';
import { LANGUAGES, SDK_SUPPORT } from '../../../src/domain/errors/languages';
import { snippetFor, SNIPPETS } from '../../../src/domain/errors/snippets';

/** Lines without what stands before and behind them. */
const linesOf = (text: string): string[] => text.split('\n').map((line) => line.trim());

describe('the snippet of each language', () => {
  for (const language of LANGUAGES) {
    const { name, setup, file, install, languageIds } = SNIPPETS[language];

    it(`${name}: takes the DSN from the environment and holds none`, () => {
      for (const text of [setup, file]) {
        assert.match(text, /SENTRY_DSN/);
        assert.doesNotMatch(text, /https?:/);
      }
    });

    it(`${name}: sends nothing that the server does not take`, () => {
      assert.doesNotMatch(file, /traces?_?sample|profiles?_?sample|enable_?tracing/i);
      const sessions = SDK_SUPPORT[language].items.includes('session');
      const isOn = /auto_?session_?tracking\W*true/i.test(file);
      assert.equal(isOn, sessions);
    });

    it(`${name}: its file is its lines for a file that is there, in their order, in a frame of its own`, () => {
      const notes = /Required imports/;
      const wanted = linesOf(setup).filter((line) => !notes.test(line));
      const rest = linesOf(file);
      for (const line of wanted) {
        const at = rest.indexOf(line);
        assert.ok(at >= 0, line);
        rest.splice(0, at + 1);
      }
    });

    it(`${name}: says how the SDK is installed, and runs nothing of its examples by itself`, () => {
      assert.ok(file.includes(install));
      for (const line of linesOf(file).filter((each) => /Test (?:exception|message)/.test(each))) {
        assert.match(line, /^(\/\/|#) /);
      }
    });

    it(`${name}: is found by the editor's name of the language`, () => {
      for (const id of languageIds) assert.equal(snippetFor(id), SNIPPETS[language]);
    });
  }

  it('is there for no other language', () => {
    assert.equal(snippetFor('plaintext'), undefined);
  });
});
