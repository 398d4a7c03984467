import assert from 'node:assert/strict';
import { createNote, listDiscussions } from '../../../../src/api/endpoints/discussions';
import { updateMergeRequest } from '../../../../src/api/endpoints/merge-requests';
import { isOutcomeUnknown } from '../../../../src/api/errors';
import { Discussions } from '../../../../src/app/discussions/discussions';
import { TaskOutdatedError, TaskToggles } from '../../../../src/app/discussions/tasks/task-toggles';
import { MergeRequestActionFailedError } from '../../../../src/domain/merge-requests/action-errors';
import { taskIn } from '../../../../src/domain/shared/tasks';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import type { TaskAct, TaskOwner } from '../../../../src/schemas/task-act';
import { closeAll } from '../../../api/helpers/client';
import { actingOn, writesTo } from '../../../builders/acting';
import { type LossyServer, lossyServer } from '../../../builders/lossy-server';

/** "Redesign cart page", whose description is a task list. */
const CART = 15;

describe('tasks in texts', () => {
  let sandbox: Sandbox;
  let server: LossyServer;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
    server = await lossyServer(sandbox.url);
  });
  afterEach(async () => {
    await closeAll();
    await server.close();
    await sandbox.close();
  });

  const person = (role: keyof Sandbox['tokens'] = 'maintainer') => {
    const { client, store, actions, key } = actingOn({ ...sandbox, url: server.url }, role);
    const clientFor = () => client;
    const discussions = new Discussions({ clientFor, mergeRequests: store });
    const toggles = new TaskToggles({ clientFor, actions, mergeRequests: store, discussions });
    return { client, store, discussions, toggles, key: key(CART) };
  };
  const taskOf = (source: string, line: number, owner: TaskOwner = { kind: 'description' }): TaskAct => {
    const task = taskIn(source, line);
    assert.ok(task, source);
    return { ...task, owner };
  };

  it('are checked and unchecked in the description, one after the other', async () => {
    const { toggles, store, key } = person();
    await store.refresh(key);
    const both = [
      toggles.toggle(key, taskOf('- [ ] Items', 1)),
      toggles.toggle(key, taskOf('- [x] Header', 0)),
    ];
    assert.deepEqual(toggles.pending(key, { kind: 'description' }), [1, 0]);
    await Promise.all(both);
    assert.deepEqual(toggles.pending(key, { kind: 'description' }), []);
    const { description } = await store.refresh(key);
    assert.equal(description, '- [ ] Header\n- [x] Items\n- [ ] Total\n');
    assert.deepEqual(writesTo(sandbox), [`PUT ${CART}`, `PUT ${CART}`]);
  });

  it("aren't changed if the text was changed since it was shown", async () => {
    const { client, toggles, store, key } = person();
    await store.refresh(key);
    const description = 'New first line\n\n- [ ] Header\n- [ ] Items\n';
    await client.call(updateMergeRequest, { id: 1, merge_request_iid: CART, description });
    await assert.rejects(toggles.toggle(key, taskOf('- [ ] Items', 1)), TaskOutdatedError);
    assert.equal((await store.refresh(key)).description, description);
    await assert.rejects(toggles.toggle(key, taskOf('- [ ] Items', 1)), TaskOutdatedError, 'another line');
    assert.deepEqual(writesTo(sandbox), [`PUT ${CART}`], 'only the change of the other client');
  });

  it('are checked in a comment, and only if it was not changed', async () => {
    const { client, toggles, discussions, key } = person();
    const args = { id: 1, merge_request_iid: CART };
    await client.call(createNote, { ...args, body: 'Before merging:\n\n- [ ] Ask' });
    const { threads } = await discussions.refresh(key);
    const thread = threads.at(-1);
    const note = thread?.notes[0];
    assert.ok(thread && note);
    const owner = { kind: 'note', note: note.id, discussion: thread.id } as const;
    await toggles.toggle(key, taskOf('- [ ] Ask', 2, owner));
    const bodies = async () =>
      (await client.page(listDiscussions, args)).items.flatMap(({ notes }) => notes.map(({ body }) => body));
    assert.ok((await bodies()).includes('Before merging:\n\n- [x] Ask'));
    assert.match(discussions.peek(key)?.threads.at(-1)?.notes[0]?.body ?? '', /\[x\] Ask/);
    await assert.rejects(toggles.toggle(key, taskOf('- [ ] Ask', 2, owner)), TaskOutdatedError);
  });

  for (const loss of ['before', 'after'] as const) {
    it(`are reported as unknown, and not sent again, if the connection breaks ${loss} the server processed the change`, async () => {
      const { toggles, store, key } = person();
      await store.refresh(key);
      server.lose('PUT', loss);
      const error: unknown = await toggles
        .toggle(key, taskOf('- [ ] Items', 1))
        .catch((reason: unknown) => reason);
      assert.ok(error instanceof MergeRequestActionFailedError);
      assert.ok(isOutcomeUnknown(error.cause));
      assert.deepEqual(writesTo(sandbox), loss === 'after' ? [`PUT ${CART}`] : []);
      assert.deepEqual(toggles.pending(key, { kind: 'description' }), []);
    });
  }
});
