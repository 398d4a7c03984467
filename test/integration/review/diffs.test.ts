import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { sandbox, until } from '../helpers/harness';
import { ask, type Product, signedIn, STORE } from '../helpers/product';
import {
  activeTab,
  asked,
  changeOf,
  filesOf,
  mergeRequestOf,
  openDiff,
  pushed,
  read,
  sidesOf,
  tabNamed,
  tidied,
} from '../helpers/review-editor';

/** Its commits aren't in the open clone. */
const FORKED = 23;
const run = vscode.commands.executeCommand;

describe('diffs of a merge request', () => {
  let extension: Product;
  let tidy: Awaited<ReturnType<typeof tidied>>;
  before(async () => {
    extension = await signedIn();
    await run('switchyard.mergeRequests.focus');
    tidy = await tidied();
  });
  beforeEach(() => sandbox.clearRequests());
  afterEach(async () => {
    await sandbox.clearFaults();
    await run('workbench.action.closeAllEditors');
  });

  const change = (name: string, iid = tidy.iid) => changeOf(name, iid);
  const title = (name: string): string => tidy.title(name);

  it("opens in the editor's diff from the clone, read-only", async () => {
    await openDiff('docs/prix à payer.md', tidy.iid);
    const [old, now] = sidesOf(await tabNamed(title('prix à payer.md')));
    assert.deepEqual([await read(old), await read(now)], ['', '# Prix\n\nCe que l’on paie.\n']);
    assert.deepEqual(await asked(), [], 'reads what the clone has from the clone');
    assert.equal(vscode.workspace.fs.isWritableFileSystem(now.scheme), false);
    await assert.rejects(async () => vscode.workspace.fs.writeFile(now, Buffer.from('x')));
    assert.deepEqual(extension.script.messages, []);
  });

  it('opens from the server with one request for each side if the clone lacks the commits', async () => {
    const iid = await pushed('work/elsewhere', (write) => {
      write('docs/elsewhere.md', '# Elsewhere\n');
    });
    await openDiff('docs/elsewhere.md', iid);
    const [old, now] = sidesOf(await tabNamed(`elsewhere.md (!${iid} base ↔ version 1)`));
    await Promise.all([read(old), read(now)]);
    const contents = await asked();
    assert.equal(new Set(contents).size, contents.length);
    assert.ok(contents.length >= 1 && contents.length <= 2);
  });

  it('loads the comments before the sides have been read', async () => {
    const iid = await pushed('work/commented', (write) => {
      write('docs/commented.md', '# Commented\n');
    });
    await openDiff('docs/commented.md', iid);
    const [, now] = sidesOf(await tabNamed(`commented.md (!${iid} base ↔ version 1)`));
    await read(now);
    const requested = await until(
      async () => {
        const paths = (await sandbox.requests()).map(({ path: at }) => at);
        const comments = paths.findIndex((at) => at.includes(`/merge_requests/${iid}/discussions`));
        return comments === -1
          ? undefined
          : { comments, side: paths.findIndex((at) => at.includes('/files/')) };
      },
      { description: 'the comments are requested' },
    );
    assert.ok(requested.side !== -1 && requested.comments < requested.side, JSON.stringify(requested));
  });

  it('compares a renamed file with its old name', async () => {
    await openDiff('scripts/release.sh', tidy.iid);
    const [old, now] = sidesOf(await tabNamed(title('release.sh')));
    assert.match(old.path, /\/scripts\/deploy\.sh$/);
    assert.equal(await read(old), await read(now));
    const review = await extension.parts.mergeRequestFeature.load();
    const notes = () =>
      vscode.window.visibleTextEditors.map((editor) => [
        editor.document.uri.path,
        review.diffNotes.noteIn(editor),
      ]);
    await until(() => notes().some(([, note]) => note !== ''), { description: 'the note is shown' });
    assert.deepEqual(
      notes().filter(([, note]) => note !== ''),
      [[now.path, 'renamed from scripts/deploy.sh']],
    );
  });

  it('shows images', async () => {
    await openDiff('media/logo.png', tidy.iid);
    // Older versions of VS Code show the extension's title, newer ones show the two names.
    const name = `logo.png (!${tidy.iid})`;
    const tab = await tabNamed(`${name} ↔ ${name}`, tidy.title('logo.png'));
    await until(() => extension.script.mentioned.some((message) => /^logo\.png · \d/.test(message)), {
      description: 'the status bar shows the sizes',
    });
    assert.ok(!(tab.input instanceof vscode.TabInputTextDiff), 'not as text');
    await run('switchyard.previousFile');
    await until(() => activeTab()?.label !== tab.label, { description: 'the way goes on from a picture' });
  });

  it("explains why a side can't be read, and retries", async () => {
    const [file] = await filesOf(FORKED);
    assert.ok(file);
    await openDiff(file.new_path, FORKED);
    const [, now] = sidesOf(
      await until(() => (activeTab()?.label.includes(`(!${FORKED} base`) ? activeTab() : undefined)),
    );
    // The error comes from git or from the server.
    const other = now.with({ path: now.path.replace(/\/[^/]*$/, '/other.md') });
    await assert.rejects(
      async () => vscode.workspace.fs.readFile(other),
      (error: Error) => {
        assert.match(error.message, /Couldn't read other\.md\. .+/);
        assert.doesNotMatch(error.message, /\b404\b(?! File)/);
        return true;
      },
    );
    const made = now.with({ path: '/nothing' });
    await assert.rejects(async () => vscode.workspace.fs.readFile(made));
    const iid = await pushed('work/failing', (write) => {
      write('docs/failing.md', '# It fails at first\n');
    });
    await sandbox.fault({ kind: 'status', status: 500, path: '**/repository/files/**' });
    const notification = extension.script.nextMessage();
    await openDiff('docs/failing.md', iid);
    const { severity, message, actions } = await notification;
    assert.equal(severity, 'error');
    assert.match(message, /^Couldn't open the diff\. .*(returned an error|The server responded)/);
    assert.ok(
      actions.some((action) => action.title === 'Retry'),
      JSON.stringify(actions),
    );
    await sandbox.clearFaults();
    await run('workbench.action.closeAllEditors');
    await openDiff('docs/failing.md', iid);
    const [, again] = sidesOf(await tabNamed(`failing.md (!${iid} base ↔ version 1)`));
    assert.equal(await read(again), '# It fails at first\n');
  });

  it("falls back to the lines of the diff if the server doesn't provide the file", async () => {
    const iid = await pushed('work/hidden', (write) => {
      write('CONTRIBUTING.md', '# Contributing\n\nNo merge requests at all.\n');
    });
    await sandbox.fault({ kind: 'status', status: 404, path: '**/repository/files/**' });
    await openDiff('CONTRIBUTING.md', iid);
    const [, now] = sidesOf(await tabNamed(`CONTRIBUTING.md (!${iid} base ↔ version 1)`));
    assert.match(await read(now), /No merge requests at all/);
    await until(() => extension.script.mentioned.at(-1)?.startsWith("The server doesn't provide this file"));
  });

  it('opens the workspace file, and the file at the version', async () => {
    await openDiff('scripts/scan.sh', tidy.iid);
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
    const notification = extension.script.nextMessage();
    await run('switchyard.openChangedFile', change('docs/prix à payer.md'));
    assert.match(
      (await notification).message,
      /^prix à payer\.md isn't in the workspace\. Another branch may be checked out\.$/,
    );
  });

  it('opens by the URL of a file on the web page, and copies it', async () => {
    const name = 'docs/prix à payer.md';
    await run('switchyard.copyLink', change(name));
    const address = await vscode.env.clipboard.readText();
    assert.equal(address, `${tidy.page}/diffs#${createHash('sha1').update(name).digest('hex')}`);
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

  it('opens the version, comparison, commit, or comment of a URL', async () => {
    const [at, where] = [11, `${sandbox.info.url}/acme/storefront/-/merge_requests/11`];
    interface Version {
      readonly id: number;
      readonly head_commit_sha: string;
    }
    const [newest, older] = await ask<Version[]>(`${STORE}/merge_requests/${at}/versions`);
    assert.ok(newest && older);
    const { changes } = (await extension.parts.mergeRequestView.load()).review;
    const key = { base: sandbox.info.url, project: 1, iid: at };
    await run('switchyard.openAddress', `${where}/diffs?diff_id=${older.id}`);
    assert.deepEqual(changes.range(key), { from: undefined, to: older.id });
    await run(
      'switchyard.openAddress',
      `${where}/diffs?diff_id=${newest.id}&start_sha=${older.head_commit_sha}`,
    );
    assert.deepEqual(changes.range(key), { from: older.id, to: newest.id });
    const notification = extension.script.nextMessage();
    await run('switchyard.openAddress', `${where}/diffs?diff_id=999999`);
    assert.equal(
      (await notification).message,
      "Couldn't show the version. The server doesn't list it for !11.",
    );
    changes.setRange(key, undefined);
    interface Note {
      readonly id: number;
      readonly position?: { readonly new_path: string; readonly new_line: number | null };
    }
    const threads = await ask<{ notes: Note[] }[]>(`${STORE}/merge_requests/${at}/discussions?per_page=100`);
    const note = threads.flatMap(({ notes }) => notes).find(({ position }) => position?.new_line);
    assert.ok(note?.position);
    const { new_path: path } = note.position;
    await run('workbench.action.closeAllEditors');
    await run('switchyard.openAddress', `${where}#note_${note.id}`);
    await until(() => activeTab()?.label.startsWith(path.slice(path.lastIndexOf('/') + 1)));
    await run('workbench.action.closeAllEditors');
    await run('switchyard.openAddress', `${where}/diffs?commit_id=${newest.head_commit_sha}`);
    await until(() => activeTab()?.label.includes(newest.head_commit_sha.slice(0, 8)));
  }).timeout(180_000);

  it('asks for a file if none is given', async () => {
    extension.script.choose((labels) => labels.indexOf('README.md'));
    await run('switchyard.openFileDiff', mergeRequestOf(tidy.iid));
    await tabNamed(title('README.md'));
    await openDiff('no/such.txt', tidy.iid);
    assert.match(
      extension.script.messages.at(-1)?.message ?? '',
      /^such\.txt isn't part of the changes currently shown for !\d+\.$/,
    );
  });
});
