import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { TreeNode } from '../../../src/ui/tree-node';
import { sandbox, until } from '../helpers/harness';
import { type Product, shownIn, signedIn, STORE } from '../helpers/product';

export const TARGET = 'release/vouchers';
export const BRANCH = 'feature/vouchers';
const run = vscode.commands.executeCommand;

/** A file with a number of lines, with replacements by line number. */
export function linesOf(count: number, others: Readonly<Record<number, string>> = {}): string {
  const line = (number: number): string => `${others[number] ?? `const line${number} = ${number};`}\n`;
  return Array.from({ length: count }, (_, index) => line(index + 1)).join('');
}

/**
 * A merge request in the view that gets a version with each push. Registers hooks in the surrounding
 * `describe`.
 */
export function versionsInView() {
  let extension: Product;
  let folder = '';
  let iid = 0;
  const git = (...args: readonly string[]): string => {
    const identity = ['-c', 'user.name=Mara', '-c', 'user.email=mara@acme.example'];
    const env = {
      ...process.env,
      GIT_TERMINAL_PROMPT: '0',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: devNull,
    };
    const options = { encoding: 'utf8', stdio: 'pipe', env } as const;
    return execFileSync('git', ['-C', folder, ...identity, ...args], options).trim();
  };
  const commit = (
    message: string,
    files: Readonly<Record<string, string>>,
    ...how: readonly string[]
  ): void => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    git('add', '-A');
    git('commit', '-q', '-m', message, ...how);
  };
  const wire = async (method: string, at: string, body?: unknown): Promise<unknown> => {
    const token = sandbox.info.tokens['owner'] ?? '';
    const response = await fetch(`${sandbox.info.url}/api/v4${at}`, {
      method,
      headers: { 'private-token': token, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  };

  const tree = () => extension.parts.views.mergeRequests.tree;
  const open = (node?: TreeNode): Promise<TreeNode[]> => tree().getChildren(node);
  const show = (node: TreeNode) => shownIn(tree(), node);
  async function row(from: TreeNode | undefined, ...names: readonly string[]): Promise<TreeNode> {
    let node = from;
    for (const name of names) {
      const rows = await open(node);
      node = rows.find((child) => show(child).label.startsWith(name));
      assert.ok(node, `${name} is not among ${rows.map((child) => show(child).label).join(', ')}`);
    }
    assert.ok(node);
    return node;
  }
  const section = (): Promise<TreeNode> =>
    row(undefined, 'acme/storefront', 'All Open', `!${iid} `, 'Changes');
  /** Labels of the rows below the section, or below one of its rows, once all are loaded. */
  const labels = (...below: readonly string[]): Promise<string[]> =>
    until(async () => {
      const names = (await open(await row(await section(), ...below))).map((node) => show(node).label);
      return names.includes('Loading more files…') ? undefined : names;
    });
  const key = () => ({ base: sandbox.info.url, project: 1, iid });
  const changes = async () => (await extension.parts.mergeRequestView.load()).review.changes;
  const rangeText = async (): Promise<string> => {
    const [first] = await open(await section());
    assert.ok(first);
    const { label, description } = show(first);
    return `${label}: ${description}`;
  };

  /** Pushes, and waits until the view shows the new version. */
  async function push(): Promise<void> {
    git('push', '-q', '--force', 'origin', BRANCH);
    const head = git('rev-parse', 'HEAD');
    await sandbox.advance(10_000);
    await until(
      async () => {
        await run('switchyard.refreshMergeRequests');
        await open(await section());
        return (await changes()).peek(key())?.refs?.head === head;
      },
      { timeout: 30_000, description: 'the new version is shown' },
    );
  }

  before(async function () {
    this.timeout(180_000);
    folder = mkdtempSync(path.join(tmpdir(), 'switchyard-versions-'));
    const url = new URL(`${sandbox.info.url}/acme/storefront.git`);
    [url.username, url.password] = ['mara', sandbox.info.tokens['maintainer'] ?? ''];
    git('clone', '-q', url.href, '.');
    git('checkout', '-q', '-b', TARGET);
    commit('Prepare vouchers', { 'vouchers/list.ts': linesOf(40), 'vouchers/rates.ts': linesOf(40) });
    git('push', '-q', 'origin', TARGET);
    git('checkout', '-q', '-b', BRANCH);
    commit('Sell vouchers', {
      'vouchers/list.ts': linesOf(40, { 20: 'const voucher = sold;' }),
      'vouchers/rates.ts': linesOf(40, { 10: 'const rate = 1;' }),
      'vouchers/new.ts': linesOf(10),
    });
    git('push', '-q', 'origin', BRANCH);
    const made = await wire('POST', `${STORE}/merge_requests`, {
      source_branch: BRANCH,
      target_branch: TARGET,
      title: 'Sell vouchers',
    });
    iid = (made as { iid: number }).iid;
    await sandbox.advance(10_000);
    extension = await signedIn();
    await run('switchyard.mergeRequests.focus');
    await run('switchyard.refreshMergeRequests');
    await run('switchyard.viewChangesAsList');
  });
  after(async () => {
    await run('workbench.action.closeAllEditors');
    await run('switchyard.viewChangesAsTree');
    await wire('DELETE', `${STORE}/merge_requests/${iid}`);
    for (const branch of [BRANCH, TARGET])
      await wire('DELETE', `${STORE}/repository/branches/${encodeURIComponent(branch)}`);
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    get it() {
      return extension;
    },
    get iid() {
      return iid;
    },
    git,
    commit,
    push,
    open,
    show,
    row,
    section,
    labels,
    key,
    changes,
    rangeText,
  };
}
