import assert from 'node:assert/strict';
import {
  emojiSuggestions,
  mergedSuggestions,
  namedReference,
  personSuggestions,
  quickActionSuggestions,
} from '../../../src/presentation/merge-request-page/completion-items';

const values = (items: readonly { readonly value: string }[]): readonly string[] =>
  items.map(({ value }) => value);

describe('completion in comments', () => {
  it('suggests emojis, those that start with the text first', () => {
    assert.deepEqual(values(emojiSuggestions('ROCK')), [':rocket:']);
    assert.deepEqual(values(emojiSuggestions('lock')).slice(0, 2), [':lock:', ':unlock:']);
    assert.deepEqual(emojiSuggestions('nothing'), []);
    assert.ok(emojiSuggestions('s').length <= 12);
  });

  it('suggests only quick actions that are available', () => {
    const reader = values(quickActionSuggestions('', []));
    assert.ok(reader.includes('/todo'));
    assert.ok(!reader.includes('/close'));
    assert.deepEqual(quickActionSuggestions('clo', ['close']), [
      { value: '/close', label: '/close', detail: 'Close' },
    ]);
    assert.deepEqual(values(quickActionSuggestions('merge', ['setAutoMerge'])), ['/merge']);
  });

  it('suggests people by both names, each once', () => {
    const people = [
      { name: 'Dana Lindqvist', username: 'dana' },
      { name: 'Marek Novák', username: 'marek' },
    ];
    assert.deepEqual(values(personSuggestions(people, 'lind')), ['@dana']);
    const found = mergedSuggestions(personSuggestions(people, 'a'), personSuggestions(people, 'dana'));
    assert.deepEqual(values(found), ['@dana', '@marek']);
  });

  it('quotes names that the server would otherwise cut off', () => {
    assert.equal(namedReference('~', 'bug'), '~bug');
    assert.equal(namedReference('~', 'needs review'), '~"needs review"');
    assert.equal(namedReference('~', 'type::bug'), '~"type::bug"');
    assert.equal(namedReference('%', '17.0'), '%17.0');
    assert.equal(namedReference('~', '42'), '~"42"');
  });
});
