import assert from 'node:assert/strict';
import { mock } from 'node:test';
import MarkdownIt from 'markdown-it';
import { commentMarkdown, excerpt } from '../../../src/presentation/discussions/comment-markdown';
import { suggestionsIn } from '../../../src/presentation/discussions/comment-suggestions';
import { markdown } from '../../../src/presentation/shared/markdown/markdown';

const project = 'https://git.example/acme/storefront';
const draw = (text: string): string => commentMarkdown(text, { project });
const MAX_CHARACTERS = 30_000;
const { prototype } = new MarkdownIt().block.State;

/** Returns the lengths of the texts that the Markdown parser reads during an action. */
function parsedLengths(action: () => void): readonly number[] {
  // The parser creates a state for each text, and calls this method at least once.
  const parsing = mock.method(prototype, 'skipEmptyLines');
  try {
    action();
    const states = new Set(parsing.mock.calls.map((call) => call.this as typeof prototype));
    return [...states].map(({ src }) => src.length);
  } finally {
    parsing.mock.restore();
  }
}

const suggestion = (...lines: string[]): string => ['```suggestion', ...lines, '```'].join('\n');

describe('long comments', () => {
  it('are parsed only up to the displayed part', () => {
    const text = `${suggestion('x')}\n\n${'*a*'.repeat(333_000)}`;
    const lengths = parsedLengths(() => {
      draw(text);
      suggestionsIn(text);
      excerpt(text);
      markdown(text, { base: 'https://git.example' });
    });
    assert.ok(lengths.length > 0);
    for (const length of lengths) assert.ok(length <= 100_000, String(length));
    for (const length of parsedLengths(() => suggestionsIn(`~~~\n${text}`)))
      assert.ok(length <= MAX_CHARACTERS, String(length));
  });

  it('are parsed once, however often they are drawn', () => {
    const texts = Array.from({ length: 30 }, (_, at) => `${at} ${suggestion('y')} ${'*b*'.repeat(20_000)}`);
    const read = (): void => {
      for (const text of texts) {
        draw(text);
        suggestionsIn(text);
      }
    };
    assert.equal(parsedLengths(read).length, texts.length);
    assert.deepEqual(parsedLengths(read), []);
  });

  it("aren't parsed for suggestions without a fence", () => {
    assert.deepEqual(
      parsedLengths(() => suggestionsIn('a suggestion `` ~~ without a fence')),
      [],
    );
  });

  for (const end of ['\n', '\r\n', '\r'])
    it(`contain only suggestions whose lines are all displayed (line end ${JSON.stringify(end)})`, () => {
      const whole = [...suggestion('first').split('\n'), ''];
      const rest = Array.from({ length: 10_000 }, (_, at) => `line ${at}`);
      for (const [before, mark] of [
        ['', ''],
        ['- item', '  '],
        ['', '> '],
        ['<details>', ''],
      ]) {
        const long = [before, ...[...suggestion(...rest).split('\n')].map((line) => `${mark}${line}`)];
        assert.deepEqual(
          suggestionsIn([...whole, ...long].join(end)).map(({ lines }) => lines),
          [['first']],
        );
      }
    });

  it('contain all suggestions of the displayed part', () => {
    const text = `${suggestion('a')}\n\n> ${suggestion('b').replaceAll('\n', '\n> ')}\n\n${'word\n'.repeat(9_000)}`;
    assert.deepEqual(
      suggestionsIn(text).map(({ lines }) => lines),
      [['a'], ['b']],
    );
    assert.match(draw(text), /because the comment is too long\.\*$/);
  });
});
