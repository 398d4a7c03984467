import assert from 'node:assert/strict';
import { positionIn } from '../../../src/app/changes/commentable-files';
import { systemClock } from '../../../src/base/clock';
import { positionInImage } from '../../../src/domain/changes/positions';
import { threadState } from '../../../src/domain/discussions/threads';
import { writesTo } from '../../builders/acting';
import { faultProxy } from '../../builders/fault-proxy';
import { heldMemory } from '../../builders/stores';
import { commenting, GIFT_CARDS } from './helpers/commenting';

describe('unsent comments', () => {
  const world = commenting();
  const { person, sideOf } = world;

  it("are stored as pending comments that other users can't see, and submitted together", async () => {
    const who = person();
    const { discussions, discussionActions, key } = who;
    await discussions.get(key);
    const position = positionIn(await sideOf(who, 'src/checkout/pay.ts'), 5, 5);
    await discussionActions.post(key, { kind: 'pending', body: 'First', position });
    await discussionActions.post(key, { kind: 'pending', body: 'Second' });
    await discussionActions.post(key, { kind: 'pending', body: 'Third' });
    const { drafts = [] } = discussions.peek(key) ?? {};
    assert.deepEqual(
      drafts.map(({ note }) => note),
      ['First', 'Second', 'Third'],
    );
    await discussionActions.removeDraft(key, drafts[1]?.id ?? 0);
    const [first] = drafts;
    assert.equal(
      (await discussionActions.post(key, { kind: 'pending-edit', body: 'First!', note: first?.id ?? 0 }))
        .kind,
      'sent',
    );
    const changed = discussions.peek(key)?.drafts?.[0];
    assert.deepEqual([changed?.note, changed?.position], ['First!', first?.position]);
    const other = person('developer');
    assert.ok((await other.discussions.get(key)).threads.every(({ notes }) => notes[0]?.body !== 'First'));
    assert.equal(await discussionActions.publish(key), 2);
    const now = discussions.peek(key);
    assert.deepEqual(now?.drafts, []);
    assert.deepEqual(
      now.threads.slice(-2).map(({ notes }) => notes[0]?.body),
      ['First!', 'Third'],
    );
    assert.equal((await other.discussions.refresh(key)).threads.length, now.threads.length);
  });

  it('are counted as the server has them, not as they were read before', async () => {
    const { discussions, discussionActions, key } = person();
    await discussions.get(key);
    const elsewhere = person();
    for (const body of ['First', 'Second', 'Third'])
      await elsewhere.discussionActions.post(key, { kind: 'pending', body });
    assert.equal(await discussionActions.publish(key), 3);
    await discussionActions.post(key, { kind: 'pending', body: 'Fourth' });
    await elsewhere.discussionActions.publish(key);
    assert.equal(await discussionActions.publish(key), 0);
  });

  it('update a pending comment only once if the response is lost', async () => {
    const { discussions, outbox, discussionActions, key } = person();
    await discussions.get(key);
    await discussionActions.post(key, { kind: 'pending', body: 'First' });
    const note = discussions.peek(key)?.drafts?.[0]?.id ?? 0;
    world.sandbox.faults.add({
      kind: 'status',
      status: 502,
      method: 'PUT',
      path: '**/draft_notes/*',
      next: 1,
    });
    const kept = await discussionActions.post(key, { kind: 'pending-edit', body: 'Other', note });
    assert.ok(kept.kind === 'kept');
    assert.equal(discussions.peek(key)?.drafts?.[0]?.note, 'First');
    assert.deepEqual(await discussionActions.sendAgain(kept.id), { kind: 'sent' });
    assert.deepEqual([discussions.peek(key)?.drafts?.[0]?.note, outbox.list(key)], ['Other', []]);
    world.sandbox.faults.add({ kind: 'cut', method: 'PUT', path: '**/draft_notes/*', next: 1 });
    const lost = await discussionActions.post(key, { kind: 'pending-edit', body: 'Third', note });
    assert.ok(lost.kind === 'kept');
    assert.deepEqual(await discussionActions.sendAgain(lost.id), { kind: 'arrived' });
    assert.equal(discussions.peek(key)?.drafts?.[0]?.note, 'Third');
  });

  it('resolve their thread once they are confirmed', async () => {
    const { discussions, outbox, discussionActions, key } = person();
    await discussions.get(key);
    await discussionActions.post(key, { kind: 'thread', body: 'Why?' });
    const thread = () => discussions.peek(key)?.threads.find(({ notes }) => notes[0]?.body === 'Why?');
    const discussion = thread()?.id ?? '';
    const reply = { kind: 'reply', body: 'Because.', discussion, resolve: true } as const;
    world.sandbox.faults.add({ kind: 'status', status: 403, method: 'POST', path: '**/notes', next: 1 });
    const refused = await discussionActions.post(key, reply);
    assert.ok(refused.kind === 'kept');
    assert.equal(threadState(thread() ?? { id: '', notes: [] }), 'open');
    world.sandbox.faults.add({ kind: 'cut', method: 'POST', path: '**/notes', next: 1 });
    const lost = await discussionActions.sendAgain(refused.id);
    assert.ok(lost.kind === 'kept');
    assert.equal(threadState(thread() ?? { id: '', notes: [] }), 'open');
    assert.deepEqual(await discussionActions.sendAgain(lost.id), { kind: 'arrived' });
    assert.equal(threadState(thread() ?? { id: '', notes: [] }), 'resolved');
    assert.deepEqual([thread()?.notes.length, outbox.list(key)], [2, []]);
  });

  it('are stored after an error, and sent again on request in a later session', async () => {
    const { outbox, discussionActions, key, memory } = person();
    world.sandbox.faults.add({ kind: 'status', status: 500, method: 'POST', path: '**/notes' });
    const outcome = await discussionActions.post(key, { kind: 'comment', body: 'Is this rounded?' });
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
    assert.deepEqual(await later.discussionActions.sendAgain(kept.id), { kind: 'sent' });
    assert.deepEqual([later.outbox.list(), fired.length > 0], [[], true]);
    assert.equal(later.discussions.peek(key)?.threads.at(-1)?.notes[0]?.body, 'Is this rounded?');
  });

  it("aren't sent twice if only the response was lost", async () => {
    const { outbox, discussionActions, discussions, key } = person();
    await discussions.get(key);
    world.sandbox.faults.add({ kind: 'cut', method: 'POST', path: '**/notes' });
    const outcome = await discussionActions.post(key, { kind: 'comment', body: 'Once is enough' });
    assert.equal(outcome.kind, 'kept');
    world.sandbox.faults.clear();
    assert.deepEqual(await discussionActions.sendAgain(outcome.id), { kind: 'arrived' });
    assert.deepEqual(outbox.list(), []);
    const postedThreads = discussions
      .peek(key)
      ?.threads.filter(({ notes }) => notes[0]?.body === 'Once is enough');
    assert.equal(postedThreads?.length, 1);
  });

  for (const fault of ['half a body', '502 after commit'] as const)
    it(`are found by a separate read while another read is in progress, after ${fault}`, async () => {
      const server = await faultProxy(world.sandbox.url);
      const through = { url: server.url, policy: true };
      const who = person('maintainer', heldMemory(), systemClock, through);
      const { discussionActions, discussions, key } = who;
      await discussions.get(key);
      const slow = server.hold(/^GET .*\/discussions$/);
      const polling = discussions.refresh(key, { priority: 'background' });
      await slow.arrived;
      server.spoil(/^POST .*\/notes$/, fault);
      const outcome = await discussionActions.post(key, { kind: 'comment', body: 'Only once' });
      assert.ok(outcome.kind === 'kept');
      const again = discussionActions.sendAgain(outcome.id);
      setImmediate(() => {
        slow.release();
      });
      assert.deepEqual(await again, { kind: 'arrived' });
      await polling;
      assert.equal(writesTo(world.sandbox).length, 1);
      assert.equal(discussions.peek(key)?.threads.at(-1)?.notes[0]?.body, 'Only once');
      await server.close();
    });

  it('are found on a server whose clock is an hour behind', async () => {
    const clock = { now: () => Date.now() + 3_600_000 };
    const { discussionActions, discussions, key } = person('maintainer', heldMemory(), clock);
    await discussions.get(key);
    world.sandbox.faults.add({ kind: 'cut', method: 'POST', path: '**/notes', next: 1 });
    const outcome = await discussionActions.post(key, { kind: 'comment', body: 'What time is it?' });
    assert.ok(outcome.kind === 'kept');
    assert.deepEqual(await discussionActions.sendAgain(outcome.id), { kind: 'arrived' });
    assert.equal(writesTo(world.sandbox).length, 1);
  });

  it('are distinguished from an earlier comment with the same text', async () => {
    const { discussionActions, discussions, key } = person();
    await discussions.get(key);
    await discussionActions.post(key, { kind: 'comment', body: 'Looks good' });
    world.sandbox.faults.add({ kind: 'reset', method: 'POST', path: '**/notes', next: 1 });
    const outcome = await discussionActions.post(key, { kind: 'comment', body: 'Looks good' });
    assert.ok(outcome.kind === 'kept');
    assert.deepEqual(await discussionActions.sendAgain(outcome.id), { kind: 'sent' });
  });

  it('are distinguished from a comment with the same text at another place in an image', async () => {
    const { discussions, outbox, discussionActions, key, frames } = person();
    await discussions.get(key);
    const file = await frames.ofFile(key, 'src/checkout/pay.ts');
    assert.ok(file);
    const at = (x: number) => positionInImage(file, { x, y: 1, width: 10, height: 20 });
    const comment = (x: number) => ({ kind: 'thread', body: 'Here?', position: at(x) }) as const;
    world.sandbox.faults.add({ kind: 'cut', method: 'POST', path: '**/discussions', next: 1 });
    const lost = await discussionActions.post(key, comment(1));
    assert.ok(lost.kind === 'kept');
    world.sandbox.faults.add({
      kind: 'status',
      status: 500,
      method: 'POST',
      path: '**/discussions',
      next: 1,
    });
    const failed = await discussionActions.post(key, comment(2));
    assert.ok(failed.kind === 'kept');
    assert.deepEqual(await discussionActions.sendAgain(lost.id), { kind: 'arrived' });
    assert.deepEqual(await discussionActions.sendAgain(failed.id), { kind: 'sent' });
    const places = discussions
      .peek(key)
      ?.threads.flatMap(({ notes }) => notes.filter(({ body }) => body === 'Here?'))
      .map(({ position }) => position?.x);
    assert.deepEqual([places, outbox.list(key)], [[1, 2], []]);
  });

  it('are removed from the outbox once a refresh finds them on the server', async () => {
    const { outbox, discussionActions, discussions, key } = person();
    await discussions.get(key);
    world.sandbox.faults.add({ kind: 'cut', method: 'POST', path: '**/notes', next: 1 });
    await discussionActions.post(key, { kind: 'comment', body: 'It arrived' });
    world.sandbox.faults.add({ kind: 'reset', method: 'POST', path: '**/notes', next: 1 });
    await discussionActions.post(key, { kind: 'comment', body: 'It got lost' });
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

  it("aren't sent again while they are being sent", async () => {
    const { outbox, discussionActions, discussions, key } = person();
    await discussions.get(key);
    const posting = discussionActions.post(key, { kind: 'comment', body: 'Twice?' });
    const id = outbox.list(key)[0]?.id ?? '';
    assert.deepEqual(await discussionActions.sendAgain(id), { kind: 'gone' });
    await posting;
    assert.deepEqual(writesTo(world.sandbox), [`POST ${GIFT_CARDS}/notes`]);
  });

  it('are sent once for concurrent calls', async () => {
    const { discussionActions, discussions, key } = person();
    await discussions.get(key);
    const comment = { kind: 'comment', body: 'Twice?' } as const;
    await Promise.all([discussionActions.post(key, comment), discussionActions.post(key, comment)]);
    assert.deepEqual(writesTo(world.sandbox), [`POST ${GIFT_CARDS}/notes`]);
  });

  it("don't require that the server supports pending comments", async () => {
    const { discussions, key } = person();
    world.sandbox.faults.add({ kind: 'status', status: 404, path: '**/draft_notes' });
    const comments = await discussions.get(key);
    assert.ok(comments.threads.length > 0 && comments.drafts === undefined && comments.missing === undefined);
  });
});
