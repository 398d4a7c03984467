import assert from 'node:assert/strict';
import { completionAt } from '../../src/webviews/completion-query';
import { TEXT_FORMATS } from '../../src/webviews/text-formats';

/** Applies a format to a text, in which brackets mark the selection. */
function formatted(format: string, marked: string): string {
  const start = marked.indexOf('⟦');
  const end = marked.indexOf('⟧') - 1;
  const text = marked.replace(/[⟦⟧]/g, '');
  const edit = TEXT_FORMATS[format]?.({ text, start, end });
  assert.ok(edit);
  const changed = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  return `${changed.slice(0, edit.start)}⟦${changed.slice(edit.start, edit.end)}⟧${changed.slice(edit.end)}`;
}

describe('Markdown buttons', () => {
  for (const [format, before, after] of [
    ['bold', 'a ⟦word⟧ b', 'a **⟦word⟧** b'],
    ['bold', 'a **⟦word⟧** b', 'a ⟦word⟧ b'],
    ['bold', '⟦**word**⟧', '⟦word⟧'],
    ['bold', '⟦⟧', '**⟦⟧**'],
    ['italic', '⟦word⟧', '_⟦word⟧_'],
    ['code', '⟦word⟧', '`⟦word⟧`'],
    ['code', 'a\n⟦b\nc⟧\nd', 'a\n```\n⟦b\nc⟧\n```\nd'],
    ['code', 'a ⟦b\nc⟧ d', 'a \n```\n⟦b\nc⟧\n```\n d'],
    ['link', 'see ⟦docs⟧', 'see [docs](⟦url⟧)'],
    ['link', '⟦⟧', '[⟦⟧](url)'],
    ['quote', 'a\n⟦b\nc⟧', 'a\n⟦> b\n> c⟧'],
    ['quote', '⟦> b\n> c⟧', '⟦b\nc⟧'],
    ['list', 'a⟦⟧b', '- a⟦⟧b'],
    ['list', '- a⟦⟧b', 'a⟦⟧b'],
    ['task', '⟦a⟧', '⟦- [ ] a⟧'],
  ] as const)
    it(`${format}: ${JSON.stringify(before)}`, () => {
      assert.equal(formatted(format, before), after);
    });
});

describe('the text to complete', () => {
  const at = (before: string, signs = '@#!~%:/'): string | undefined => {
    const query = completionAt(before, signs);
    return query && `${query.sign}${query.typed} at ${query.from}`;
  };

  it('starts at the beginning or after a space or bracket', () => {
    assert.equal(at('@'), '@ at 0');
    assert.equal(at('Ask @da'), '@da at 4');
    assert.equal(at('(!12'), '!12 at 1');
    assert.equal(at('see #gift'), '#gift at 4');
    assert.equal(at('~bug'), '~bug at 0');
    assert.equal(at('%17.0'), '%17.0 at 0');
    assert.equal(at(`${'x'.repeat(500)} @da`), '@da at 501');
    for (const text of ['mail@example', 'a!b', '5%', 'a ~ ', '@da ', 'wow!', '# Title', '## ', 'a#1'])
      assert.equal(at(text), undefined);
  });

  it('needs two letters for emojis, and the start of a line for quick actions', () => {
    assert.equal(at('ship :ro'), ':ro at 5');
    for (const text of [':)', ':r', 'std::vec', '12:30', 'a /cl', 'a/b']) assert.equal(at(text), undefined);
    assert.equal(at('/'), '/ at 0');
    assert.equal(at('done\n/clo'), '/clo at 5');
  });

  it('starts only with the offered characters', () => {
    assert.equal(at('@da', '!'), undefined);
  });
});
