import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { git as gitIn } from '../helpers/git';
import { sandbox, until } from '../helpers/harness';
import { ask, type Product, product, signedIn, STORE } from '../helpers/product';

interface WireMergeRequest {
  readonly iid: number;
  readonly sha: string;
  readonly source_branch: string;
}

const OWN = 17;
const FORKED = 23;

describe('branch of a merge request', () => {
  let extension: Product;
  let root = '';
  const git = async (...args: string[]): Promise<string> => {
    // Without a folder, git would run in the current directory of the test process.
    assert.ok(path.isAbsolute(root), 'the clone is open');
    return gitIn(root, ...args);
  };
  const target = (iid: number, commit?: string) => {
    const mergeRequest = { base: sandbox.info.url, project: 1, iid };
    return {
      target:
        commit === undefined
          ? { kind: 'merge-request', mergeRequest }
          : { kind: 'commit', mergeRequest, sha: commit },
    };
  };
  const read = (iid: number) => ask<WireMergeRequest>(`${STORE}/merge_requests/${iid}`);
  const checkOut = (iid: number) =>
    vscode.commands.executeCommand('switchyard.checkOutMergeRequest', target(iid));
  /** Resets the clone to its original state. */
  const clean = async (): Promise<void> => {
    await git('checkout', '-q', '--force', 'main');
    await git('stash', 'clear');
    for (const branch of (await git('branch', '--format=%(refname:lstrip=2)')).split('\n')) {
      if (branch !== 'main') await git('branch', '-q', '-D', branch);
    }
    if ((await git('remote')).includes('dana')) await git('remote', 'remove', 'dana');
  };

  before(async () => {
    await signedIn();
    root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  });
  beforeEach(async () => {
    extension = await product();
    await clean();
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await clean();
  });

  it('is checked out from the project without a message', async () => {
    await checkOut(OWN);
    const { source_branch: branch, sha } = await read(OWN);
    assert.equal(await git('branch', '--show-current'), branch);
    assert.equal(await git('rev-parse', 'HEAD'), sha);
    assert.equal(await git('rev-parse', '--abbrev-ref', '@{u}'), `origin/${branch}`);
    assert.deepEqual(extension.script.messages, [], 'the editor shows the branch: no message is needed');
  });

  it('is checked out from a fork with a separate remote', async () => {
    await checkOut(FORKED);
    assert.equal(await git('branch', '--show-current'), 'docs/teapots');
    assert.equal(await git('rev-parse', '--abbrev-ref', '@{u}'), 'dana/docs/teapots');
  });

  it("is checked out without the fork if the fork can't be read", async () => {
    await sandbox.fault({ kind: 'status', status: 404, path: '/api/v4/projects/5' });
    try {
      await checkOut(FORKED);
    } finally {
      await sandbox.clearFaults();
    }
    assert.equal(await git('rev-parse', 'HEAD'), (await read(FORKED)).sha);
    assert.equal(await git('remote'), 'origin');
  });

  it('stashes uncommitted changes after confirmation, and offers to restore them', async () => {
    const file = path.join(root, 'mine.txt');
    await writeFile(file, 'mine');
    await git('add', 'mine.txt');
    extension.script.allow(false);
    await checkOut(OWN);
    assert.match(
      extension.script.confirmed.at(-1)?.message ?? '',
      /^Stash uncommitted changes in storefront and check out /,
    );
    assert.equal(await git('branch', '--show-current'), 'main');
    extension.script.allow();
    await checkOut(OWN);
    assert.equal(await git('branch', '--show-current'), 'fix/typos');
    assert.ok(!existsSync(file));
    const notification = extension.script.messages.at(-1);
    assert.match(notification?.message ?? '', /Uncommitted changes were stashed as ".+"\.$/);
    void notification?.actions[0]?.run();
    await until(() => existsSync(file), { description: 'the change is back' });
    await until(async () => (await git('for-each-ref', 'refs/stash')) === '', {
      description: 'the stash is removed',
    });
    await git('rm', '-q', '--force', 'mine.txt');
  });

  it("isn't checked out while a merge is in progress, which would be lost", async () => {
    await git('checkout', '-q', '-b', 'mine', 'main~1');
    await git('merge', '-q', '--no-ff', '--no-commit', 'main');
    await checkOut(OWN);
    assert.match(
      extension.script.messages.at(-1)?.message ?? '',
      /^A merge is in progress in storefront\. Finish or abort it before you check out fix\/typos\.$/,
    );
    assert.deepEqual(extension.script.confirmed, []);
    assert.equal(await git('branch', '--show-current'), 'mine');
    await git('rev-parse', '--verify', 'MERGE_HEAD');
    await git('merge', '--abort');
  });

  it('is checked out in a worktree', async () => {
    const folder = `${root}-own`;
    extension.script.type('relative/folder', root, folder);
    await vscode.commands.executeCommand('switchyard.checkOutInWorktree', target(OWN));
    assert.deepEqual(extension.script.problems.slice(-2), [
      'Enter the full path of a folder.',
      "This folder already exists and isn't empty.",
    ]);
    assert.equal(extension.script.asked.at(-1)?.value, `${root}-fix-typos`);
    assert.ok(existsSync(path.join(folder, 'README.md')));
    assert.deepEqual(
      extension.script.messages.at(-1)?.actions.map(({ title }) => title),
      ['Open in New Window'],
    );
    await checkOut(OWN);
    assert.match(
      extension.script.messages.at(-1)?.message ?? '',
      /is checked out in another folder: .*-own$/,
    );
    await git('worktree', 'remove', '--force', folder);
    await rm(folder, { recursive: true, force: true });
  });

  it('is offered for deletion once after a merge elsewhere, and deleted by a command', async () => {
    const MERGED = 8;
    await checkOut(MERGED);
    const branch = await git('branch', '--show-current');
    const at = await git('rev-parse', 'HEAD');
    const remove = (offer: boolean) =>
      vscode.commands.executeCommand('switchyard.deleteMergedBranch', {
        ...target(MERGED),
        ...(offer ? { offer } : {}),
      });
    const before = extension.script.messages.length;
    await remove(true);
    const offered = extension.script.messages.at(-1);
    assert.match(
      offered?.message ?? '',
      /^!8 was merged as [0-9a-f]{8}\. Switch to main, update it, and delete the local branch .+\?$/,
    );
    assert.deepEqual(
      offered?.actions.map(({ title }) => title),
      ['Switch and Delete Branch'],
    );
    await remove(true);
    assert.equal(extension.script.messages.length, before + 1, 'it is offered once');
    assert.equal(await git('rev-parse', branch), at, 'nothing is deleted by an offer');
    await remove(false);
    assert.equal(await git('branch', '--show-current'), 'main');
    assert.equal(await git('branch', '--list', branch), '');
    assert.deepEqual(
      extension.script.messages.at(-1)?.actions.map(({ title }) => title),
      ['Undo'],
    );
    await remove(false);
    assert.match(extension.script.messages.at(-1)?.message ?? '', /^No local branch to delete for !8\./);
    await vscode.commands.executeCommand('switchyard.deleteMergedBranch', target(OWN));
    assert.match(extension.script.messages.at(-1)?.message ?? '', /!17 isn't merged\.$/);
  });

  it("shows git's reason if it can't be checked out", async () => {
    // A branch can't have the name of a folder of branches.
    await git('branch', '-q', 'fix');
    await checkOut(OWN);
    const notification = extension.script.messages.at(-1);
    assert.equal(notification?.severity, 'error');
    assert.match(notification.message, /^Couldn't check out the branch of !17\. Git: .*fix/);
  });

  it("shows a commit as a diff, fetched with git if the server doesn't provide it", async () => {
    await sandbox.fault({ kind: 'status', status: 404, path: '/api/v4/projects/1/repository/commits/**' });
    const { sha } = await read(FORKED);
    await vscode.commands.executeCommand('switchyard.showCommit', target(FORKED, sha));
    const label = `${sha.slice(0, 8)} Add teapot care guide`;
    await until(
      () => vscode.window.tabGroups.all.some(({ tabs }) => tabs.some((tab) => tab.label.includes(label))),
      {
        description: `a tab ${label}`,
      },
    );
    await sandbox.clearFaults();
    await vscode.commands.executeCommand('switchyard.copyCommitSha', target(FORKED, sha));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    assert.equal(await vscode.env.clipboard.readText(), sha);
  });

  it('explains that no clone is open, and offers the clone URL', async () => {
    const { url } = sandbox.info;
    await vscode.commands.executeCommand('switchyard.checkOutMergeRequest', {
      target: { kind: 'merge-request', mergeRequest: { base: url, project: 2, iid: 1 } },
    });
    const notification = extension.script.messages.at(-1);
    assert.equal(notification?.message, 'No clone of acme/payments is open in this window.');
    assert.deepEqual(
      notification.actions.map(({ title }) => title),
      ['Copy Clone URL', 'Open in Browser'],
    );
    void notification.actions[0]?.run();
    await until(async () => (await vscode.env.clipboard.readText()) === `${url}/acme/payments.git`, {
      description: 'the address is in the clipboard',
    });
  });
});
