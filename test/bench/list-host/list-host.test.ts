import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import type { TreeNode } from '../../../src/ui/tree-node';
import { until } from '../../integration/helpers/harness';
import { type Product, product, shownIn } from '../../integration/helpers/product';

const COUNT = 5_000;
const PER_PAGE = 50;
/** Number of pages that are summarized in one line. */
const PART = 10;

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

describe('cost of paging through merge requests', () => {
  let extension: Product;
  let worker: Worker;
  let base: string;

  before(async () => {
    extension = await product();
    const installed = vscode.extensions.getExtension('switchyard.switchyard');
    worker = new Worker(path.join(installed?.extensionPath ?? '', 'test/bench/list-server.mjs'), {
      workerData: { count: COUNT },
    });
    const [address] = (await once(worker, 'message')) as [AddressInfo];
    base = `http://127.0.0.1:${address.port}`;
    await extension.parts.accounts.signIn(base, 'glpat-of-this-bench-only');
    await vscode.commands.executeCommand('switchyard.mergeRequests.focus');
  });
  after(async () => {
    await extension.parts.accounts.signOut(base);
    await worker.terminate();
  });

  /** Returns the rows below `list` that the editor has requested so far. */
  function requestedRows(
    tree: Product['parts']['views']['mergeRequests']['tree'],
    list: TreeNode,
  ): ReadonlySet<TreeNode> {
    const drawn = new Set<TreeNode>();
    const getTreeItem = tree.getTreeItem.bind(tree);
    tree.getTreeItem = (node) => {
      if (tree.getParent(node) === list) drawn.add(node);
      return getTreeItem(node);
    };
    return drawn;
  }

  /** The editor window has processed all earlier messages when it responds. */
  const allIsShown = (): Thenable<unknown> => vscode.commands.executeCommand('setContext', 'bench.turn', 1);

  it(`is measured for a list of ${COUNT.toLocaleString('en')}`, async () => {
    const tree = extension.parts.views.mergeRequests.tree;
    const list = await until(async () =>
      (await tree.getChildren()).find((node) => shownIn(tree, node).label === 'Created by Me'),
    );
    const drawn = requestedRows(tree, list);
    // Directly after the view is opened, the editor doesn't know the row yet.
    const { view } = extension.parts.views.mergeRequests;
    const open = () => view.reveal(list, { expand: true, focus: true, select: true });
    await until(async () => {
      await open().then(undefined, () => undefined);
      return drawn.size > PER_PAGE;
    });
    await allIsShown();
    const times: number[] = [];
    const responseTimes: number[] = [];
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    for (let known = PER_PAGE; known < COUNT; known += PER_PAGE) {
      const more = (await tree.getChildren(list)).at(-1);
      const began = performance.now();
      await vscode.commands.executeCommand('switchyard.loadMoreMergeRequests', more);
      // The editor requests the rows that it draws. No other code may request rows in the meantime, because
      // requested rows count as drawn.
      await until(() => drawn.size >= known + PER_PAGE);
      const came = performance.now();
      await allIsShown();
      responseTimes.push(performance.now() - came);
      times.push(performance.now() - began);
    }
    delay.disable();
    const report = (what: string, part: readonly number[], latencies: readonly number[]): void => {
      console.log(
        `  ${what}: ${median(part).toFixed(0)} ms a page until it stands there; the window answers after ` +
          `${median(latencies).toFixed(0)} ms, at the worst ${Math.max(...latencies).toFixed(0)} ms`,
      );
    };
    report('the first ten pages', times.slice(0, PART), responseTimes.slice(0, PART));
    report(`the last ten of ${times.length + 1}`, times.slice(-PART), responseTimes.slice(-PART));
    console.log(`  longest stall of the extension host: ${(delay.max / 1e6).toFixed(0)} ms, goal 100`);
  }).timeout(400_000);
});
