import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { sandbox, until } from '../helpers/harness';
import { ask, type Product, signedIn, STORE } from '../helpers/product';

const run = vscode.commands.executeCommand;
const DOUBLED = 'docs/doubled-returns.txt';
const CHANGED = 'README.md';

interface WireThread {
  readonly notes: readonly {
    readonly body: string;
    readonly position?: { readonly new_line: number | null };
  }[];
}

describe('diffs of unusual line endings', function () {
  this.timeout(120_000);
  let extension: Product;
  let iid = 0;
  let controller: vscode.CommentController;
  const branch = `docs/line-endings-${process.pid}`;
  const root = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', root(), '-c', 'user.name=Mara', '-c', 'user.email=m@acme.example', ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  const key = () => ({ base: sandbox.info.url, project: 1, iid });

  before(async () => {
    extension = await signedIn();
    controller = vscode.comments.createCommentController('test', 'Test');
    const { url, tokens } = sandbox.info;
    git('checkout', '-q', '-b', branch, 'main');
    writeFileSync(path.join(root(), DOUBLED), 'one\r\r\ntwo\r\r\nthree\r\r\nfour\r\r\n');
    const file = path.join(root(), CHANGED);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
    git('add', '.');
    git('commit', '--quiet', '--message', 'Change line endings');
    const address = new URL(`${url}/acme/storefront.git`);
    [address.username, address.password] = ['mara', tokens['maintainer'] ?? ''];
    git('push', '--quiet', address.href, branch);
    git('checkout', '-q', 'main');
    const answer = await fetch(`${url}/api/v4${STORE}/merge_requests`, {
      method: 'POST',
      headers: { 'private-token': tokens['developer'] ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ source_branch: branch, target_branch: 'main', title: 'Line endings' }),
    });
    ({ iid } = (await answer.json()) as { iid: number });
    await sandbox.advance(5_000);
  });
  after(async () => {
    controller.dispose();
    await run('workbench.action.closeAllEditors');
    git('branch', '-q', '-D', branch);
  });

  /** Opens the diff of a file, and returns its tab. */
  const open = async (file: string): Promise<{ label: string; modified: vscode.Uri }> => {
    await run('switchyard.openFileDiff', { target: { kind: 'change', mergeRequest: key(), path: file } });
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    assert.ok(tab?.input instanceof vscode.TabInputTextDiff);
    return { label: tab.label, modified: tab.input.modified };
  };

  it('add a comment on the line of the diff that the editor shows', async () => {
    const { modified, label } = await open(DOUBLED);
    assert.doesNotMatch(label, /line endings/);
    const document = await vscode.workspace.openTextDocument(modified);
    assert.deepEqual(document.getText().split(/\r?\n/), ['one␍', 'two␍', 'three␍', 'four␍', '']);
    const shown = document.getText().split(/\r?\n/).indexOf('three␍');
    const thread = controller.createCommentThread(modified, new vscode.Range(shown, 0, shown, 1), []);
    await run('switchyard.commentNow', { thread, text: 'The third line' });
    const wire = await until(async () => {
      const all = await ask<WireThread[]>(`${STORE}/merge_requests/${iid}/discussions?per_page=100`);
      return all.flatMap(({ notes }) => notes).find(({ body }) => body === 'The third line');
    });
    assert.equal(wire.position?.new_line, 3);
    const review = await extension.parts.mergeRequestFeature.load();
    const made = await until(() => review.boxes.threadsOn(modified.toString())[0]);
    assert.equal(made.range?.start.line, shown);
  });

  it('state that only line endings change', async () => {
    const { label } = await open(CHANGED);
    assert.match(label, /only line endings \(LF → CRLF\)$/);
  });
});
