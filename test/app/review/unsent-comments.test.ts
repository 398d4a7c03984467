import assert from 'node:assert/strict';
import { positionIn } from '../../../src/app/review/comment-frames';
import { writesTo } from '../../builders/acting';
import { heldMemory } from '../../builders/stores';
import { commenting, GIFT_CARDS } from './helpers/commenting';

describe('comments that are not sent yet', () => {
  const world = commenting();
  const { person, sideOf } = world;

  it('are kept as drafts that nobody else sees, and published all at once', async () => {
    const who = person();
    const { discussions, talk, key } = who;
    await discussions.get(key);
    const position = positionIn(await sideOf(who, 'src/checkout/pay.ts'), 5, 5);
    await talk.say(key, { body: 'First', draft: true, position });
    await talk.say(key, { body: 'Second', draft: true });
    await talk.say(key, { body: 'Third', draft: true });
    const { drafts = [] } = discussions.peek(key) ?? {};
    assert.deepEqual(
      drafts.map(({ note }) => note),
      ['First', 'Second', 'Third'],
    );
    await talk.removeDraft(key, drafts[1]?.id ?? 0);
    const [first] = drafts;
    assert.equal((await talk.say(key, { body: 'First!', draft: true, note: first?.id })).kind, 'sent');
    const changed = discussions.peek(key)?.drafts?.[0];
    assert.deepEqual([changed?.note, changed?.position], ['First!', first?.position]);
    const other = person('developer');
    assert.ok((await other.discussions.get(key)).threads.every(({ notes }) => notes[0]?.body !== 'First'));
    assert.equal(await talk.publish(key), 2);
    const now = discussions.peek(key);
    assert.deepEqual(now?.drafts, []);
    assert.deepEqual(
      now.threads.slice(-2).map(({ notes }) => notes[0]?.body),
      ['First!', 'Third'],
    );
    assert.equal((await other.discussions.refresh(key)).threads.length, now.threads.length);
  });

  it('that change a draft are not sent twice where only the answer was lost', async () => {
    const { discussions, outbox, talk, key } = person();
    await discussions.get(key);
    await talk.say(key, { body: 'First', draft: true });
    const note = discussions.peek(key)?.drafts?.[0]?.id;
    world.sandbox.faults.add({
      kind: 'status',
      status: 502,
      method: 'PUT',
      path: '**/draft_notes/*',
      next: 1,
    });
    const kept = await talk.say(key, { body: 'Other', draft: true, note });
    assert.ok(kept.kind === 'kept');
    assert.equal(discussions.peek(key)?.drafts?.[0]?.note, 'First');
    assert.deepEqual(await talk.sendAgain(kept.id), { kind: 'sent' });
    assert.deepEqual([discussions.peek(key)?.drafts?.[0]?.note, outbox.list(key)], ['Other', []]);
    world.sandbox.faults.add({ kind: 'cut', method: 'PUT', path: '**/draft_notes/*', next: 1 });
    const lost = await talk.say(key, { body: 'Third', draft: true, note });
    assert.ok(lost.kind === 'kept');
    assert.deepEqual(await talk.sendAgain(lost.id), { kind: 'arrived' });
    assert.equal(discussions.peek(key)?.drafts?.[0]?.note, 'Third');
  });

  it('that were not taken are kept over the end of the session, and sent again when asked to', async () => {
    const { outbox, talk, key, memory } = person();
    world.sandbox.faults.add({ kind: 'status', status: 500, method: 'POST', path: '**/notes' });
    const outcome = await talk.say(key, { body: 'Is this rounded?', draft: false });
    assert.equal(outcome.kind, 'kept');
    assert.deepEqual(
      outbox.list(key).map(({ body, state }) => [body, state]),
      [['Is this rounded?', 'failed']],
    );
    world.sandbox.faults.clear();
    const later = person('maintainer', memory);
    const [kept] = later.outbox.list(key);
    assert.equal(kept?.body, 'Is this rounded?');
    const fired: unknown[] = [];
    later.outbox.onDidChange((at) => fired.push(at));
    assert.deepEqual(await later.talk.sendAgain(kept.id), { kind: 'sent' });
    assert.deepEqual([later.outbox.list(), fired.length > 0], [[], true]);
    assert.equal(later.discussions.peek(key)?.threads.at(-1)?.notes[0]?.body, 'Is this rounded?');
  });

  it('are not sent twice where only the answer was lost', async () => {
    const { outbox, talk, discussions, key } = person();
    await discussions.get(key);
    world.sandbox.faults.add({ kind: 'cut', method: 'POST', path: '**/notes' });
    const outcome = await talk.say(key, { body: 'Once is enough', draft: false });
    assert.equal(outcome.kind, 'kept');
    world.sandbox.faults.clear();
    assert.deepEqual(await talk.sendAgain(outcome.id), { kind: 'arrived' });
    assert.deepEqual(outbox.list(), []);
    const said = discussions.peek(key)?.threads.filter(({ notes }) => notes[0]?.body === 'Once is enough');
    assert.equal(said?.length, 1);
  });

  it('are found on a server whose clock is an hour behind', async () => {
    const clock = { now: () => Date.now() + 3_600_000 };
    const { talk, discussions, key } = person('maintainer', heldMemory(), clock);
    await discussions.get(key);
    world.sandbox.faults.add({ kind: 'cut', method: 'POST', path: '**/notes', next: 1 });
    const outcome = await talk.say(key, { body: 'What time is it?', draft: false });
    assert.ok(outcome.kind === 'kept');
    assert.deepEqual(await talk.sendAgain(outcome.id), { kind: 'arrived' });
    assert.equal(writesTo(world.sandbox).length, 1);
  });

  it('are not taken for one that was written before in the same words', async () => {
    const { talk, discussions, key } = person();
    await discussions.get(key);
    await talk.say(key, { body: 'Looks good', draft: false });
    world.sandbox.faults.add({ kind: 'reset', method: 'POST', path: '**/notes', next: 1 });
    const outcome = await talk.say(key, { body: 'Looks good', draft: false });
    assert.ok(outcome.kind === 'kept');
    assert.deepEqual(await talk.sendAgain(outcome.id), { kind: 'sent' });
  });

  it('that are unconfirmed leave the outbox once a refresh shows that they arrived', async () => {
    const { outbox, talk, discussions, key } = person();
    await discussions.get(key);
    world.sandbox.faults.add({ kind: 'cut', method: 'POST', path: '**/notes', next: 1 });
    await talk.say(key, { body: 'It arrived', draft: false });
    world.sandbox.faults.add({ kind: 'reset', method: 'POST', path: '**/notes', next: 1 });
    await talk.say(key, { body: 'It got lost', draft: false });
    assert.deepEqual(
      outbox.list(key).map(({ unconfirmed }) => unconfirmed),
      [true, true],
    );
    const dropped = new Promise((resolve) => outbox.onDidChange(resolve));
    await discussions.refresh(key);
    await dropped;
    assert.deepEqual(
      outbox.list(key).map(({ body }) => body),
      ['It got lost'],
    );
    assert.equal(writesTo(world.sandbox).length, 2);
  });

  it('are sent once, however often the button is pressed', async () => {
    const { talk, discussions, key } = person();
    await discussions.get(key);
    const said = { body: 'Twice?', draft: false };
    await Promise.all([talk.say(key, said), talk.say(key, said)]);
    assert.deepEqual(writesTo(world.sandbox), [`POST ${GIFT_CARDS}/notes`]);
  });

  it('have no drafts where the server has none, and are there all the same', async () => {
    const { discussions, key } = person();
    world.sandbox.faults.add({ kind: 'status', status: 404, path: '**/draft_notes' });
    const talk = await discussions.get(key);
    assert.ok(talk.threads.length > 0 && talk.drafts === undefined && talk.missing === undefined);
  });
});
