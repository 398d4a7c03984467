import assert from 'node:assert/strict';
import fc from 'fast-check';
import { getUser } from '../../../src/api/endpoints/server';
import { Discussions } from '../../../src/app/review/discussions';
import {
  type NoteReactions,
  reactionsByNote,
  withoutReaction,
  withReaction,
} from '../../../src/app/review/note-reactions';
import { Reactions } from '../../../src/app/review/reactions';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import type { User } from '../../../src/schemas/user';
import { closeAll } from '../../api/helpers/client';
import { actingOn } from '../../builders/acting';

const GIFT_CARDS = 12;
const HOUR = 60 * 60_000;

describe('reactions to the comments of a merge request', () => {
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
    /** Emoji with who gave them. */
    const told = (): readonly string[] | undefined => {
      const notes = reactions.peek(key);
      return (
        notes &&
        (notes.get(note) ?? []).map(({ name, by }) => `${name} ${by.map(({ username }) => username).join()}`)
      );
    };
    return { reactions, key, note, user, told, clock };
  };
  const questions = (): number => sandbox.requests().filter(({ path }) => path.endsWith('/graphql')).length;
  const awards = (): readonly string[] =>
    sandbox
      .requests()
      .filter(({ path }) => path.includes('/award_emoji'))
      .map(({ method }) => method);
  const GIVEN = ['tada dana', 'thumbsup olivia,marek'];

  it('are read with one question for all comments, and not again so soon', async () => {
    const { reactions, key, told, clock } = await person();
    assert.equal(told(), undefined);
    await reactions.refresh(key);
    assert.deepEqual(told(), GIVEN);
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
    assert.deepEqual(told(), [...GIVEN, 'eyes olivia']);
  });

  it('are given and taken back by who reads, each with what the server answered', async () => {
    const { reactions, key, note, user, told } = await person();
    await reactions.refresh(key);
    await Promise.all([reactions.toggle(key, note, 'tada', user), reactions.toggle(key, note, 'tada', user)]);
    assert.deepEqual(told(), [`tada dana,${user.username}`, GIVEN[1]]);
    assert.deepEqual(awards(), ['POST'], 'pressed twice is given once');
    await reactions.toggle(key, note, 'heart', user);
    assert.deepEqual(told()?.at(-1), `heart ${user.username}`);
    await reactions.toggle(key, note, 'tada', user);
    await reactions.toggle(key, note, 'heart', user);
    assert.deepEqual(told(), GIVEN);
    await reactions.refresh(key);
    assert.deepEqual(told(), GIVEN);
  });

  it('that were given elsewhere already are given, and those that are gone already are gone', async () => {
    const [one, other] = [await person(), await person()];
    await one.reactions.refresh(one.key);
    await other.reactions.refresh(one.key);
    await one.reactions.toggle(one.key, one.note, 'eyes', one.user);
    await other.reactions.toggle(one.key, one.note, 'eyes', one.user);
    assert.deepEqual(other.told(), one.told());
    await one.reactions.toggle(one.key, one.note, 'eyes', one.user);
    await other.reactions.toggle(one.key, one.note, 'eyes', one.user);
    assert.deepEqual([one.told(), other.told()], [GIVEN, GIVEN]);
  });

  it('that are refused change nothing, and say why', async () => {
    const { reactions, key, note, user, told } = await person();
    await reactions.refresh(key);
    sandbox.faults.add({ kind: 'status', status: 403, method: 'POST', path: '**/award_emoji' });
    await assert.rejects(reactions.toggle(key, note, 'eyes', user), { kind: 'forbidden' });
    assert.deepEqual(told(), GIVEN);
  });

  for (const [what, status] of [
    ['has no such interface', 404],
    ['refuses it', 403],
  ] as const) {
    it(`are not there where a server ${what}: no error, and no question for a while`, async () => {
      const { reactions, key, told, clock } = await person();
      sandbox.faults.add({ kind: 'status', status, path: '/api/graphql', next: 1 });
      await reactions.refresh(key);
      clock.time += 10 * 60_000;
      await reactions.refresh(key);
      reactions.retain(key);
      assert.deepEqual([told(), questions()], [undefined, 1]);
      clock.time += HOUR;
      await reactions.refresh(key);
      assert.deepEqual(told(), GIVEN);
    });
  }

  it('are forgotten with the account, and read for the next one where somebody sees them', async () => {
    const { reactions, key, told } = await person();
    await reactions.refresh(key);
    const held = reactions.retain(key);
    reactions.clear();
    assert.equal(told(), undefined);
    await new Promise((resolve) => reactions.onDidChange(resolve));
    assert.deepEqual(told(), GIVEN);
    held.dispose();
  });

  it('stay the same when something is given and taken back, whatever was there', () => {
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

  it('leave out what nobody gave, and notes without a number', () => {
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
