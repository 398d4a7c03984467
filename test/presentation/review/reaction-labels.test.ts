import assert from 'node:assert/strict';
import { reactionChoices, shownReactions } from '../../../src/presentation/review/reaction-labels';

const by = (...names: readonly string[]) => names.map((name) => ({ username: name.toLowerCase(), name }));

describe('reactions below a comment', () => {
  it('show the character, how many gave it, and whether the reader did', () => {
    const [tada] = shownReactions([{ name: 'tada', emoji: '🎉', by: by('Dana', 'Tom') }], 'tom');
    assert.deepEqual(tada, { name: 'tada', label: '🎉', count: 2, own: true, told: 'tada: Dana and Tom' });
  });

  it('show the name of an emoji that has no character, and nothing of a server that would be markup', () => {
    const evil = { name: 'x](command:evil)', emoji: undefined, by: by('$(bug)') };
    const [parrot, odd] = shownReactions(
      [{ name: 'party_parrot', emoji: undefined, by: by('Dana') }, evil],
      undefined,
    );
    assert.deepEqual([parrot?.label, parrot?.told], [':party_parrot:', 'party parrot: Dana']);
    assert.ok(odd && !odd.label.includes('](') && !odd.told.includes('$('));
  });

  it('tell ten who gave it, and the rest by number', () => {
    const many = by(...Array.from({ length: 12 }, (_, index) => `P${index}`));
    const [shown] = shownReactions([{ name: 'eyes', emoji: '👀', by: many }], undefined);
    assert.match(shown?.told ?? '', /P8, P9, and 2 more$/);
  });

  it('offer what was not given yet behind what was', () => {
    const choices = reactionChoices([{ name: 'heart', emoji: '❤', by: by('Dana') }], 'tom');
    assert.deepEqual(
      choices.map(({ label, count }) => `${label} ${count}`),
      ['❤ 1', '👍 0', '👎 0', '😄 0', '🎉 0', '😕 0', '🚀 0', '👀 0'],
    );
  });
});
