import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { sandbox, until } from './harness';
import { ask, signedIn, STORE, type Product } from './product';

/** Renames, modes, a picture, odd names. */
const TIDY = 'chore/tidy';
/** Its commits are not in the clone that is open. */
const FORKED = 23;
const run = vscode.commands.executeCommand;

interface WireMergeRequest {
  readonly iid: number;
  readonly sha: string;
  readonly web_url: string;
  readonly diff_refs: { readonly base_sha: string };
}
interface WireDiff {
  readonly new_path: string;
  readonly old_path: string;
  readonly deleted_file: boolean;
}

describe('the diffs of a merge request', () => {
  let it_: Product;
  let tidy: WireMergeRequest;
  /** How many versions its diff has. */
  let versions = 0;
  before(async () => {
    it_ = await signedIn();
    await run('switchyard.mergeRequests.focus');
    const [found] = await ask<WireMergeRequest[]>(`${STORE}/merge_requests?source_branch=${TIDY}`);
    assert.ok(found);
    tidy = await ask<WireMergeRequest>(`${STORE}/merge_requests/${found.iid}`);
    versions = (await ask<unknown[]>(`${STORE}/merge_requests/${found.iid}/versions`)).length;
  });
  beforeEach(() => sandbox.clearRequests());
  afterEach(async () => {
    await sandbox.clearFaults();
    await run('workbench.action.closeAllEditors');
  });

  const keyOf = (iid: number) => ({ base: sandbox.info.url, project: 1, iid });
  const change = (name: string, iid = tidy.iid) => ({
    target: { kind: 'change', mergeRequest: keyOf(iid), path: name },
  });
  const openDiff = (name: string, iid?: number) => run('switchyard.openFileDiff', change(name, iid));
  const root = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '/nowhere';
  const activeTab = (): vscode.Tab | undefined => vscode.window.tabGroups.activeTabGroup.activeTab;
  const tabNamed = (label: string): Promise<vscode.Tab> =>
    until(() => (activeTab()?.label === label ? activeTab() : undefined), {
      description: `the tab ${label} is in front; there is ${activeTab()?.label}`,
    });
  const sidesOf = (tab: vscode.Tab): readonly [vscode.Uri, vscode.Uri] => {
    assert.ok(tab.input instanceof vscode.TabInputTextDiff);
    return [tab.input.original, tab.input.modified];
  };
  const read = async (uri: vscode.Uri): Promise<string> =>
    (await vscode.workspace.openTextDocument(uri)).getText();
  const asked = async (): Promise<number> =>
    (await sandbox.requests()).filter(({ path: asks }) => asks.includes('/repository/files/')).length;
  const title = (name: string, iid = tidy.iid): string => `${name} (!${iid} base ↔ version ${versions})`;
  const filesOf = (iid: number) => ask<WireDiff[]>(`${STORE}/merge_requests/${iid}/diffs?per_page=100`);

  /** Pushes a branch that the open clone does not know, and asks to merge it. Gives the number. */
  async function pushed(
    branch: string,
    make: (write: (name: string, text: string) => void) => void,
  ): Promise<number> {
    const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-review-'));
    const { url, tokens } = sandbox.info;
    const address = new URL(`${url}/acme/storefront.git`);
    [address.username, address.password] = ['mara', tokens['maintainer'] ?? ''];
    const git = (...args: string[]) =>
      promisify(execFile)('git', [
        '-C',
        folder,
        '-c',
        'user.name=Mara',
        '-c',
        'user.email=m@acme.example',
        ...args,
      ]);
    try {
      await git('clone', '--quiet', address.href, '.');
      await git('checkout', '--quiet', '-b', branch);
      make((name, text) => {
        mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
        writeFileSync(path.join(folder, name), text);
      });
      await git('add', '--all');
      await git('commit', '--quiet', '--message', branch);
      await git('push', '--quiet', 'origin', branch);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    const answer = await fetch(`${url}/api/v4${STORE}/merge_requests`, {
      method: 'POST',
      headers: { 'private-token': tokens['maintainer'] ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ source_branch: branch, target_branch: 'main', title: branch }),
    });
    assert.equal(answer.status, 201);
    await sandbox.advance(5_000);
    return ((await answer.json()) as { iid: number }).iid;
  }

  it('open in the editor’s own diff, out of the clone, and cannot be written', async () => {
    await openDiff('docs/prix à payer.md');
    const [old, now] = sidesOf(await tabNamed(title('prix à payer.md')));
    assert.deepEqual([await read(old), await read(now)], ['', '# Prix\n\nCe que l’on paie.\n']);
    assert.equal(await asked(), 0, 'what git has here is not asked of the server');
    assert.equal(vscode.workspace.fs.isWritableFileSystem(now.scheme), false);
    await assert.rejects(async () => vscode.workspace.fs.writeFile(now, Buffer.from('x')));
    assert.deepEqual(it_.script.told, []);
  });

  it('open from the server where no clone has the commits, with one request a side', async () => {
    const [file] = await filesOf(FORKED);
    assert.ok(file);
    await openDiff(file.new_path, FORKED);
    const tab = await until(() =>
      activeTab()?.label.includes(`(!${FORKED} base`) ? activeTab() : undefined,
    );
    const [old, now] = sidesOf(tab);
    await Promise.all([read(old), read(now)]);
    const paths = (await sandbox.requests()).map(({ path: asks }) => asks);
    const contents = paths.filter((asks) => asks.includes('/repository/files/'));
    assert.equal(new Set(contents).size, contents.length);
    assert.ok(contents.length >= 1 && contents.length <= 2);
  });

  it('of a renamed file compare it with what it was called', async () => {
    await openDiff('scripts/release.sh');
    const [old, now] = sidesOf(await tabNamed(title('release.sh')));
    assert.match(old.path, /\/scripts\/deploy\.sh$/);
    assert.equal(await read(old), await read(now));
  });

  it('show pictures as pictures', async () => {
    await openDiff('media/logo.png');
    const tab = await tabNamed('logo.png ↔ logo.png');
    assert.ok(!(tab.input instanceof vscode.TabInputTextDiff), 'not as text');
    await run('switchyard.previousFile');
    await until(() => activeTab()?.label !== tab.label, { description: 'the way goes on from a picture' });
  });

  it('say why a side could not be read, and are tried again', async () => {
    const [file] = await filesOf(FORKED);
    assert.ok(file);
    await openDiff(file.new_path, FORKED);
    const [, now] = sidesOf(
      await until(() => (activeTab()?.label.includes(`(!${FORKED} base`) ? activeTab() : undefined)),
    );
    const other = now.with({ path: now.path.replace(/\/[^/]*$/, '/other.md') });
    await assert.rejects(
      async () => vscode.workspace.fs.readFile(other),
      (error: Error) => {
        assert.match(error.message, /other\.md could not be read\. .+/);
        assert.doesNotMatch(error.message, /404(?! File)/);
        return true;
      },
    );
    const made = now.with({ path: '/nothing' });
    await assert.rejects(async () => vscode.workspace.fs.readFile(made));
  });

  it('are walked through in the order of the rows, with the one command', async () => {
    const files = await filesOf(tidy.iid);
    const first = 'docs/addresses.md';
    await openDiff(first);
    await tabNamed(title('addresses.md'));
    const walked = ['addresses.md'];
    for (let at = 1; at < files.length; at++) {
      const before = activeTab()?.label;
      await run('switchyard.nextFile');
      await until(() => activeTab()?.label !== before, { description: `the file after ${before} opens` });
      walked.push(activeTab()?.label.replace(/ \(!.*$/, '') ?? '');
    }
    assert.equal(new Set(walked).size, files.length, walked.join(', '));
    await run('switchyard.nextFile');
    assert.match(it_.script.mentioned.at(-1) ?? '', /^This is the last file that !\d+ changes\.$/);
    await run('switchyard.previousFile');
    await tabNamed(title(walked.at(-2) ?? ''));
  });

  it('go on to the next file behind the last change', async () => {
    await openDiff('docs/prix à payer.md');
    await tabNamed(title('prix à payer.md'));
    const before = activeTab()?.label;
    for (let tries = 0; tries < 3 && activeTab()?.label === before; tries++)
      await run('switchyard.nextChange');
    assert.notEqual(activeTab()?.label, before);
    const after = activeTab()?.label;
    for (let tries = 0; tries < 4 && activeTab()?.label === after; tries++)
      await run('switchyard.previousChange');
    await tabNamed(before ?? '');
  });

  it('open all in one editor', async () => {
    await run('switchyard.openAllChanges', {
      target: { kind: 'merge-request', mergeRequest: keyOf(tidy.iid) },
    });
    await until(
      () => activeTab()?.label.startsWith(`All Changes (!${tidy.iid} base ↔ version ${versions})`),
      {
        description: `all changes are shown; there is ${activeTab()?.label}`,
      },
    );
    assert.deepEqual(it_.script.told, []);
  });

  it('open in slices where they are many, and offer those that follow', async () => {
    const iid = await pushed('work/many', (write) => {
      for (let number = 1; number <= 130; number++) write(`many/${number}.txt`, `number ${number}\n`);
      // What Git LFS stores elsewhere is a text in the place of a picture.
      write(
        'many/stored.png',
        `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 5\n`,
      );
    });
    const told = it_.script.nextTold();
    const target = { kind: 'merge-request', mergeRequest: keyOf(iid) };
    await run('switchyard.openAllChanges', { target });
    const { message, actions } = await told;
    assert.equal(message, 'Files 1 to 30 of 131 are shown.', 'each side is a request');
    assert.deepEqual(
      actions.map((action) => action.title),
      ['Open Next 30'],
    );
    const first = `All Changes (!${iid} base ↔ version 1) · 1–30 of 131`;
    await until(() => activeTab()?.label.startsWith(first), {
      description: `${first}; ${activeTab()?.label}`,
    });
    await actions[0]?.run();
    const rest = `All Changes (!${iid} base ↔ version 1) · 31–60 of 131`;
    await until(() => activeTab()?.label.startsWith(rest), { description: `${rest}; ${activeTab()?.label}` });
    await promisify(execFile)('git', ['-C', root(), 'fetch', '--quiet', 'origin', 'work/many']);
    await run('switchyard.openAllChanges', { target });
    assert.equal(
      it_.script.told.at(-1)?.message,
      'Files 1 to 100 of 131 are shown.',
      'what is here costs nothing',
    );
    await openDiff('many/stored.png', iid);
    const [old, now] = sidesOf(await tabNamed(`stored.png (!${iid} base ↔ version 1)`));
    assert.equal(await read(old), '');
    assert.match(await read(now), /^Stored in LFS, 5 byte\n/);
  });

  it('say where the server gives no more than the lines of the diff', async () => {
    const iid = await pushed('work/hidden', (write) => {
      write('CONTRIBUTING.md', '# Contributing\n\nNo merge requests at all.\n');
    });
    await sandbox.fault({ kind: 'status', status: 404, path: '**/repository/files/**' });
    await openDiff('CONTRIBUTING.md', iid);
    const [, now] = sidesOf(await tabNamed(`CONTRIBUTING.md (!${iid} base ↔ version 1)`));
    assert.match(await read(now), /No merge requests at all/);
    await until(() => it_.script.mentioned.at(-1)?.startsWith('The server does not give this file'));
  });

  it('lead to the file of the workspace, and to the file as it is in the version', async () => {
    await openDiff('scripts/scan.sh');
    await tabNamed(title('scan.sh'));
    await run('switchyard.openChangedFile');
    await until(() => vscode.window.activeTextEditor?.document.uri.scheme === 'file');
    assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', /\/scripts\/scan\.sh$/);
    await run('switchyard.openFileAtVersion', change('scripts/scan.sh'));
    const document = await until(() => {
      const open = vscode.window.activeTextEditor?.document;
      return open?.uri.scheme === 'switchyard-review' ? open : undefined;
    });
    assert.match(document.getText(), /Scanning/);
    const told = it_.script.nextTold();
    await run('switchyard.openChangedFile', change('docs/prix à payer.md'));
    assert.match(
      (await told).message,
      /^prix à payer\.md is not in the workspace: another branch may be checked out\.$/,
    );
  });

  it('are found by the address of a file on the page', async () => {
    const name = 'docs/prix à payer.md';
    await run('switchyard.copyLink', change(name));
    const address = await vscode.env.clipboard.readText();
    assert.equal(address, `${tidy.web_url}/diffs#${createHash('sha1').update(name).digest('hex')}`);
    await run('switchyard.openAddress', address);
    await tabNamed(title('prix à payer.md'));
    await run('switchyard.copyFilePath');
    assert.equal(await vscode.env.clipboard.readText(), name);
    const [, now] = sidesOf(await tabNamed(title('prix à payer.md')));
    for (const argument of [now, undefined]) {
      await vscode.env.clipboard.writeText('');
      await run('switchyard.copyLink', argument);
      assert.equal(await vscode.env.clipboard.readText(), address, 'the menu of the editor gives the same');
    }
  });

  it('ask for a file where none is named', async () => {
    it_.script.choose((labels) => labels.indexOf('README.md'));
    await run('switchyard.openFileDiff', {
      target: { kind: 'merge-request', mergeRequest: keyOf(tidy.iid) },
    });
    await tabNamed(title('README.md'));
    await openDiff('no/such.txt');
    assert.match(
      it_.script.told.at(-1)?.message ?? '',
      /^such\.txt is not among the changes of !\d+ that are shown now\.$/,
    );
  });
});
