import assert from 'node:assert/strict';
import { reactionChoices, shownReactions } from '../../../src/presentation/discussions/reaction-labels';

const by = (...names: readonly string[]) => names.map((name) => ({ username: name.toLowerCase(), name }));

describe('comment reactions', () => {
  it('show the character, the number of users, and whether the user is one of them', () => {
    const [tada] = shownReactions([{ name: 'tada', emoji: '🎉', by: by('Dana', 'Tom') }], 'tom');
    assert.deepEqual(tada, {
      name: 'tada',
      label: '🎉',
      count: 2,
      own: true,
      description: 'tada: Dana and Tom',
    });
  });

  it('show the name of an emoji without a character, and escape names from the server', () => {
    const evil = { name: 'x](command:evil)', emoji: undefined, by: by('$(bug)') };
    const [parrot, odd] = shownReactions(
      [{ name: 'party_parrot', emoji: undefined, by: by('Dana') }, evil],
      undefined,
    );
    assert.deepEqual([parrot?.label, parrot?.description], [':party_parrot:', 'party parrot: Dana']);
    assert.ok(odd && !odd.label.includes('](') && !odd.description.includes('$('));
  });

  it('name ten users and count the others', () => {
    const many = by(...Array.from({ length: 12 }, (_, index) => `P${index}`));
    const [shown] = shownReactions([{ name: 'eyes', emoji: '👀', by: many }], undefined);
    assert.match(shown?.description ?? '', /P8, P9, and 2 more$/);
  });

  it('offer new reactions after existing ones', () => {
    const choices = reactionChoices([{ name: 'heart', emoji: '❤', by: by('Dana') }], 'tom');
    assert.deepEqual(
      choices.map(({ label, count }) => `${label} ${count}`),
      ['❤ 1', '👍 0', '👎 0', '😄 0', '🎉 0', '😕 0', '🚀 0', '👀 0'],
    );
  });
});
