import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { MergeRequestTree } from '../../../src/ui/merge-request-view/trees/tree';
import type { TreeNode } from '../../../src/ui/tree-node';
import { sandbox, until } from '../helpers/harness';
import { ask, type Product, shownIn, signedIn, signedOut, STORE } from '../helpers/product';
import type { WireRequest } from './view-rows';

const LISTS = ['attention', 'others'];

describe('first load of the Merge Requests view', () => {
  let extension: Product;
  let tree: MergeRequestTree;
  /** Merge requests of other users that the user has approved. */
  let reviewed: readonly WireRequest[] = [];
  /** The positions at which each row was, by the row's name. */
  const positions = new Map<string, Set<string>>();
  let listening: readonly { dispose(): unknown }[] = [];

  const isList = ({ data }: TreeNode): boolean => data.kind === 'list' && LISTS.includes(data.preset ?? '');
  /** Records the position of each group and of each merge request below the lists with groups. */
  const record = (): void => {
    for (const node of tree.expandedNodes) {
      if (!isList(node) && node.data.kind !== 'step') continue;
      for (const [index, child] of node.children.entries()) {
        const { data } = child;
        const iid = data.kind === 'merge-request' ? `!${data.mergeRequest.iid}` : undefined;
        const name = iid ?? (data.kind === 'step' ? data.step : undefined);
        if (name === undefined) continue;
        const at = positions.get(name) ?? new Set();
        positions.set(name, at.add(`${node.id} ${index}`));
      }
    }
  };
  const listOf = async (preset: string): Promise<TreeNode> => {
    const rows = await tree.getChildren();
    return rows.find(({ data }) => data.kind === 'list' && data.preset === preset) ?? assert.fail(preset);
  };
  const groupsIn = async (list: TreeNode): Promise<readonly string[]> => {
    const rows = await tree.getChildren(list);
    const groups = rows.map(async (row) => {
      const below = row.data.kind === 'step' ? await tree.getChildren(row) : [];
      return [row, ...below].map((each) => shownIn(tree, each).label).join(', ');
    });
    return Promise.all(groups);
  };

  const write = async (role: string, method: string, at: string, body?: unknown): Promise<void> => {
    const response = await fetch(`${sandbox.info.url}/api/v4${STORE}/merge_requests/${at}`, {
      method,
      headers: {
        'private-token': sandbox.info.tokens[role] ?? '',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body ?? {}),
    });
    assert.ok(response.ok, `${method} ${at}: ${response.status}`);
  };

  before(async () => {
    extension = await signedOut();
    type Wire = WireRequest & {
      reviewers: unknown[];
      draft: boolean;
      author: { id: number; username: string };
    };
    const wire = await ask<Wire[]>(`${STORE}/merge_requests?state=opened&per_page=50`);
    const own = wire.find(({ author }) => author.username === 'marek')?.author;
    reviewed = wire
      .filter(({ reviewers, draft, author }) => reviewers.length === 0 && !draft && author.id !== own?.id)
      .slice(0, 2);
    assert.equal(reviewed.length, 2);
    // Lists don't contain the state of a review, so these are listed like merge requests that must be reviewed.
    for (const { iid } of reviewed) {
      await write('owner', 'PUT', String(iid), { reviewer_ids: [own?.id] });
      await write('maintainer', 'POST', `${iid}/approve`);
    }
    for (const path of ['**/merge_requests/*', '**/merge_requests/*/reviewers'])
      await sandbox.fault({ kind: 'slow', ms: 500, path });
    ({ tree } = await extension.parts.mergeRequestView.load());
    listening = [tree.onDidLoad(record), tree.onDidChangeTreeData(record)];
    await vscode.commands.executeCommand('switchyard.mergeRequests.focus');
    await until(() => extension.parts.views.mergeRequests.view.visible, {
      description: 'the view is visible',
    });
    await signedIn();
  });
  after(async () => {
    for (const each of listening) each.dispose();
    await sandbox.clearFaults();
    for (const { iid } of reviewed) {
      await write('maintainer', 'POST', `${iid}/unapprove`);
      await write('owner', 'PUT', String(iid), { reviewer_ids: [] });
    }
  });

  it('moves no row while lists, reviews, and pipelines are read', async () => {
    const lists = [await listOf('attention'), await listOf('others')];
    for (const list of lists) await groupsIn(list);
    const { lookups } = await extension.parts.mergeRequestView.load();
    await lookups.poll({});
    await tree.settled();
    record();
    for (const { iid } of reviewed) assert.ok(positions.has(`!${iid}`), [...positions.keys()].join(', '));
    const moved = [...positions].filter(([, at]) => at.size > 1).map(([name, at]) => [name, ...at]);
    assert.deepEqual(moved, []);
  });

  it('shows the groups that a refresh would show', async () => {
    const lists = [await listOf('attention'), await listOf('others')];
    const before = await Promise.all(lists.map(groupsIn));
    await vscode.commands.executeCommand('switchyard.refreshMergeRequests');
    assert.deepEqual(await Promise.all(lists.map(groupsIn)), before);
  });
});
