import assert from 'node:assert/strict';
import { mock } from 'node:test';
import MarkdownIt from 'markdown-it';
import { commentMarkdown, excerpt } from '../../../src/presentation/discussions/comment-markdown';
import { suggestionsIn } from '../../../src/presentation/discussions/comment-suggestions';
import { markdown } from '../../../src/presentation/shared/markdown/markdown';
import { CONSTRUCTS } from '../../builders/large-markdown';

const project = 'https://git.example/acme/storefront';
const draw = (text: string): string => commentMarkdown(text, { project });
const MAX_CHARACTERS = 30_000;
/** Most nodes are several pieces: their start, their text, and their end. */
const MAX_PIECES = 6_500;
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

/** Returns the number of pieces in the Markdown of a comment. VS Code needs quadratic time for them. */
function piecesIn(shown: string): number {
  const tokens = new MarkdownIt({ html: true }).parse(shown, {});
  return tokens.reduce((sum, { children }) => sum + 1 + (children?.length ?? 0), 0);
}

describe('long comments', () => {
  for (const [name, make] of Object.entries(CONSTRUCTS))
    it(`have few pieces: ${name}`, () => {
      const shown = draw(make(1_000_000));
      assert.ok(piecesIn(shown) <= MAX_PIECES, `${piecesIn(shown)} pieces`);
    });

  it('have few pieces: many references', () => {
    const references = { mergeRequest: (id: number) => `${project}/-/merge_requests/${id}` };
    const shown = commentMarkdown('!1 '.repeat(9_000), { project, references });
    assert.equal(shown.split('](').length - 1, 500);
    assert.ok(piecesIn(shown) <= MAX_PIECES, `${piecesIn(shown)} pieces`);
  });

  it('contain only suggestions that are shown', () => {
    const text = (count: number): string => `${'---\n'.repeat(count)}${suggestion('x')}`;
    assert.equal(suggestionsIn(text(1_000)).length, 1);
    assert.match(draw(text(1_000)), /Suggested change/);
    assert.deepEqual(suggestionsIn(text(2_000)), []);
    assert.doesNotMatch(draw(text(2_000)), /Suggested change/);
  });

  it('have few cells in tables that VS Code fills', () => {
    const wide = `|${'a|'.repeat(300)}\n|${'-|'.repeat(300)}\n${'|b|\n'.repeat(300)}\n`;
    const shown = draw(wide.repeat(3));
    assert.ok(piecesIn(shown) <= 3 * MAX_PIECES, `${piecesIn(shown)} pieces`);
    assert.match(shown, /The rest of this comment isn't shown/);
    const small = draw(`|a|b|\n|-|-|\n${'|c|d|\n'.repeat(100)}`);
    assert.doesNotMatch(small, /The rest of this comment isn't shown/);
    assert.equal(small.match(/\| c \| d \|/g)?.length, 100);
  });

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
