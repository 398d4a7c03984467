import assert from 'node:assert/strict';
import { approveMergeRequest } from '../../src/api/endpoints/approvals';
import { createNote } from '../../src/api/endpoints/discussions';
import { createTodo } from '../../src/api/endpoints/merge-request-actions';
import { updateMergeRequest } from '../../src/api/endpoints/merge-requests';
import { listTodos, markAllTodosDone, markTodoDone } from '../../src/api/endpoints/todos';
import { stage, type Who } from './stage';

const request = { id: 'acme/storefront', merge_request_iid: 12 };
const OWNER = 2;
const REPORTER = 5;

describe('to-do items', () => {
  const world = stage('each');
  const todosOf = async (who: Who, state: 'pending' | 'done' = 'pending') =>
    (await world.client(who).page(listTodos, { state })).items;
  const reasons = async (who: Who) =>
    (await todosOf(who)).map(({ action_name: action, author }) => [action, author?.username]);

  it('are created for the user whom a comment mentions', async () => {
    await world
      .client()
      .call(createNote, { ...request, body: '@ravi and @nobody: done. marek@olivia.example' });
    assert.deepEqual(await reasons('reporter'), [['mentioned', 'marek']]);
    const [todo] = await todosOf('reporter');
    assert.match(todo?.body ?? '', /^@ravi and/);
    assert.deepEqual([todo?.target_type, todo?.target?.iid], ['MergeRequest', 12]);
    assert.deepEqual(await reasons('owner'), []);
  });

  it('are created for new assignees and reviewers, but not for the user who sets them', async () => {
    const ids = { assignee_ids: [REPORTER, 3], reviewer_ids: [OWNER] };
    await world.client().call(updateMergeRequest, { ...request, ...ids });
    assert.deepEqual(await reasons('reporter'), [['assigned', 'marek']]);
    assert.deepEqual(await reasons('owner'), [['review_requested', 'marek']]);
    await world.client().call(updateMergeRequest, { ...request, ...ids });
    assert.equal((await todosOf('owner')).length, 1);
  });

  it('are added by their user once for each merge request (304)', async () => {
    const own = world.client('owner');
    assert.equal((await own.call(createTodo, request))?.action_name, 'marked');
    assert.equal(await own.call(createTodo, request), undefined);
    assert.deepEqual(await reasons('owner'), [['marked', 'olivia']]);
  });

  it('are done when their user marks them, and can then be added again', async () => {
    const own = world.client('owner');
    const made = await own.call(createTodo, request);
    const done = await own.call(markTodoDone, { id: made?.id ?? 0 });
    assert.equal(done.state, 'done');
    assert.deepEqual([await todosOf('owner'), (await todosOf('owner', 'done')).length], [[], 1]);
    assert.notEqual((await own.call(createTodo, request))?.id, made?.id);
  });

  it("can't be marked as done by other users (404)", async () => {
    const made = await world.client('owner').call(createTodo, request);
    await assert.rejects(world.client('reporter').call(markTodoDone, { id: made?.id ?? 0 }), {
      kind: 'not-found',
    });
  });

  it('are all done after one request, only for its user', async () => {
    assert.ok((await todosOf('maintainer')).length > 2);
    await world.client().call(markAllTodosDone, {});
    assert.deepEqual(await todosOf('maintainer'), []);
    assert.ok((await todosOf('developer')).length > 0);
  });

  it('are done when their user comments on or approves the merge request', async () => {
    await world.client('owner').call(createTodo, request);
    await world.client('owner').call(createNote, { ...request, body: 'Thanks' });
    assert.deepEqual(await todosOf('owner'), []);
    const about = async () => (await todosOf('maintainer')).filter(({ target }) => target?.iid === 12);
    assert.equal((await about()).length, 1);
    await world.client().call(approveMergeRequest, request);
    assert.deepEqual(await about(), []);
  });

  it('can refer to an issue, and contain the URL of its page', async () => {
    const issue = (await todosOf('maintainer')).find(({ target_type: type }) => type === 'Issue');
    assert.match(issue?.target_url ?? '', /\/acme\/storefront\/-\/issues\/4$/);
    const found = await world.client().page(listTodos, { type: 'Issue' });
    assert.deepEqual(
      found.items.map(({ id }) => id),
      [issue?.id],
    );
  });
});
