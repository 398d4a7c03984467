import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { revealRow } from '../../../src/ui/shared/trees/reveal-row';
import type { TreeNode } from '../../../src/ui/tree-node';
import { sandbox, until } from '../helpers/harness';
import { ask, type Product, shownIn, signedIn, STORE } from '../helpers/product';
import { pushed } from '../helpers/review-editor';

const SECTIONS = ['Changes', 'Commits', 'Discussions', 'People'];
/** Limit of a call of `reveal`, which only resolves when the editor has rendered all rows for which an event was fired. */
const REVEAL_MS = 5_000;

/** The editor replaces rows for which a change event is fired, which loses a click that is in progress. */
describe('change events of merge request rows', () => {
  let extension: Product;
  let iid = 0;
  let title = '';
  let fired: (TreeNode | undefined)[] = [];
  let listening: vscode.Disposable;
  /**
   * Expanded rows of the merge request for which an event was fired, until the editor requests their children
   * and renders them. Limited to this merge request, because other tests read rows that are collapsed in the
   * editor.
   */
  const awaited = new Set<TreeNode>();

  const tree = () => extension.parts.views.mergeRequests.tree;
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
  /** Expands a row and those above it in the view. Finds it again for each attempt, because a refresh can replace it. */
  const unfold = (name: string): Promise<boolean> =>
    until(
      async () => {
        const node = await section(name);
        const options = { expand: true, select: false };
        const revealed = revealRow(extension.parts.views.mergeRequests.view, node, options);
        await Promise.race([revealed, setTimeout(REVEAL_MS)]);
        return node.expanded && node.isVisible && node.loading !== undefined;
      },
      { description: () => `the editor expands ${name}` },
    );
  const closeAll = async (): Promise<void> => {
    await vscode.commands.executeCommand('workbench.actions.treeView.switchyard.mergeRequests.collapseAll');
  };
  /** All visible descendants of a row, as the editor gets them. */
  const seen = (node: TreeNode): readonly TreeNode[] =>
    node.expanded ? node.children.flatMap((child) => [child, ...seen(child)]) : [];
  const wordsOf = (nodes: readonly TreeNode[]) =>
    new Map(nodes.map((each) => [each, show(each).description] as const));
  /**
   * Rows for which an event was fired although their description is unchanged. Rows whose age changed aren't
   * included.
   */
  const needless = (words: ReadonlyMap<TreeNode, string>) =>
    fired.filter((each) => each === undefined || words.get(each) === show(each).description);
  const labelOf = (node: TreeNode | undefined): string =>
    node === undefined ? 'everything' : show(node).label;

  before(async () => {
    extension = await signedIn();
    await vscode.commands.executeCommand('switchyard.mergeRequests.focus');
    // A merge request with many rows, so that rendering takes a while, and without threads.
    iid = await pushed('work/steady-rows', (write) => {
      for (let number = 1; number <= 101; number++) write(`steady-${number}.txt`, `number ${number}\n`);
    });
    ({ title } = await ask<{ title: string }>(`${STORE}/merge_requests/${iid}`));
    await vscode.commands.executeCommand('switchyard.refreshMergeRequests');
    const getChildren = tree().getChildren.bind(tree());
    tree().getChildren = async (node) => {
      if (node !== undefined) awaited.delete(node);
      const rows = await getChildren(node);
      // A row for which an event is fired while it is being read is rendered with this result.
      if (node !== undefined) awaited.delete(node);
      return rows;
    };
    listening = tree().onDidChangeTreeData((nodes) => {
      fired.push(...(nodes ?? [undefined]));
      for (const node of nodes ?? [])
        if (isOwn(node) && node.expanded && node.loading !== undefined) awaited.add(node);
    });
    await until(() => extension.parts.views.mergeRequests.view.visible, { description: 'the view is seen' });
  });
  const isOwn = ({ data }: TreeNode): boolean => 'mergeRequest' in data && data.mergeRequest.iid === iid;
  const drawn = (): Promise<unknown> =>
    until(() => [...awaited].every(({ isVisible }) => !isVisible), {
      description: () => `the editor asked for ${[...awaited].map(labelOf).join(', ')}`,
    });
  beforeEach(async () => {
    for (const name of SECTIONS) await unfold(name);
    await drawn();
    fired = [];
  });
  afterEach(drawn);
  after(async () => {
    listening.dispose();
    Reflect.deleteProperty(tree(), 'getChildren');
    await write('PUT', '', { title });
    await closeAll();
  });

  it('fires no event if the same data is loaded again', async () => {
    const node = await request();
    const words = wordsOf(seen(node));
    assert.ok(words.size > 10);
    const { mergeRequests } = extension.parts;
    await mergeRequests.refresh(key());
    await mergeRequests.refreshPart(key(), 'commits');
    mergeRequests.outdated(key(), 'participants');
    await until(() => mergeRequests.hasPart(key(), 'participants'), { description: 'it is read again' });
    await vscode.commands.executeCommand('switchyard.refreshMergeRequests');
    for (const each of seen(node)) await each.loading;
    assert.deepEqual(needless(words).map(labelOf), []);
  });

  it('fires an event only for the row with a changed label', async () => {
    const node = await request();
    const words = wordsOf(seen(node));
    fired = [];
    await write('PUT', '', { title: `${title}, again` });
    await extension.parts.mergeRequests.refresh(key());
    await until(() => fired.includes(node), { description: 'the row is drawn again' });
    const beside = needless(words).filter((each) => each !== node);
    assert.deepEqual(beside.map(labelOf), []);
  });

  it('fires an event for the section of a new row, and for no other', async () => {
    const threads = await section('Discussions');
    const before = new Set(threads.children);
    await write('POST', '/notes', { body: 'Rows stay where they are.' });
    const { review } = await extension.parts.mergeRequestView.load();
    const node = await request();
    const words = wordsOf(seen(node));
    fired = [];
    // A refresh joins a running request, whose response can be older than the change.
    await until(
      async () => {
        await review.discussions.refresh(key());
        return threads.children.some((child) => !before.has(child));
      },
      { description: 'there is a new row' },
    );
    assert.ok(fired.includes(threads), 'the section is drawn again');
    // The merge request's row shows the number of comments and its age.
    const beside = needless(words).filter(
      (each) => each !== threads && each?.parent !== threads && each !== node,
    );
    assert.deepEqual(beside.map(labelOf), []);
  });

  it('shows a new row that arrives while the rows above it are rendered', async () => {
    const node = await request();
    const threads = await section('Discussions');
    const before = new Set(threads.children);
    const { review } = await extension.parts.mergeRequestView.load();
    await write('PUT', '', { title: `${title}, once more` });
    await write('POST', '/notes', { body: 'Added while the editor draws.' });
    await extension.parts.mergeRequests.refresh(key());
    await until(() => fired.includes(node), { description: 'the row of the merge request is fired' });
    await review.discussions.refresh(key());
    await until(() => threads.children.some((child) => !before.has(child)), {
      description: 'there is a new row',
    });
  });

  it('fires an event for a section that changed while collapsed when it is expanded', async () => {
    const node = await request();
    const threads = await section('Discussions');
    await closeAll();
    await until(() => !(node.parent?.expanded ?? true), { description: 'the lists are closed' });
    const { review } = await extension.parts.mergeRequestView.load();
    await write('POST', '/notes', { body: 'Added while the view was hidden.' });
    fired = [];
    await review.discussions.refresh(key());
    assert.ok(!fired.includes(threads));
    await unfold('Discussions');
    await until(() => fired.includes(threads), { description: 'the section is drawn again' });
  });
});
