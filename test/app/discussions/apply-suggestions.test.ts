import assert from 'node:assert/strict';
import { createDiscussion } from '../../../src/api/endpoints/discussions';
import { listMergeRequestCommits } from '../../../src/api/endpoints/merge-requests';
import { isOutcomeUnknown } from '../../../src/api/errors';
import { ServerSuggestions } from '../../../src/app/discussions/apply-suggestions/server-suggestions';
import {
  type ServerEdit,
  SuggestionBatches,
} from '../../../src/app/discussions/apply-suggestions/suggestion-batches';
import { systemClock } from '../../../src/base/clock';
import { commenting } from './helpers/commenting';

const FILE = 'src/cart/page.ts';

describe('applying suggestions on the server', () => {
  const world = commenting();

  /** Returns a user, and a suggestion of another user on each of two lines. */
  const suggested = async () => {
    const me = world.person('maintainer');
    const other = world.person('developer');
    const key = { ...me.key, iid: 15 };
    const { diff_refs: refs, sha } = await me.mergeRequests.refresh(key);
    const edits: ServerEdit[] = [];
    for (const line of [1, 3]) {
      const made = await other.client.call(createDiscussion, {
        id: key.project,
        merge_request_iid: key.iid,
        body: `\`\`\`suggestion\nconst line${line} = 1;\n\`\`\``,
        position: {
          base_sha: refs?.base_sha ?? '',
          start_sha: refs?.start_sha ?? '',
          head_sha: refs?.head_sha ?? '',
          position_type: 'text',
          ...{ old_path: FILE, new_path: FILE, new_line: line },
        },
      });
      const [note] = made.notes;
      const id = note?.suggestions?.[0]?.id;
      assert.ok(note && id);
      edits.push({
        ...{ id, discussion: made.id, note: note.id, path: FILE },
        ...{ head: refs?.head_sha ?? undefined, start: line, end: line },
      });
    }
    const { client, discussions, mergeRequests, discussionActions } = me;
    const batches = new SuggestionBatches({ discussions });
    const server = new ServerSuggestions({
      ...{
        clientFor: () => client,
        mergeRequests,
        discussions,
        discussionActions,
        batches,
        clock: systemClock,
      },
    });
    await discussions.refresh(key);
    const [first, second] = edits;
    assert.ok(first && second);
    const stateOf = ({ note }: ServerEdit) => {
      const found = discussions
        .peek(key)
        ?.threads.flatMap(({ notes }) => notes)
        .find(({ id }) => id === note);
      return [found?.suggestions?.[0]?.applied, found?.resolved];
    };
    return { me, key, sha, first, second, batches, server, stateOf };
  };
  const writes = () =>
    world.sandbox.requests().filter(({ method, path }) => method === 'PUT' && path.includes('/suggestions/'));

  it('creates one commit, resolves the threads, and shows the new version', async () => {
    const { me, key, sha, first, second, batches, server, stateOf } = await suggested();
    assert.ok(batches.add(key, first) && batches.add(key, second));
    const moved = new Promise<void>((resolve) => {
      me.mergeRequests.onDidChange(() => {
        const now = me.mergeRequests.peek(key)?.sha;
        if (now !== undefined && now !== sha) resolve();
      });
    });
    const { unresolved } = await server.apply(key, batches.of(key), 'Improve both');
    assert.equal(unresolved, undefined);
    assert.deepEqual(
      [stateOf(first), stateOf(second)],
      [
        [true, true],
        [true, true],
      ],
    );
    assert.deepEqual(batches.of(key), []);
    await moved;
    const args = { id: key.project, merge_request_iid: key.iid };
    const { items } = await me.client.page(listMergeRequestCommits, args);
    assert.deepEqual([items[0]?.title, items[1]?.id], ['Improve both', sha]);
    assert.equal(writes().length, 1);
  });

  it('sends the same suggestion once, and other suggestions afterward', async () => {
    const { key, first, second, server, stateOf } = await suggested();
    await Promise.all([server.apply(key, [first]), server.apply(key, [first]), server.apply(key, [second])]);
    assert.equal(writes().length, 2);
    assert.deepEqual(
      [stateOf(first), stateOf(second)],
      [
        [true, true],
        [true, true],
      ],
    );
  });

  it('reports a lost response as unknown, keeps the batch, and sends nothing again', async () => {
    const { key, first, batches, server } = await suggested();
    batches.add(key, first);
    world.sandbox.faults.add({ kind: 'reset', method: 'PUT', path: '**/suggestions/**' });
    await assert.rejects(server.apply(key, [first]), (error) => isOutcomeUnknown(error));
    assert.equal(writes().length, 1);
    assert.deepEqual(batches.of(key), [first]);
  });

  it('keeps a batch without overlaps, and without suggestions that were applied elsewhere', async () => {
    const { me, key, first, second, batches, server } = await suggested();
    const changes: number[] = [];
    batches.onDidChange(() => changes.push(batches.of(key).length));
    assert.ok(batches.add(key, first));
    assert.ok(!batches.add(key, { ...second, start: 1 }));
    assert.ok(batches.add(key, second));
    assert.deepEqual(batches.latest(), key);
    batches.remove(key, [second.id]);
    assert.ok(batches.has(key, first.id) && !batches.has(key, second.id));
    const { client } = world.person('owner');
    const elsewhere = world.person('owner');
    await new ServerSuggestions({
      ...{
        clientFor: () => client,
        mergeRequests: elsewhere.mergeRequests,
        discussions: elsewhere.discussions,
      },
      ...{
        discussionActions: elsewhere.discussionActions,
        batches: { remove: () => undefined },
        clock: systemClock,
      },
    }).apply(key, [first]);
    await me.discussions.refresh(key);
    assert.deepEqual([batches.of(key), batches.latest()], [[], undefined]);
    assert.deepEqual(changes, [1, 2, 1, 0]);
    await assert.rejects(server.apply(key, [first]), /bad-request \(400\): Can't apply this suggestion/);
  });
});
