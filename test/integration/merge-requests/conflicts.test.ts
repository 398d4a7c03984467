import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { MergeRequestFeature } from '../../../src/features/merge-requests';
import { connectGit } from '../../../src/ui/git/editor/extension';
import { describeFresh } from '../helpers/fresh';
import { git as gitIn } from '../helpers/git';
import { sandbox, until } from '../helpers/harness';
import { ask, type Product, signedIn, STORE } from '../helpers/product';

interface WireMergeRequest {
  readonly sha: string;
  readonly has_conflicts: boolean;
  readonly source_branch: string;
}

const CONFLICTING = 16;
const BRANCH = 'feature/price-table';

describeFresh('conflicts of a merge request', () => {
  let extension: Product;
  let parts: MergeRequestFeature;
  let root = '';
  const git = (...args: string[]): Promise<string> => {
    assert.ok(path.isAbsolute(root), 'the clone is open');
    return gitIn(root, ...args);
  };
  const key = () => ({ base: sandbox.info.url, project: 1, iid: CONFLICTING });
  const command = (name: string) =>
    vscode.commands.executeCommand(`switchyard.${name}`, {
      target: { kind: 'merge-request', mergeRequest: key() },
    });
  const read = () => ask<WireMergeRequest>(`${STORE}/merge_requests/${CONFLICTING}`);
  const tabs = (): readonly string[] =>
    vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
  /** Lets the sandbox check whether the merge request can be merged. */
  const checked = async (): Promise<WireMergeRequest> => {
    await read();
    await sandbox.advance(5_000);
    await extension.parts.mergeRequests.refresh(key());
    return read();
  };

  before(async () => {
    extension = await signedIn();
    parts = await extension.parts.mergeRequestFeature.load();
    root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    for (const each of ['name', 'email']) await git('config', `user.${each}`, 'mara');
    // Otherwise, the Git extension asks for a password.
    const url = new URL(await git('remote', 'get-url', 'origin'));
    [url.username, url.password] = ['mara', sandbox.info.tokens['maintainer'] ?? ''];
    await git('remote', 'set-url', '--push', 'origin', url.href);
    assert.equal((await checked()).has_conflicts, true);
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('lists the files in the view, after fetching the branches if necessary', async () => {
    await git('update-ref', '-d', 'refs/remotes/origin/main');
    await command('fetchConflicts');
    const { conflictFiles } = await extension.parts.mergeRequestView.load();
    const mergeRequest = await extension.parts.mergeRequests.get(key());
    const list = conflictFiles.peek(key(), mergeRequest);
    assert.ok(list?.kind === 'files');
    assert.deepEqual(
      list.files.map(({ reason }) => reason),
      ['both-modified'],
    );
  });

  const repositories = async (): Promise<readonly string[]> =>
    ((await connectGit())?.repositories ?? []).map(({ rootUri }) => rootUri.fsPath);
  /** The result of the active merge editor. */
  const result = (): vscode.Uri | undefined => {
    const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    return input instanceof Object && 'result' in input && input.result instanceof vscode.Uri
      ? input.result
      : undefined;
  };
  const state = () => Promise.all([git('status', '--branch', '--porcelain'), git('stash', 'list')]);

  it('are left as they are when aborted, without a change of the checkout', async function () {
    this.timeout(150_000);
    await writeFile(path.join(root, 'README.md'), 'mine');
    const before = await state();
    const shown = await repositories();
    extension.script.allow();
    await command('resolveConflicts');
    assert.deepEqual(extension.script.offered, [], 'the project determines whether to merge');
    assert.deepEqual(
      extension.script.messages.at(-1)?.actions.map(({ title }) => title),
      ['Complete Merge', 'Rebase Instead...', 'Abort...'],
    );
    await until(() => parts.resolvingItem.shown === '$(git-merge) Conflicts: 1 of 1 file left');
    await until(() => result() !== undefined, { description: 'the merge editor is open' });
    assert.deepEqual(await state(), before);
    assert.deepEqual(await repositories(), shown);
    await vscode.commands.executeCommand('switchyard.abortResolving');
    assert.deepEqual(await state(), before);
    assert.equal(parts.resolvingItem.shown, undefined);
    // VS Code reports closed tabs later.
    await until(() => tabs().length === 0, { description: 'the merge editor is closed' });
    await git('checkout', '-q', '--', 'README.md');
  });

  it('are resolved in a worktree that Source Control does not show, and pushed', async function () {
    this.timeout(150_000);
    await writeFile(path.join(root, 'README.md'), 'mine');
    const before = await state();
    const shown = await repositories();
    const pushed = await read();
    extension.script.allow();
    await command('resolveConflicts');
    assert.match(
      extension.script.messages.at(-1)?.message ?? '',
      /^1 file of !16 conflicts\. .* Complete Merge\./,
    );
    await until(() => result() !== undefined, { description: 'the merge editor is open' });
    const file = result();
    assert.ok(file && !file.fsPath.startsWith(root));
    assert.equal(extension.script.mentioned.at(-1), 'src/cart/price.ts (1 of 1)');
    const theirs = await git('show', 'origin/main:src/cart/price.ts');
    // The editor compares the versions first.
    await until(async () => {
      await vscode.commands.executeCommand('merge.acceptAllInput1');
      const document = await vscode.workspace.openTextDocument(file);
      return document.getText().trim() === theirs.trim();
    });
    // Until the editor has compared the result, it asks whether to close a file with conflicts, which is refused in tests.
    const asked = await until(async () => {
      await vscode.commands.executeCommand('switchyard.acceptConflict');
      return extension.script.confirmed.at(-1);
    });
    assert.match(asked.message, new RegExp(`^Push \\d+ commits to ${BRANCH}\\?$`));
    assert.match(asked.detail, new RegExp(`^Merge branch 'main' into '${BRANCH}'`));
    const after = await checked();
    assert.notEqual(after.sha, pushed.sha);
    assert.equal(after.has_conflicts, false);
    assert.deepEqual(await state(), before);
    assert.deepEqual(await repositories(), shown);
    assert.equal(extension.script.mentioned.at(-1), `Conflicts of !16 resolved. ${BRANCH} pushed.`);
    await until(() => tabs().some((label) => label.startsWith('!16 ')));
    assert.equal(parts.resolvingItem.shown, undefined);
    await command('continueResolving');
    assert.equal(
      extension.script.messages.at(-1)?.message,
      'No conflicts are being resolved in this workspace.',
    );
    await git('checkout', '-q', '--', 'README.md');
  });
});

describeFresh('conflicts of a merge request whose branch is checked out', () => {
  let extension: Product;
  let parts: MergeRequestFeature;
  let root = '';
  const git = (...args: string[]): Promise<string> => {
    assert.ok(path.isAbsolute(root), 'the clone is open');
    return gitIn(root, ...args);
  };
  const mergeRequest = () => ({ base: sandbox.info.url, project: 1, iid: CONFLICTING });
  const tabs = (): readonly string[] =>
    vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));

  before(async () => {
    extension = await signedIn();
    parts = await extension.parts.mergeRequestFeature.load();
    root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    for (const each of ['name', 'email']) await git('config', `user.${each}`, 'mara');
    const url = new URL(await git('remote', 'get-url', 'origin'));
    [url.username, url.password] = ['mara', sandbox.info.tokens['maintainer'] ?? ''];
    await git('remote', 'set-url', '--push', 'origin', url.href);
    await ask(`${STORE}/merge_requests/${CONFLICTING}`);
    await sandbox.advance(5_000);
    await extension.parts.mergeRequests.refresh(mergeRequest());
    await git('fetch', '-q', 'origin');
    await git('checkout', '-q', '-B', BRANCH, '--track', `origin/${BRANCH}`);
  });
  after(() => git('checkout', '-q', '-f', 'main'));
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('are resolved in the checkout, with the staged version of each file', async function () {
    this.timeout(150_000);
    extension.script.allow();
    await vscode.commands.executeCommand('switchyard.resolveConflicts', {
      target: { kind: 'merge-request', mergeRequest: mergeRequest() },
    });
    assert.equal(await git('branch', '--show-current'), BRANCH);
    const file = await git('diff', '--name-only', '--diff-filter=U');
    await until(() => tabs().some((label) => label === `Merging: ${path.basename(file)}`));
    await until(() => parts.resolvingItem.shown === '$(git-merge) Conflicts: 1 of 1 file left');
    assert.match(extension.script.messages.at(-1)?.message ?? '', /^1 file of !16 conflicts\. /);

    await writeFile(path.join(root, file), '<<<<<<< HEAD\n=======\n>>>>>>> main\n');
    await git('add', '--', file);
    await until(() =>
      extension.script.messages.at(-1)?.message.startsWith('All conflicts of !16 are resolved.'),
    );
    assert.equal(parts.resolvingItem.shown, '$(check) Conflicts Resolved');
    await vscode.commands.executeCommand('switchyard.continueResolving');
    const marked = `1 staged file still contains conflict markers: ${file}`;
    assert.equal(extension.script.messages.at(-1)?.message, marked);
    await writeFile(path.join(root, file), 'resolved\n');
    await git('add', '--', file);
    await vscode.commands.executeCommand('switchyard.continueResolving');
    assert.match(
      extension.script.confirmed.at(-1)?.message ?? '',
      new RegExp(`^Push \\d+ commits to ${BRANCH}\\?$`),
    );
    assert.equal(extension.script.mentioned.at(-1), `Conflicts of !16 resolved. ${BRANCH} pushed.`);
    assert.equal(await git('status', '--branch', '--porcelain'), `## ${BRANCH}...origin/${BRANCH}`);
    await until(() => tabs().some((label) => label.startsWith('!16 ')));
  });
});
