import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { TreeNode } from '../../../src/ui/tree-node';
import { sandbox, until } from './harness';
import { ask, type Product, shownIn, signedIn, STORE } from './product';

/** A merge request with many kinds of changes in the view. Registers hooks in the surrounding `describe`. */
export function changesInView() {
  let extension: Product;
  let folder = '';
  /** The merge request of the current test. */
  let iid = 0;
  let branch = '';
  const made: { readonly iid: number; readonly branch: string }[] = [];
  const git = (...args: readonly string[]): string =>
    execFileSync(
      'git',
      ['-C', folder, '-c', 'user.name=Mara', '-c', 'user.email=mara@acme.example', ...args],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          GIT_TERMINAL_PROMPT: '0',
          GIT_CONFIG_NOSYSTEM: '1',
          GIT_CONFIG_GLOBAL: devNull,
        },
      },
    ).trim();
  const write = (files: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
  };
  const push = async (message: string, ...how: readonly string[]): Promise<void> => {
    git('add', '-A');
    git('commit', '-q', ...how, '-m', message);
    git('push', '-q', '--force', 'origin', branch);
    await sandbox.advance(10_000);
  };
  const wire = async (method: string, at: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${sandbox.info.url}/api/v4${at}`, {
      method,
      headers: {
        'private-token': sandbox.info.tokens['owner'] ?? '',
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  };

  /** Creates a merge request, which the view hasn't shown yet. The following functions then use it. */
  const another = async (): Promise<void> => {
    branch = `feature/wallet-${made.length + 1}`;
    git('checkout', '-q', '--force', '-b', branch, 'origin/main');
    write({
      'src/checkout/wallet/card.ts': 'export const card = 1;\n',
      'src/checkout/wallet/codes/luhn.ts': 'export const luhn = 1;\n',
      'docs/wallet.md': '# Wallet\n',
      'package-lock.json': '{}\n',
      'made/by/machine.ts': 'export {};\n',
    });
    git('rm', '-q', 'docs/deploy.md');
    appendFileSync(path.join(folder, 'src/cart/price.ts'), '\nexport const wallet = 1;\n');
    await push('Pay with a wallet');
    const answer = await wire('POST', `${STORE}/merge_requests`, {
      source_branch: branch,
      target_branch: 'main',
      title: 'Pay with a wallet',
    });
    ({ iid } = answer as { iid: number });
    made.push({ iid, branch });
    await sandbox.advance(10_000);
    await vscode.commands.executeCommand('switchyard.refreshMergeRequests');
  };

  before(async function () {
    this.timeout(180_000);
    folder = mkdtempSync(path.join(tmpdir(), 'switchyard-changes-'));
    const url = new URL(`${sandbox.info.url}/acme/storefront.git`);
    [url.username, url.password] = ['mara', sandbox.info.tokens['maintainer'] ?? ''];
    git('clone', '-q', url.href, '.');
    extension = await signedIn();
    await vscode.commands.executeCommand('switchyard.mergeRequests.focus');
    await another();
  });
  beforeEach(() => {
    ({ iid, branch } = made[0] ?? assert.fail('a merge request was created'));
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('switchyard.viewChangesAsTree');
    await vscode.commands.executeCommand('switchyard.clearChangeFilter', await section());
    await vscode.workspace
      .getConfiguration('switchyard')
      .update('review.generatedFiles', undefined, vscode.ConfigurationTarget.Global);
  });

  const tree = () => extension.parts.views.mergeRequests.tree;
  const open = (node?: TreeNode): Promise<TreeNode[]> => tree().getChildren(node);
  const show = (node: TreeNode) => shownIn(tree(), node);
  const boxOf = (node: TreeNode): boolean => {
    const { checkboxState: box } = tree().getTreeItem(node);
    assert.ok(typeof box === 'object', `${show(node).label} has no box`);
    return box.state === vscode.TreeItemCheckboxState.Checked;
  };
  async function row(from: TreeNode | undefined, ...path_: readonly string[]): Promise<TreeNode> {
    let node = from;
    for (const name of path_) {
      const rows = await open(node);
      node = rows.find((child) => show(child).label.startsWith(name));
      assert.ok(node, `${name} is not among ${rows.map((child) => show(child).label).join(', ')}`);
    }
    assert.ok(node);
    return node;
  }
  const section = (): Promise<TreeNode> =>
    row(undefined, 'acme/storefront', 'All Open', `!${iid} `, 'Changes');
  /** The children of a row, once all are loaded. */
  const allBelow = (node: TreeNode): Promise<TreeNode[]> =>
    until(
      async () => {
        const rows = await open(node);
        return rows.some((child) => show(child).label.startsWith('Loading ')) ? undefined : rows;
      },
      { description: 'all rows are loaded' },
    );
  /** Labels of all descendants of a row, indented by depth. */
  async function drawn(node: TreeNode, depth = 0): Promise<readonly string[]> {
    const lines: string[] = [];
    for (const child of await allBelow(node)) {
      lines.push(`${'  '.repeat(depth)}${show(child).label}`, ...(await drawn(child, depth + 1)));
    }
    return lines;
  }
  const check = async (node: TreeNode, checked: boolean): Promise<void> => {
    await (await extension.parts.mergeRequestView.load()).tree.check([[node, checked]]);
  };
  const progress = async (): Promise<string> =>
    show(await section())
      .description.split(' · ')
      .find((part) => part.endsWith(' viewed')) ?? '';

  const key = () => ({ base: sandbox.info.url, project: 1, iid });
  /** Waits until the view shows the latest push. */
  const newest = async (): Promise<void> => {
    const { sha } = await ask<{ sha: string }>(`${STORE}/merge_requests/${iid}`);
    const { review } = await extension.parts.mergeRequestView.load();
    await until(
      async () => {
        await vscode.commands.executeCommand('switchyard.refreshMergeRequests');
        await open(await section());
        return review.changes.peek(key())?.refs?.head === sha;
      },
      { timeout: 30_000, description: 'what was pushed is shown' },
    );
  };

  return {
    get it() {
      return extension;
    },
    get iid() {
      return iid;
    },
    get branch() {
      return branch;
    },
    another,
    git,
    write,
    push,
    tree,
    open,
    show,
    boxOf,
    row,
    section,
    allBelow,
    drawn,
    check,
    progress,
    key,
    newest,
  };
}
