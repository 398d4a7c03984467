import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TreeNode } from '../../src/trees/tree-node';
import { sandbox, until } from './harness';
import { ask, shownIn, signedIn, STORE, type Product } from './product';

/** The editor takes the rows of what is fired away and puts new ones: a click that is under way is lost by it. */
describe('rows of merge requests stay as they are while nothing else is told of them', () => {
  let it_: Product;
  let iid = 0;
  let title = '';
  let fired: (TreeNode | undefined)[] = [];
  let listening: vscode.Disposable;

  const tree = () => it_.parts.mergeRequestTree;
  const key = () => ({ base: sandbox.info.url, project: 1, iid });
  const show = (node: TreeNode) => shownIn(tree(), node);
  const write = async (method: string, at: string, body: unknown): Promise<void> => {
    const answer = await fetch(`${sandbox.info.url}/api/v4${STORE}/merge_requests/${iid}${at}`, {
      method,
      headers: {
        'private-token': sandbox.info.tokens['maintainer'] ?? '',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    assert.ok(answer.ok, `${method} ${at}: ${answer.status}`);
  };
  async function row(...path: readonly string[]): Promise<TreeNode> {
    let node: TreeNode | undefined;
    for (const name of path) {
      const rows: readonly TreeNode[] = await tree().getChildren(node);
      node = rows.find((child) => show(child).label.startsWith(name));
      assert.ok(node, `${name} is not among ${rows.map((child) => show(child).label).join(', ')}`);
    }
    assert.ok(node);
    return node;
  }
  const request = (): Promise<TreeNode> => row('acme/storefront', 'All Open', `!${iid} `);
  const section = (name: string): Promise<TreeNode> => row('acme/storefront', 'All Open', `!${iid} `, name);
  /** Opens a row in the view itself. */
  const unfold = async (node: TreeNode): Promise<void> => {
    await it_.parts.mergeRequestTreeView.reveal(node, { expand: true, select: false });
  };
  const closeAll = async (): Promise<void> => {
    await vscode.commands.executeCommand('workbench.actions.treeView.switchyard.mergeRequests.collapseAll');
  };
  /** All rows that can be seen below one, as the editor gets them. */
  const seen = (node: TreeNode): readonly TreeNode[] =>
    node.expanded ? node.children.flatMap((child) => [child, ...seen(child)]) : [];
  const told = (node: TreeNode | undefined): string => (node === undefined ? 'everything' : show(node).label);

  before(async () => {
    it_ = await signedIn();
    await vscode.commands.executeCommand('switchyard.mergeRequests.focus');
    const [wire] = await ask<{ iid: number; title: string }[]>(`${STORE}/merge_requests?state=opened`);
    assert.ok(wire);
    ({ iid, title } = wire);
    listening = tree().onDidChangeTreeData((nodes) => {
      fired.push(...(nodes ?? [undefined]));
    });
    await until(() => it_.parts.mergeRequestTreeView.visible, { description: 'the view is seen' });
    for (const name of ['Changes', 'Commits', 'Discussions', 'People']) await unfold(await section(name));
  });
  beforeEach(() => {
    fired = [];
  });
  after(async () => {
    listening.dispose();
    await write('PUT', '', { title });
    await closeAll();
  });

  it('fires nothing where the same is read again', async () => {
    const node = await request();
    const words = new Map(seen(node).map((each) => [each, show(each).description]));
    assert.ok(words.size > 10);
    const { mergeRequests } = it_.parts;
    await mergeRequests.refresh(key());
    await mergeRequests.refreshPart(key(), 'commits');
    mergeRequests.outdated(key(), 'participants');
    await until(() => mergeRequests.hasPart(key(), 'participants'), { description: 'it is read again' });
    await vscode.commands.executeCommand('switchyard.refreshMergeRequests');
    for (const each of seen(node)) await each.loading;
    // Ages may pass meanwhile.
    const needless = fired.filter((each) => each === undefined || words.get(each) === show(each).description);
    assert.deepEqual(needless.map(told), []);
  });

  it('fires the one row that is told in other words', async () => {
    const node = await request();
    fired = [];
    await write('PUT', '', { title: `${title}, again` });
    await it_.parts.mergeRequests.refresh(key());
    await until(() => fired.includes(node), { description: 'the row is drawn anew' });
    assert.deepEqual([...new Set(fired.map((each) => each?.data.kind))], ['merge-request']);
  });

  it('fires a list of rows where another one comes, and nothing beside it', async () => {
    const threads = await section('Discussions');
    const before = new Set(threads.children);
    await write('POST', '/notes', { body: 'Rows stay where they are.' });
    const { review } = await it_.parts.mergeRequestView.load();
    fired = [];
    await review.discussions.refresh(key());
    await until(() => fired.includes(threads), { description: 'the section is drawn anew' });
    await until(() => threads.children.some((child) => !before.has(child)), {
      description: 'there is a new row',
    });
    const beside = fired.filter((each) => each !== threads && each?.parent !== threads);
    assert.deepEqual(beside.map(told), []);
  });

  it('fires what changed in a closed row when it is opened', async () => {
    const node = await request();
    const threads = await section('Discussions');
    await closeAll();
    await until(() => !(node.parent?.expanded ?? true), { description: 'the lists are closed' });
    const { review } = await it_.parts.mergeRequestView.load();
    await write('POST', '/notes', { body: 'Said while nobody looked.' });
    fired = [];
    await review.discussions.refresh(key());
    assert.ok(!fired.includes(threads));
    await it_.parts.mergeRequestTreeView.reveal(threads, { expand: true, select: false });
    await until(() => fired.includes(threads), { description: 'the section is drawn anew' });
  });
});
