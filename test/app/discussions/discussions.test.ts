import assert from 'node:assert/strict';
import { createDiscussion, createNote } from '../../../src/api/endpoints/discussions';
import { getMergeRequest } from '../../../src/api/endpoints/merge-requests';
import { positionIn } from '../../../src/app/changes/commentable-files';
import { positionOfFile, spanOf } from '../../../src/domain/changes/positions';
import { threadState } from '../../../src/domain/discussions/threads';
import { sidesOf } from '../../../src/presentation/changes/sides';
import { clientOf } from '../../api/helpers/client';
import { alteredServer } from '../../builders/altered-server';
import { commenting, GIFT_CARDS } from './helpers/commenting';

describe('comments of a merge request', () => {
  const world = commenting();
  const { person, sideOf } = world;

  it('are read again if the merge request changed while they were being read', async () => {
    const { discussions, mergeRequests, key } = person();
    const known = await mergeRequests.refresh(key);
    const held = discussions.retain(key);
    await discussions.get(key);
    const requestCount = () =>
      world.sandbox
        .requests()
        .filter(({ method, path }) => method === 'GET' && /\/discussions(\?|$)/.test(path)).length;
    const before = requestCount();
    const reading = discussions.refresh(key);
    mergeRequests.apply(key, { ...known, updated_at: '2027-01-01T00:00:00Z' });
    await reading;
    assert.equal(requestCount() - before, 2, 'the first answer may be older than the change');
    held.dispose();
  });

  it('are read once, and include a new comment without reading them again', async () => {
    const { discussions, discussionActions, key } = person();
    const before = await discussions.get(key);
    await discussions.get(key);
    assert.equal(world.sandbox.requests().filter(({ path }) => path.includes('/discussions')).length, 1);
    assert.equal((await discussionActions.post(key, { kind: 'comment', body: 'And refunds?' })).kind, 'sent');
    const after = discussions.peek(key);
    assert.deepEqual(
      after?.threads.map(({ notes }) => notes[0]?.body),
      [...before.threads.map(({ notes }) => notes[0]?.body), 'And refunds?'],
    );
  });

  it('can be added to any line of a diff, on both sides, and are shown there', async () => {
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
            const outcome = await who.discussionActions.post(who.key, { kind: 'thread', body, position });
            assert.deepEqual(outcome, { kind: 'sent' }, `!${iid} ${file.path} ${body}`);
            const made = who.discussions.peek(who.key) ?? (await who.discussions.get(who.key));
            const serverPosition = made.threads.at(-1)?.notes[0]?.position;
            assert.ok(serverPosition);
            const placed = await who.frames.place(who.key, frame, serverPosition);
            assert.ok(placed && !placed.older);
            assert.deepEqual(placed.span, spanOf(position));
            if (side === 'new') assert.deepEqual([placed.span?.side, placed.span?.end], ['new', line]);
          }
        }
      }
    }
  });

  it('can be added to a file as a whole, on every kind of change', async () => {
    const one = person();
    for (const iid of [11, 12, 22]) {
      const who = { ...one, key: { ...one.key, iid } };
      const { files } = await who.changes.whole(who.key);
      for (const { path, diff } of files) {
        const frame = await who.frames.ofFile(who.key, path);
        assert.ok(frame, path);
        const position = positionOfFile(frame);
        const outcome = await who.discussionActions.post(who.key, {
          kind: 'thread',
          body: `On ${path}`,
          position,
        });
        assert.deepEqual(outcome, { kind: 'sent' });
        const { threads } = await who.discussions.get(who.key);
        const made = threads.at(-1)?.notes[0]?.position;
        assert.ok(made?.position_type === 'file', path);
        const side = diff.change === 'deleted' ? 'old' : 'new';
        assert.deepEqual(await who.frames.place(who.key, frame, made), {
          side,
          span: undefined,
          older: false,
        });
        const other = await who.frames.ofFile(who.key, files.find((each) => each.path !== path)?.path ?? '');
        if (other !== undefined) assert.equal(await who.frames.place(who.key, other, made), undefined);
      }
    }
    assert.equal(await one.frames.ofFile(one.key, 'no/such/file'), undefined);
  });

  it("can't be added to lines of a file that was only renamed, which the server refuses", async () => {
    const one = person();
    const who = { ...one, key: { ...one.key, iid: 22 } };
    for (const side of ['old', 'new'] as const) {
      const frame = await sideOf(who, 'scripts/release.sh', side);
      assert.equal(positionIn(frame, 1, 1), undefined);
      const body = 'Which one?';
      const position = { ...positionOfFile(frame), position_type: 'text', old_line: 1, new_line: 1 } as const;
      await assert.rejects(
        who.client.call(createDiscussion, {
          id: who.key.project,
          merge_request_iid: 22,
          body,
          position,
        }),
        { message: /line_code: can't be blank; line_code: must be a valid line code/ },
      );
      const onFile = { kind: 'thread', body, position: positionOfFile(frame) } as const;
      assert.deepEqual(await who.discussionActions.post(who.key, onFile), { kind: 'sent' });
    }
  });

  it("can be added to lines that the diff doesn't contain", async () => {
    const who = person();
    const frame = await sideOf(who, 'src/checkout/pay.ts');
    const far = positionIn(frame, 2_000, 2_000);
    if (frame.diff.change === 'added') assert.equal(far, undefined);
    else assert.ok(far?.old_line !== undefined && far.new_line === 2_000);
  });

  it('can be replied to, edited, deleted, and resolved', async () => {
    const { discussions, discussionActions, key } = person();
    await discussions.get(key);
    await discussionActions.post(key, { kind: 'thread', body: 'Why?' });
    const thread = () => discussions.peek(key)?.threads.at(-1);
    const id = thread()?.id ?? '';
    await discussionActions.post(key, { kind: 'reply', body: 'Because.', discussion: id });
    const [first, reply] = thread()?.notes ?? [];
    await discussionActions.post(key, {
      kind: 'edit',
      body: 'Therefore.',
      discussion: id,
      note: reply?.id ?? 0,
    });
    assert.deepEqual(
      thread()?.notes.map(({ body }) => body),
      ['Why?', 'Therefore.'],
    );
    await discussionActions.resolve(key, id, true);
    assert.ok(thread()?.notes.every(({ resolved }) => resolved));
    await discussionActions.resolve(key, id, false);
    assert.ok(thread()?.notes.every(({ resolved }) => !resolved));
    await discussionActions.remove(key, id, reply?.id ?? 0);
    await discussionActions.remove(key, id, first?.id ?? 0);
    assert.notEqual(thread()?.id, id);
    assert.deepEqual(
      (await discussions.refresh(key)).threads.filter((each) => each.id === id),
      [],
    );
  });

  it('on the merge request start no thread, so nothing has to be resolved before merging', async () => {
    const { client, discussions, discussionActions, key } = person();
    const statusOf = async () =>
      (await client.call(getMergeRequest, { id: key.project, merge_request_iid: key.iid }))
        .detailed_merge_status;
    await discussions.get(key);
    const before = await statusOf();
    await discussionActions.post(key, { kind: 'comment', body: 'Looks good.' });
    const postedThread = () =>
      discussions.peek(key)?.threads.find(({ notes }) => notes[0]?.body === 'Looks good.');
    const made = postedThread();
    assert.ok(made);
    assert.deepEqual([made.individual_note, threadState(made)], [true, 'plain']);
    assert.equal(await statusOf(), before);
    // A reply is possible immediately.
    await discussionActions.post(key, { kind: 'reply', body: 'Thanks.', discussion: made.id });
    assert.deepEqual(
      postedThread()?.notes.map(({ body }) => body),
      ['Looks good.', 'Thanks.'],
    );
    await discussionActions.post(key, { kind: 'thread', body: 'Is it?' });
    assert.equal(threadState(discussions.peek(key)?.threads.at(-1) ?? made), 'open');
    assert.equal(await statusOf(), 'discussions_not_resolved');
  });

  it('can consist of quick actions, which create no comment', async () => {
    const server = await alteredServer(world.sandbox.url, (path, value) =>
      path.endsWith('/notes') ? { commands_changes: { label_ids: [1] }, summary: ['Added a label.'] } : value,
    );
    try {
      const token = () => Promise.resolve(world.sandbox.tokens.maintainer);
      const { client } = clientOf(server.url, { credential: { kind: 'personal', token } });
      const made = await client.call(createNote, {
        id: 1,
        merge_request_iid: GIFT_CARDS,
        body: '/label ~bug',
      });
      assert.equal(made, undefined);
    } finally {
      await server.close();
    }
  });

  for (const status of [404, 403] as const) {
    it(`are missing without an error if the server returns ${status}`, async () => {
      const { discussions, key } = person();
      world.sandbox.faults.add({ kind: 'status', status, path: '**/discussions' });
      const comments = await discussions.get(key);
      assert.deepEqual(
        [comments.threads, comments.missing],
        [[], status === 404 ? 'not-found' : 'forbidden'],
      );
    });
  }

  it('include new comments of other users while they are retained', async () => {
    const { discussions, mergeRequests, key } = person();
    await mergeRequests.get(key);
    const { threads } = await discussions.get(key);
    const held = discussions.retain(key);
    world.sandbox.advance(5_000);
    const other = person('developer');
    await other.discussionActions.post(key, { kind: 'comment', body: 'New' });
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

  it('are removed with the account', async () => {
    const { discussions, key } = person();
    await discussions.get(key);
    discussions.clear();
    assert.equal(discussions.peek(key), undefined);
  });
});
