import assert from 'node:assert/strict';
import fc from 'fast-check';
import { getUser } from '../../../src/api/endpoints/server';
import { Discussions } from '../../../src/app/discussions/discussions';
import { Reactions } from '../../../src/app/discussions/reactions';
import {
  type NoteReactions,
  reactionsByNote,
  withoutReaction,
  withReaction,
} from '../../../src/domain/discussions/note-reactions';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import type { User } from '../../../src/schemas/user';
import { closeAll } from '../../api/helpers/client';
import { actingOn } from '../../builders/acting';

const GIFT_CARDS = 12;
const HOUR = 60 * 60_000;

describe('Reactions', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  const person = async (role: keyof Sandbox['tokens'] = 'reporter') => {
    const { client, store: mergeRequests, key: keyOf } = actingOn(sandbox, role);
    const key = keyOf(GIFT_CARDS);
    const clock = { time: 0, now: () => clock.time };
    const reactions = new Reactions({ clientFor: () => client, mergeRequests, clock });
    const discussions = new Discussions({ clientFor: () => client, mergeRequests });
    const { threads } = await discussions.get(key);
    const note =
      threads.flatMap(({ notes }) => notes).find(({ body }) => body.startsWith('I tried'))?.id ?? 0;
    const user: User = await client.call(getUser, {});
    /** Returns the emoji and usernames of the reactions. */
    const reactionTexts = (): readonly string[] | undefined => {
      const notes = reactions.peek(key);
      return (
        notes &&
        (notes.get(note) ?? []).map(({ name, by }) => `${name} ${by.map(({ username }) => username).join()}`)
      );
    };
    return { reactions, key, note, user, reactionTexts, clock };
  };
  const questions = (): number => sandbox.requests().filter(({ path }) => path.endsWith('/graphql')).length;
  const awards = (): readonly string[] =>
    sandbox
      .requests()
      .filter(({ path }) => path.includes('/award_emoji'))
      .map(({ method }) => method);
  const GIVEN = ['tada dana', 'thumbsup olivia,marek'];

  it('reads the reactions to all comments with one request, and not again within a minute', async () => {
    const { reactions, key, reactionTexts, clock } = await person();
    assert.equal(reactionTexts(), undefined);
    await reactions.refresh(key);
    assert.deepEqual(reactionTexts(), GIVEN);
    clock.time += 30_000;
    reactions.retain(key).dispose();
    reactions.load(key);
    assert.equal(questions(), 1);
    assert.deepEqual(awards(), []);
    clock.time += 31_000;
    const changed = new Promise((resolve) => reactions.onDidChange(resolve));
    await (
      await person('owner')
    ).reactions.toggle(key, (await person()).note, 'eyes', (await person('owner')).user);
    reactions.load(key);
    await changed;
    assert.deepEqual(reactionTexts(), [...GIVEN, 'eyes olivia']);
  });

  it('adds and removes reactions, and applies the response of the server', async () => {
    const { reactions, key, note, user, reactionTexts } = await person();
    await reactions.refresh(key);
    await Promise.all([reactions.toggle(key, note, 'tada', user), reactions.toggle(key, note, 'tada', user)]);
    assert.deepEqual(reactionTexts(), [`tada dana,${user.username}`, GIVEN[1]]);
    assert.deepEqual(awards(), ['POST'], 'pressed twice is given once');
    await reactions.toggle(key, note, 'heart', user);
    assert.deepEqual(reactionTexts()?.at(-1), `heart ${user.username}`);
    await reactions.toggle(key, note, 'tada', user);
    await reactions.toggle(key, note, 'heart', user);
    assert.deepEqual(reactionTexts(), GIVEN);
    await reactions.refresh(key);
    assert.deepEqual(reactionTexts(), GIVEN);
  });

  it('treats an existing or missing reaction as done', async () => {
    const [one, other] = [await person(), await person()];
    await one.reactions.refresh(one.key);
    await other.reactions.refresh(one.key);
    await one.reactions.toggle(one.key, one.note, 'eyes', one.user);
    await other.reactions.toggle(one.key, one.note, 'eyes', one.user);
    assert.deepEqual(other.reactionTexts(), one.reactionTexts());
    await one.reactions.toggle(one.key, one.note, 'eyes', one.user);
    await other.reactions.toggle(one.key, one.note, 'eyes', one.user);
    assert.deepEqual([one.reactionTexts(), other.reactionTexts()], [GIVEN, GIVEN]);
  });

  it('changes nothing and reports the error if the server rejects a reaction', async () => {
    const { reactions, key, note, user, reactionTexts } = await person();
    await reactions.refresh(key);
    sandbox.faults.add({ kind: 'status', status: 403, method: 'POST', path: '**/award_emoji' });
    await assert.rejects(reactions.toggle(key, note, 'eyes', user), { kind: 'forbidden' });
    assert.deepEqual(reactionTexts(), GIVEN);
  });

  for (const [what, status] of [
    ['has no such interface', 404],
    ['refuses it', 403],
  ] as const) {
    it(`returns no reactions if the server ${what}, without an error and without requests for a while`, async () => {
      const { reactions, key, reactionTexts, clock } = await person();
      sandbox.faults.add({ kind: 'status', status, path: '/api/graphql', next: 1 });
      await reactions.refresh(key);
      clock.time += 10 * 60_000;
      await reactions.refresh(key);
      reactions.retain(key);
      assert.deepEqual([reactionTexts(), questions()], [undefined, 1]);
      clock.time += HOUR;
      await reactions.refresh(key);
      assert.deepEqual(reactionTexts(), GIVEN);
    });
  }

  it('clears the reactions with the account, and reads retained ones again', async () => {
    const { reactions, key, reactionTexts } = await person();
    await reactions.refresh(key);
    const held = reactions.retain(key);
    reactions.clear();
    assert.equal(reactionTexts(), undefined);
    await new Promise((resolve) => reactions.onDidChange(resolve));
    assert.deepEqual(reactionTexts(), GIVEN);
    held.dispose();
  });

  it('returns the same reactions after adding and removing one', () => {
    const someone = fc.constantFrom('dana', 'marek', 'olivia', 'tom');
    const some = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom('tada', 'eyes'), someone));
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 3 }), (gifts, note) => {
        let notes: NoteReactions = new Map();
        for (const [at, name, username] of gifts) {
          const has = notes
            .get(at)
            ?.some((each) => each.name === name && each.by.some((by) => by.username === username));
          if (has !== true) notes = withReaction(notes, { note: at, name, by: { username } });
        }
        const reaction = { note, name: 'eyes', by: { username: 'reader' } };
        assert.deepEqual(withoutReaction(withReaction(notes, reaction), reaction), notes);
      }),
    );
  });

  it('ignores reactions without a user and notes without an ID', () => {
    const nodes = [
      {
        id: 'gid://gitlab/DiffNote/7',
        awardEmoji: { nodes: [{ name: 'parrot', emoji: null, user: null }, null] },
      },
      { id: 'odd', awardEmoji: { nodes: [{ name: 'tada', emoji: '🎉', user: { username: 'dana' } }] } },
      { id: 'gid://gitlab/Note/8', awardEmoji: { nodes: [{ name: 'parrot', user: { username: 'dana' } }] } },
      null,
    ];
    assert.deepEqual(
      [...reactionsByNote([{ nodes, pageInfo: { hasNextPage: false } }])],
      [[8, [{ name: 'parrot', emoji: undefined, by: [{ username: 'dana', name: undefined }] }]]],
    );
  });
});
