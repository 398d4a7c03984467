import assert from 'node:assert/strict';
import { Changes } from '../../src/app/changes';
import { CommentFrames, positionIn, type SideFrame } from '../../src/app/comment-frames';
import { CommentOutbox } from '../../src/app/comment-outbox';
import { DiscussionActions } from '../../src/app/discussion-actions';
import { Discussions } from '../../src/app/discussions';
import { getUser } from '../../src/api/endpoints/server';
import { sidesOf } from '../../src/presentation/review-sides';
import { spanOf } from '../../src/domain/diff/positions';
import { startSandbox, type Sandbox } from '../../src/sandbox/index';
import { Emitter } from '../../src/base/emitter';
import type { MergeRequestKey } from '../../src/app/keys';
import { closeAll } from '../api/helpers/client';
import { actingOn, writesTo } from '../builders/acting';
import { heldMemory } from '../builders/stores';

const GIFT_CARDS = 12;

describe('comments of a merge request', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  /** Everything that comments are made of, as one person has it. */
  const person = (role: keyof Sandbox['tokens'] = 'maintainer', memory = heldMemory()) => {
    const { client, store: mergeRequests, key } = actingOn(sandbox, role);
    const clientFor = () => client;
    const outbox = new CommentOutbox(memory);
    const discussions = new Discussions({ clientFor, mergeRequests });
    const userOf = () => client.call(getUser, {});
    const talk = new DiscussionActions({ clientFor, mergeRequests, discussions, outbox, userOf });
    const reviewed = { last: () => undefined, onDidChange: new Emitter<MergeRequestKey>().event };
    const changes = new Changes({ clientFor, mergeRequests, reviewed });
    const frames = new CommentFrames(changes);
    return {
      client,
      mergeRequests,
      outbox,
      discussions,
      talk,
      changes,
      frames,
      memory,
      key: key(GIFT_CARDS),
    };
  };

  /** The side of a file as the newest version shows it. */
  const sideOf = async (
    { changes, frames, key }: ReturnType<typeof person>,
    path: string,
    side: 'old' | 'new' = 'new',
  ): Promise<SideFrame> => {
    const { refs, files } = await changes.whole(key);
    const file = files.find((each) => each.path === path);
    assert.ok(refs && file, path);
    const frame = await frames.of(sidesOf({ mergeRequest: key, refs, fromRefs: undefined }, file)[side]);
    assert.ok(frame);
    return frame;
  };

  it('are read once, and what is said is among them without reading them again', async () => {
    const { discussions, talk, key } = person();
    const before = await discussions.get(key);
    await discussions.get(key);
    assert.equal(sandbox.requests().filter(({ path }) => path.includes('/discussions')).length, 1);
    assert.equal((await talk.say(key, { body: 'And refunds?', draft: false })).kind, 'sent');
    const after = discussions.peek(key);
    assert.deepEqual(
      after?.threads.map(({ notes }) => notes[0]?.body),
      [...before.threads.map(({ notes }) => notes[0]?.body), 'And refunds?'],
    );
  });

  it('can stand at any line of any file, on both sides, and come back to it', async () => {
    const one = person();
    for (const iid of [11, 12, 22]) {
      const who = { ...one, key: { ...one.key, iid } };
      const { refs, files } = await who.changes.whole(who.key);
      assert.ok(refs);
      for (const file of files) {
        for (const side of ['old', 'new'] as const) {
          const address = sidesOf({ mergeRequest: who.key, refs, fromRefs: undefined }, file)[side];
          const frame = await who.frames.of(address);
          if (frame === undefined) continue;
          const lines = new Set(
            file.diff.hunks.flatMap((hunk) => {
              const [start, count] =
                side === 'old' ? [hunk.oldStart, hunk.oldLines] : [hunk.newStart, hunk.newLines];
              return Array.from({ length: count }, (_, index) => start + index);
            }),
          );
          for (const line of lines) {
            const position = positionIn(frame, Math.max(line - 1, Math.min(...lines)), line);
            assert.ok(position, `${file.path} ${side} ${line}`);
            const body = `${side} ${line}`;
            const outcome = await who.talk.say(who.key, { body, draft: false, position });
            assert.deepEqual(outcome, { kind: 'sent' }, `!${iid} ${file.path} ${body}`);
            const made = who.discussions.peek(who.key) ?? (await who.discussions.get(who.key));
            const told = made.threads.at(-1)?.notes[0]?.position;
            assert.ok(told);
            const placed = await who.frames.place(who.key, frame, told);
            assert.ok(placed && !placed.older);
            assert.deepEqual(placed.span, spanOf(position));
            if (side === 'new') assert.deepEqual([placed.span.side, placed.span.end], ['new', line]);
          }
        }
      }
    }
  });

  it('stand at lines that the diff does not show, too', async () => {
    const who = person();
    const frame = await sideOf(who, 'src/checkout/pay.ts');
    const far = positionIn(frame, 2_000, 2_000);
    if (frame.diff.change === 'added') assert.equal(far, undefined);
    else assert.ok(far?.old_line !== undefined && far.new_line === 2_000);
  });

  it('are answered, changed, deleted and resolved', async () => {
    const { discussions, talk, key } = person();
    await discussions.get(key);
    await talk.say(key, { body: 'Why?', draft: false });
    const thread = () => discussions.peek(key)?.threads.at(-1);
    const id = thread()?.id ?? '';
    await talk.say(key, { body: 'Because.', draft: false, discussion: id });
    const [first, reply] = thread()?.notes ?? [];
    await talk.say(key, { body: 'Therefore.', draft: false, discussion: id, note: reply?.id });
    assert.deepEqual(
      thread()?.notes.map(({ body }) => body),
      ['Why?', 'Therefore.'],
    );
    await talk.resolve(key, id, true);
    assert.ok(thread()?.notes.every(({ resolved }) => resolved));
    await talk.resolve(key, id, false);
    assert.ok(thread()?.notes.every(({ resolved }) => !resolved));
    await talk.remove(key, id, reply?.id ?? 0);
    await talk.remove(key, id, first?.id ?? 0);
    assert.notEqual(thread()?.id, id);
    assert.deepEqual(
      (await discussions.refresh(key)).threads.filter((each) => each.id === id),
      [],
    );
  });

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
    sandbox.faults.add({ kind: 'status', status: 502, method: 'PUT', path: '**/draft_notes/*', next: 1 });
    const kept = await talk.say(key, { body: 'Other', draft: true, note });
    assert.ok(kept.kind === 'kept');
    assert.equal(discussions.peek(key)?.drafts?.[0]?.note, 'First');
    assert.deepEqual(await talk.sendAgain(kept.id), { kind: 'sent' });
    assert.deepEqual([discussions.peek(key)?.drafts?.[0]?.note, outbox.list(key)], ['Other', []]);
    sandbox.faults.add({ kind: 'cut', method: 'PUT', path: '**/draft_notes/*', next: 1 });
    const lost = await talk.say(key, { body: 'Third', draft: true, note });
    assert.ok(lost.kind === 'kept');
    assert.deepEqual(await talk.sendAgain(lost.id), { kind: 'arrived' });
    assert.equal(discussions.peek(key)?.drafts?.[0]?.note, 'Third');
  });

  it('that were not taken are kept over the end of the session, and sent again when asked to', async () => {
    const { outbox, talk, key, memory } = person();
    sandbox.faults.add({ kind: 'status', status: 500, method: 'POST', path: '**/discussions' });
    const outcome = await talk.say(key, { body: 'Is this rounded?', draft: false });
    assert.equal(outcome.kind, 'kept');
    assert.deepEqual(
      outbox.list(key).map(({ body, state }) => [body, state]),
      [['Is this rounded?', 'failed']],
    );
    sandbox.faults.clear();
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
    sandbox.faults.add({ kind: 'cut', method: 'POST', path: '**/discussions' });
    const outcome = await talk.say(key, { body: 'Once is enough', draft: false });
    assert.equal(outcome.kind, 'kept');
    sandbox.faults.clear();
    assert.deepEqual(await talk.sendAgain(outcome.id), { kind: 'arrived' });
    assert.deepEqual(outbox.list(), []);
    const said = discussions.peek(key)?.threads.filter(({ notes }) => notes[0]?.body === 'Once is enough');
    assert.equal(said?.length, 1);
  });

  it('are sent once, however often the button is pressed', async () => {
    const { talk, discussions, key } = person();
    await discussions.get(key);
    const said = { body: 'Twice?', draft: false };
    await Promise.all([talk.say(key, said), talk.say(key, said)]);
    assert.deepEqual(writesTo(sandbox), [`POST ${GIFT_CARDS}/discussions`]);
  });

  for (const status of [404, 403] as const) {
    it(`are not there where the server answers ${status}, which is no error`, async () => {
      const { discussions, key } = person();
      sandbox.faults.add({ kind: 'status', status, path: '**/discussions' });
      const talk = await discussions.get(key);
      assert.deepEqual([talk.threads, talk.missing], [[], status === 404 ? 'not-found' : 'forbidden']);
    });
  }

  it('have no drafts where the server has none, and are there all the same', async () => {
    const { discussions, key } = person();
    sandbox.faults.add({ kind: 'status', status: 404, path: '**/draft_notes' });
    const talk = await discussions.get(key);
    assert.ok(talk.threads.length > 0 && talk.drafts === undefined && talk.missing === undefined);
  });

  it('follow what others say while they are held', async () => {
    const { discussions, mergeRequests, key } = person();
    await mergeRequests.get(key);
    const { threads } = await discussions.get(key);
    const held = discussions.hold(key);
    sandbox.advance(5_000);
    const other = person('developer');
    await other.talk.say(key, { body: 'New', draft: false });
    const changed = new Promise<void>((resolve) => {
      discussions.onDidChange(() => {
        resolve();
      });
    });
    await mergeRequests.refresh(key);
    await changed;
    assert.equal(discussions.peek(key)?.threads.length, threads.length + 1);
    held.dispose();
  });

  it('are forgotten with the account', async () => {
    const { discussions, key } = person();
    await discussions.get(key);
    discussions.clear();
    assert.equal(discussions.peek(key), undefined);
  });
});
