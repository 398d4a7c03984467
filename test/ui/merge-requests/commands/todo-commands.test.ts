import assert from 'node:assert/strict';
import { Todos } from '../../../../src/app/merge-requests/todos';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { todoCommands } from '../../../../src/ui/merge-requests/commands/todo-commands';
import { clientOf, closeAll } from '../../../api/helpers/client';
import { runCommand } from '../../../builders/run-command';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';

describe('to-do item commands', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  async function setUp() {
    const base = sandbox.url;
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.maintainer);
    const { client } = clientOf(base, { credential: { kind: 'personal', token } });
    const todos = new Todos(() => client);
    const prompts = new ScriptedPrompts();
    const opened: unknown[] = [];
    const record = (item: unknown): Promise<void> => {
      opened.push(item);
      return Promise.resolve();
    };
    const rows = todoCommands({ todos, prompts, openMergeRequest: record, openPage: record, add: record });
    const { items } = await todos.list(base);
    const rowOf = (type: string) => {
      const todo = items.find((each) => each.target_type === type)?.id ?? 0;
      return { target: { kind: 'todo', base, todo } };
    };
    return { base, todos, prompts, opened, rows, items, rowOf };
  }

  it('open merge requests as pages, and other targets in the browser', async () => {
    const { base, rows, opened, rowOf } = await setUp();
    await runCommand(rows, COMMAND.openTodo, rowOf('MergeRequest'));
    await runCommand(rows, COMMAND.openTodo, rowOf('Issue'));
    await runCommand(rows, COMMAND.openTodo, { target: { kind: 'todo', base, todo: 1 } });
    assert.deepEqual(opened, [{ base, project: 1, iid: 11 }, `${base}/acme/storefront/-/issues/4`]);
  });

  it('mark an item as done, and offer to add it again only for merge requests', async () => {
    const { base, todos, rows, prompts, opened, rowOf, items } = await setUp();
    await runCommand(rows, COMMAND.markTodoDone, rowOf('Issue'));
    assert.equal(prompts.messages.length, 0);
    await runCommand(rows, COMMAND.markTodoDone, rowOf('MergeRequest'));
    const [message] = prompts.messages;
    assert.match(message?.message ?? '', /^To-do item "Hide products .+" marked as done\.$/);
    await message?.actions[0]?.run();
    assert.deepEqual(opened, [{ base, project: 1, iid: 11 }]);
    assert.equal(todos.peek(base)?.items.length, items.length - 2);
  });

  it('mark all items as done only after confirmation', async () => {
    const { base, todos, rows, prompts, items } = await setUp();
    const list = { target: { kind: 'todo-list', base } };
    await runCommand(rows, COMMAND.markAllTodosDone, list);
    assert.match(prompts.confirmed[0]?.detail ?? '', new RegExp(`^Pending to-do items: ${items.length}\\.`));
    assert.equal(todos.peek(base)?.items.length, items.length);
    prompts.allow();
    await runCommand(rows, COMMAND.markAllTodosDone, list);
    assert.deepEqual(todos.peek(base)?.items, []);
    await runCommand(rows, COMMAND.markAllTodosDone, list);
    assert.equal(prompts.confirmed.length, 2);
    assert.equal(prompts.messages.at(-1)?.message, 'No pending to-do items');
  });
});
