import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TreeNode } from '../../../src/ui/tree-node';
import { sandbox, until } from '../helpers/harness';
import { type Product, shownIn, signedIn, signedOut } from '../helpers/product';

const SETTING = 'mergeRequests.queries';
const { Global, Workspace } = vscode.ConfigurationTarget;
const run = vscode.commands.executeCommand;

describe('lists of merge requests', () => {
  let extension: Product;
  beforeEach(async () => {
    extension = await signedIn();
    await run('workbench.action.closeAllEditors');
    await run('switchyard.mergeRequests.focus');
  });
  afterEach(async () => {
    await sandbox.clearFaults();
    await run('workbench.action.closeAllEditors');
    for (const home of [Global, Workspace]) await write(undefined, home);
  });
  after(async () => {
    // Later tests need a clean clone.
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder.uri, '.vscode'), { recursive: true });
  });

  const tree = () => extension.parts.views.mergeRequests.tree;
  const open = (node?: TreeNode): Promise<TreeNode[]> => tree().getChildren(node);
  const show = (node: TreeNode) => shownIn(tree(), node);
  const labels = async (node?: TreeNode): Promise<string[]> =>
    (await open(node)).map((child) => show(child).label);
  async function find(...path: readonly string[]): Promise<TreeNode | undefined> {
    let node: TreeNode | undefined;
    for (const name of path) {
      node = (await open(node)).find((child) => show(child).label === name);
      if (node === undefined) return undefined;
    }
    return node;
  }
  /** Waits for a row and returns it. The path has labels from the root down. */
  const row = (...path: readonly string[]): Promise<TreeNode> =>
    until(() => find(...path), { description: `there is a row ${path.join(', ')}` });
  const gone = (...path: readonly string[]): Promise<unknown> =>
    until(async () => (await find(...path)) === undefined, { description: `${path.join(', ')} is gone` });

  const write = async (value: unknown, home = Global): Promise<void> => {
    await vscode.workspace.getConfiguration('switchyard').update(SETTING, value, home);
  };
  const written = (home: 'globalValue' | 'workspaceValue' = 'globalValue'): unknown =>
    vscode.workspace.getConfiguration('switchyard').inspect(SETTING)?.[home];
  const query = (name: string, filters: Readonly<Record<string, unknown>> = {}) => ({
    name,
    host: sandbox.info.url,
    project: 'acme/storefront',
    filters,
  });
  const tabs = (): readonly string[] =>
    vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
  const undo = async (): Promise<void> => {
    const [action] = extension.script.messages.at(-1)?.actions ?? [];
    assert.equal(action?.title, 'Undo');
    await action.run();
  };
  const lastMessage = (): string => extension.script.messages.at(-1)?.message ?? '';

  describe('saved queries', () => {
    it('opens one form for new queries, and another for the query of a row', async () => {
      await run('switchyard.newQuery');
      await until(() => tabs().includes('New Merge Request Query'));
      await run('switchyard.newQuery');
      assert.deepEqual(tabs(), ['New Merge Request Query']);
      await run('switchyard.newQuery', await row('acme/storefront', 'All Open'));
      await until(() => tabs().length === 2, { description: 'there is another for the question of a row' });
      assert.deepEqual(tabs(), ['New Merge Request Query', 'New Merge Request Query']);
    });

    it('edits a query from its row, or selected by name', async () => {
      await write([query('Merged', { state: 'merged' }), query('Bugs', { labels: ['bug'] })]);
      await run('switchyard.editQuery', await row('acme/storefront', 'Bugs'));
      await until(() => tabs().includes('Edit Merge Request Query'));
      extension.script.choose((names) => names.indexOf('Merged'));
      await run('switchyard.editQuery');
      const [offered] = extension.script.offered;
      assert.deepEqual(
        offered?.map(({ label, description, detail }) => [label, description, detail]),
        [
          ['Merged', 'acme/storefront', 'State: Merged'],
          ['Bugs', 'acme/storefront', 'Labels: bug'],
        ],
      );
      await until(() => tabs().filter((tab) => tab === 'Edit Merge Request Query').length === 2);
    });

    it('opens the settings for an invalid query', async () => {
      await write([{ name: 'Half' }]);
      const broken = await row('Half');
      assert.ok(show(broken).words.includes('broken'));
      await run('switchyard.editQuery', broken);
      await until(() => tabs().includes('settings.json'));
    });

    it('lists the merge requests of a query', async () => {
      await write([query('Merged ones', { state: 'merged' })]);
      const saved = await row('acme/storefront', 'Merged ones');
      assert.ok(show(saved).words.includes('saved'));
      const requests = await open(saved);
      assert.ok(requests.length > 0);
      for (const request of requests) assert.ok(show(request).words.includes('merged'));
    });

    it('deletes a query, and restores its position on undo', async () => {
      const all = [query('First'), query('Second', { wip: 'no' }), query('Third')];
      await write(all);
      const shared = [query('Shared')];
      await write(shared, Workspace);
      await run('switchyard.deleteQuery', await row('acme/storefront', 'Second'));
      assert.deepEqual(written(), [all[0], all[2]]);
      assert.equal(lastMessage(), 'Query "Second" deleted.');
      await gone('acme/storefront', 'Second');
      await undo();
      await row('acme/storefront', 'Second');
      assert.deepEqual(written(), all);

      extension.script.choose((names) => names.indexOf('Shared'));
      await run('switchyard.deleteQuery');
      await gone('acme/storefront', 'Shared');
      assert.equal(written('workspaceValue'), undefined, 'an empty list is no setting');
      await undo();
      await row('acme/storefront', 'Shared');
      assert.deepEqual(written('workspaceValue'), shared);
      assert.deepEqual(written(), all);
    });

    it('keeps queries if the picker is canceled, and shows a message if there are none', async () => {
      await write([query('Kept')]);
      await run('switchyard.deleteQuery');
      assert.deepEqual(written(), [query('Kept')]);
      assert.deepEqual(extension.script.messages, []);
      await write(undefined);
      await run('switchyard.deleteQuery');
      assert.match(lastMessage(), /^No saved queries\./);
    });

    it('shows a message if a query is already deleted', async () => {
      await write([query('Twice')]);
      const saved = await row('acme/storefront', 'Twice');
      await run('switchyard.deleteQuery', saved);
      await run('switchyard.deleteQuery', saved);
      assert.deepEqual(
        extension.script.messages.map(({ message }) => message),
        ['Query "Twice" deleted.', 'This query is no longer in the settings.'],
      );
    });
  });

  describe('groups', () => {
    afterEach(async () => {
      const { groups } = await extension.parts.mergeRequestView.load();
      for (const added of groups.list()) await groups.remove(added);
    });

    it('adds a group by path or URL after checking it on the server', async () => {
      extension.script.type('no such path', 'no-such-group', `${sandbox.info.url}/groups/acme`);
      await run('switchyard.addGroup');
      const [shape, missing] = extension.script.problems;
      assert.match(shape ?? '', /^Enter a path, such as group\/subgroup/);
      assert.match(missing ?? '', /^Group "no-such-group" doesn't exist on /);
      const group = await row('acme');
      assert.ok(show(group).words.includes('group') && show(group).words.includes('added'));
      assert.ok((await labels(group)).includes('All Open'));
      assert.ok((await labels(await row('acme', 'All Open'))).length > 1);
    });

    it('removes a group from its row or by name', async () => {
      extension.script.type('acme');
      await run('switchyard.addGroup');
      await run('switchyard.removeGroup', await row('acme'));
      extension.script.type('acme');
      await run('switchyard.addGroup');
      extension.script.choose((names) => names.indexOf('acme'));
      await run('switchyard.removeGroup');
      assert.deepEqual(extension.script.messages, []);
      await run('switchyard.removeGroup');
      assert.match(lastMessage(), /^This workspace has no manually added groups/);
    });

    it("shows an error if the server can't be reached, and adds nothing", async () => {
      await sandbox.fault({ kind: 'status', status: 500, path: '/api/v4/groups/*/merge_requests' });
      extension.script.type('acme');
      await run('switchyard.addGroup');
      assert.equal(extension.script.problems.length, 1);
      await run('switchyard.removeGroup');
      assert.match(lastMessage(), /^This workspace has no manually added groups/);
    }).timeout(180_000);

    it('requires an account', async () => {
      extension = await signedOut();
      await run('switchyard.addGroup');
      assert.match(lastMessage(), /not signed in/i);
      assert.deepEqual(extension.script.asked, []);
    });
  });

  describe('pinned and snoozed merge requests', () => {
    const all = async (): Promise<TreeNode[]> =>
      (await open(await row('acme/storefront', 'All Open'))).filter(
        ({ data }) => data.kind === 'merge-request',
      );
    const targets = (nodes: readonly TreeNode[]) => nodes.map(({ target }) => target);
    let before: readonly TreeNode[] = [];
    beforeEach(async () => {
      before = await all();
    });
    afterEach(async () => {
      await run('switchyard.unpinMergeRequest', before[0], before);
      await run('switchyard.unsnoozeMergeRequest', before[0], before);
    });

    it('pins all selected merge requests to the top', async () => {
      const [one, other] = before.slice(-2);
      assert.ok(one && other);
      await run('switchyard.pinMergeRequest', one, [one, other]);
      assert.deepEqual(targets((await all()).slice(0, 2)), targets([one, other]));
      for (const node of [one, other]) assert.ok(show(node).words.includes('pinned'));
      await run('switchyard.unpinMergeRequest', other);
      assert.ok(!show(other).words.includes('pinned'));
      assert.ok(show(one).words.includes('pinned'));
      await run('switchyard.unpinMergeRequest', one);
      assert.deepEqual(await all(), before);
    });

    it('snoozes until a time or a change, and unsnoozes', async () => {
      const [first, second] = before;
      assert.ok(first && second);
      extension.script.choose((names) => names.indexOf('For One Hour'));
      await run('switchyard.snoozeMergeRequest', first);
      const offered = extension.script.offered.at(-1)?.map(({ label }) => label) ?? [];
      assert.equal(offered.at(-1), 'Until It Changes');
      extension.script.choose((names) => names.indexOf('Until It Changes'));
      await run('switchyard.snoozeMergeRequest', second);
      const put = await open(await row('acme/storefront', 'All Open', 'Snoozed'));
      assert.deepEqual(targets(put), targets([first, second]));
      const [byTime, byChange] = put.map(show);
      assert.match(byTime?.description ?? '', /snoozed until .*\d/);
      assert.match(byChange?.description ?? '', /snoozed until it changes/);
      assert.ok(byTime?.words.includes('snoozed'));
      await run('switchyard.unsnoozeMergeRequest', put[0], put);
      await gone('acme/storefront', 'All Open', 'Snoozed');
      assert.deepEqual(await all(), before);
    });

    it('changes nothing if the picker is canceled', async () => {
      const [first] = await all();
      await run('switchyard.snoozeMergeRequest', first);
      assert.equal(extension.script.offered.length, 1);
      assert.equal(await find('acme/storefront', 'All Open', 'Snoozed'), undefined);
    });
  });
});
