import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { TreeNode } from '../../../src/ui/tree-node';
import { sandbox, until } from '../../integration/helpers/harness';
import { type Product, shownIn, signedIn } from '../../integration/helpers/product';
import { addThreads, type HugeMergeRequest, mergeRequestOf } from './huge-merge-request';
import type { ReviewRun } from './review-run';

interface GitExports {
  getAPI(version: 1): { toGitUri(uri: vscode.Uri, ref: string): vscode.Uri };
}

const FILES = 3_000;
const THREADS = 500;
const DISCUSSED = 11;
const run = vscode.commands.executeCommand;

describe('cost of reviewing a huge merge request', () => {
  let extension: Product;
  let huge: HugeMergeRequest;
  let root: string;

  before(async function () {
    this.timeout(600_000);
    root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    huge = await mergeRequestOf(FILES, root);
    await addThreads(DISCUSSED, THREADS);
    extension = await signedIn();
    await run('switchyard.mergeRequests.focus');
    await run('switchyard.refreshMergeRequests');
  });

  it('is measured from expanding to rows and the first diff', async () => {
    const before = usedBytes();
    const changes = await row('acme/storefront', 'All Open', `!${huge.iid} `, 'Changes');
    const began = performance.now();
    const rows = await children(changes);
    const firstRow = performance.now() - began;
    const files = await countFiles(rows);
    const allRows = performance.now() - began;
    const filesBytes = usedBytes() - before;
    const firstDiff = await timed(
      process.env['SWITCHYARD_BENCH_FIRST'] === 'git' ? openGitDiff : openOwnDiff,
    );

    const withRows = usedBytes();
    const discussions = await row('acme/storefront', 'All Open', `!${DISCUSSED} `, 'Discussions');
    const expanded = performance.now();
    const threads = (await children(discussions)).length;
    const measured: ReviewRun = {
      files,
      firstRow,
      allRows,
      filesBytes,
      firstDiff,
      threads,
      discussions: performance.now() - expanded,
      threadsBytes: usedBytes() - withRows,
    };
    const results = process.env['SWITCHYARD_BENCH_RESULTS'];
    if (results !== undefined) writeFileSync(results, JSON.stringify(measured));
    if (extension.script.messages.length > 0)
      throw new Error(`Unexpected messages: ${JSON.stringify(extension.script.messages)}`);
  }).timeout(600_000);

  const children = (node?: TreeNode): Promise<TreeNode[]> =>
    extension.parts.views.mergeRequests.tree.getChildren(node);

  async function row(...labels: readonly string[]): Promise<TreeNode> {
    let found: TreeNode | undefined;
    for (const label of labels) {
      const rows: TreeNode[] = await children(found);
      found = rows.find((each) =>
        shownIn(extension.parts.views.mergeRequests.tree, each).label.startsWith(label),
      );
      if (found === undefined) throw new Error(`There is no row ${label}.`);
    }
    if (found === undefined) throw new Error('No row was requested.');
    return found;
  }

  /** Expands all folders and returns the number of files. */
  async function countFiles(rows: readonly TreeNode[]): Promise<number> {
    let count = 0;
    for (const each of rows) {
      if (each.target?.kind === 'change') count += 1;
      else count += await countFiles(await children(each));
    }
    return count;
  }

  const openOwnDiff = (): Thenable<unknown> =>
    run('switchyard.openFileDiff', {
      target: {
        kind: 'change',
        mergeRequest: { base: sandbox.info.url, project: 1, iid: huge.iid },
        path: huge.changed,
      },
    });

  async function openGitDiff(): Promise<unknown> {
    const git = vscode.extensions.getExtension<GitExports>('vscode.git');
    const api = (await git?.activate())?.getAPI(1);
    if (api === undefined) throw new Error('The Git extension is missing.');
    const uri = vscode.Uri.file(path.join(root, huge.changed));
    return run('vscode.diff', api.toGitUri(uri, huge.base), api.toGitUri(uri, huge.head), 'git');
  }
});

const usedBytes = (): number => process.memoryUsage().rss;

/** Returns the time until the diff is active and both of its editors are visible, in milliseconds. */
async function timed(open: () => Thenable<unknown>): Promise<number> {
  const began = performance.now();
  await open();
  await until(() => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    if (!(input instanceof vscode.TabInputTextDiff)) return false;
    const visible = vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString());
    return visible.includes(input.original.toString()) && visible.includes(input.modified.toString());
  });
  return performance.now() - began;
}
