import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TreeNode } from '../../../src/ui/tree-node';
import type { Rows } from '../../writing-commands';
import { sandbox, until } from '../helpers/harness';
import { change, itEach, type Row } from '../helpers/lost-response';
import { product } from '../helpers/product';
import { mergeRequestRows } from './view-rows';

const run = vscode.commands.executeCommand;
const MR = '/projects/acme%2Fstorefront/merge_requests';

describe('to-do items and searches in the Merge Requests view', () => {
  const world = mergeRequestRows();
  const { view, open, show, row, labels } = world;
  const list = () => row('To-Do Items');
  const items = async (): Promise<TreeNode[]> =>
    (await open(await list())).filter(({ data }) => data.kind === 'todo');
  const asked = async (path: RegExp): Promise<string[]> =>
    (await sandbox.requests()).map((each) => each.path).filter((each) => path.test(each));

  beforeEach(async () => {
    world.it = await product();
    await change('POST', '/todos/mark_as_done').catch(() => undefined);
    (await view()).todos.clear();
  });
  afterEach(() => run('workbench.action.closeAllEditors'));

  it('reads to-do items when the list is expanded, and shows an empty list', async () => {
    await sandbox.clearRequests();
    assert.equal(show(await list()).description, '');
    assert.deepEqual(await asked(/\/todos/), []);
    assert.deepEqual(await labels(await list()), ['No pending to-do items']);
    assert.equal((await asked(/\/todos/)).length, 1);
    assert.equal(show(await list()).description, '0');
    assert.ok(!show(await list()).words.includes('pending'));
  });

  /** Adds an item and shows it. */
  const added = async (): Promise<void> => {
    await items();
    await change('POST', `${MR}/12/todo`);
    await run('switchyard.refreshMergeRequests');
  };

  it('shows the title, the reason, and the age of an item, and updates the count on refresh', async () => {
    await added();
    assert.equal(show(await list()).description, '1');
    const [first] = await items();
    assert.ok(first);
    const { label, description, accessibleLabel, words } = show(first);
    assert.equal(label, 'Pay with a gift card');
    assert.match(description, /^added by you · /);
    assert.match(accessibleLabel, /^To-do item Pay with a gift card, added by you, .*acme\/storefront$/);
    assert.deepEqual(words, ['todo']);
  });

  it('opens the page of the merge request', async () => {
    await added();
    const [first] = await items();
    await run('switchyard.openTodo', first);
    await until(
      () =>
        vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).some(({ label }) => label.startsWith('!12')),
      { description: 'the page is open' },
    );
  });

  it('marks an item as done, and adds it again on request', async () => {
    await added();
    const [first] = await items();
    await run('switchyard.markTodoDone', first);
    await until(async () => (await items()).length === 0);
    const { messages } = world.it.script;
    const last = messages.at(-1);
    assert.equal(last?.message, 'To-do item "Pay with a gift card" marked as done.');
    assert.deepEqual(
      last.actions.map(({ title }) => title),
      ['Add Again'],
    );
    await last.actions[0]?.run();
    await until(async () => (await items()).length === 1, { description: 'it is added again' });
  });

  it('asks before it marks all items as done', async () => {
    await added();
    await run('switchyard.markAllTodosDone', await list());
    assert.equal((await items()).length, 1);
    assert.match(world.it.script.confirmed.at(-1)?.message ?? '', /^Mark all to-do items on .+ as done\?$/);
    world.it.script.allow();
    await run('switchyard.markAllTodosDone', await list());
    assert.deepEqual(await labels(await list()), ['No pending to-do items']);
  });

  it('shows merged, closed, and all merge requests of a project when they are expanded', async () => {
    for (const [name, state] of [
      ['Merged', 'merged'],
      ['Closed', 'closed'],
    ] as const) {
      await sandbox.clearRequests();
      const rows = (await open(await row('acme/storefront', name))).map(show);
      assert.ok(rows.length > 0);
      for (const { description } of rows) assert.match(description, new RegExp(`\\b${state}\\b`));
      assert.equal((await asked(new RegExp(`state=${state}`))).length, 1);
    }
    const all = (await open(await row('acme/storefront', 'All'))).length;
    assert.ok(all > 0);
  });

  it('shows a search as a row below its place until it is removed, and restores it', async () => {
    const { searches } = await view();
    const place = { kind: 'project', base: sandbox.info.url, project: 'acme/storefront' } as const;
    await searches.keep({ place, text: 'gift' });
    const found = await row('acme/storefront', 'Search: gift');
    assert.ok((await labels(found)).some((label) => label.startsWith('!12 ')));
    assert.equal((await asked(/search=gift/)).length, 1);
    await run('switchyard.removeMergeRequestSearch', found);
    assert.ok(!(await labels(await row('acme/storefront'))).includes('Search: gift'));
    const message = world.it.script.messages.at(-1);
    assert.equal(message?.message, 'Search "gift" removed.');
    await message.actions[0]?.run();
    await run('switchyard.removeMergeRequestSearch', await row('acme/storefront', 'Search: gift'));
  });

  describe('lost response to a to-do command', () => {
    const base = (): string => sandbox.info.url;
    const given = async (): Promise<void> => {
      await change('POST', '/projects/acme%2Fstorefront/merge_requests/11/todo').catch(() => undefined);
      await (await view()).todos.refresh(base());
    };
    const rows: Pick<Rows<'mergeRequests', Row>, 'markTodoDone' | 'markAllTodosDone'> = {
      markTodoDone: {
        given,
        act: async () => {
          const [todo] = (await (await view()).todos.list(base())).items;
          assert.ok(todo);
          await run('switchyard.markTodoDone', { target: { kind: 'todo', base: base(), todo: todo.id } });
        },
      },
      markAllTodosDone: {
        given,
        act: async () => {
          world.it.script.allow();
          await run('switchyard.markAllTodosDone', { target: { kind: 'todo-list', base: base() } });
        },
      },
    };
    itEach(rows, () => world.it.script);
  });
});
