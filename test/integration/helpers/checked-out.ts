import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { sandbox, until } from './harness';
import { type Product, signedIn, STORE } from './product';
import { seenBranch } from './seen-branch';

const run = vscode.commands.executeCommand;
/** A file that the merge request changes, and a symbolic link that it adds. */
export const FILE = 'src/cart/price.ts';
export const LINK = 'docs/price-link.ts';
/** Other files: renamed, deleted, and stored with Git LFS. */
export const OTHERS = { renamed: 'docs/postcodes.md', deleted: 'docs/deploy.md', lfs: 'media/film.mp4' };
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 1400000\n`;
const ADDED = ['', 'export const lowest = 1;', 'export const highest = 900;', 'export const usual = 20;', ''];

/**
 * A merge request whose branch is checked out in the workspace, with a thread on the line `highest`. Registers hooks
 * in the surrounding `describe`.
 */
export function checkedOutBranch(name: string) {
  let extension: Product;
  let iid = 0;
  const branch = `feature/${name}-${process.pid}`;
  const root = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const uri = (file = FILE): vscode.Uri => vscode.Uri.file(path.join(root(), file));
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', root(), '-c', 'user.name=Mara', '-c', 'user.email=m@acme.example', ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  const api = async (method: string, what: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${sandbox.info.url}/api/v4${STORE}/merge_requests${what}`, {
      method,
      headers: {
        'private-token': sandbox.info.tokens['maintainer'] ?? '',
        'content-type': 'application/json',
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${method} ${what}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const push = (): void => {
    const address = new URL(`${sandbox.info.url}/acme/storefront.git`);
    [address.username, address.password] = ['mara', sandbox.info.tokens['maintainer'] ?? ''];
    git('push', '--quiet', address.href, branch);
  };
  const key = () => ({ base: sandbox.info.url, project: 1, iid });
  const textAtHead = (): string => git('show', `${branch}:${FILE}`);
  /** The number of a line of the head, starting at 1. */
  const lineOf = (words: string, text = textAtHead()): number =>
    text.split('\n').findIndex((line) => line.includes(words)) + 1;

  before(async function () {
    this.timeout(180_000);
    extension = await signedIn();
    git('checkout', '-q', '-b', branch, 'main');
    appendFileSync(path.join(root(), FILE), ADDED.join('\n'));
    symlinkSync('../src/cart/price.ts', path.join(root(), LINK));
    git('mv', 'docs/addresses.md', OTHERS.renamed);
    git('rm', '-q', OTHERS.deleted);
    mkdirSync(path.join(root(), 'media'), { recursive: true });
    writeFileSync(path.join(root(), OTHERS.lfs), POINTER);
    git('add', '-A');
    git('commit', '--quiet', '--message', 'Limit prices');
    push();
    const made = await api('POST', '', {
      source_branch: branch,
      target_branch: 'main',
      title: 'Limit prices',
    });
    iid = (made as { iid: number }).iid;
    await sandbox.advance(5_000);
    const { diff_refs: refs } = (await api('GET', `/${iid}`)) as { diff_refs: Record<string, string> };
    await api('POST', `/${iid}/discussions`, {
      body: 'Is this in cents?',
      position: {
        ...refs,
        ...{ position_type: 'text', old_path: FILE, new_path: FILE, new_line: lineOf('highest') },
      },
    });
    await seenBranch(root(), branch);
    await run('switchyard.mergeRequests.focus');
    await run('switchyard.refreshMergeRequests');
  });
  after(async () => {
    await run('workbench.action.closeAllEditors');
    git('checkout', '-q', '--force', 'main');
    git('branch', '-q', '-D', branch);
    await seenBranch(root(), 'main');
    await api('PUT', `/${iid}`, { state_event: 'close' });
  });

  const openDiff = (file = FILE) =>
    run('switchyard.openFileDiff', { target: { kind: 'change', mergeRequest: key(), path: file } });
  const tab = (): vscode.TabInputTextDiff => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    return input;
  };
  const threads = async (file = uri()) =>
    (await extension.parts.mergeRequestFeature.load()).boxes.threadsOn(file.toString());
  /** Waits for the thread to be on a line, which starts at 1. */
  const threadAt = (line: number, words = 'Is this in cents?', file = uri()): Promise<vscode.CommentThread> =>
    until(
      async () =>
        (await threads(file)).find(
          ({ comments, range }) =>
            range?.end.line === line - 1 &&
            comments.some(({ body }) => (typeof body === 'string' ? body : body.value).includes(words)),
        ),
      { description: `a thread on line ${line}` },
    );
  /** Replaces a text in the working file without saving. */
  const replace = async (before: string, after: string): Promise<vscode.TextDocument> => {
    const document = await vscode.workspace.openTextDocument(uri());
    const at = document.getText().indexOf(before);
    assert.ok(at >= 0, `${before} isn't in the file`);
    const edit = new vscode.WorkspaceEdit();
    const range = new vscode.Range(document.positionAt(at), document.positionAt(at + before.length));
    edit.replace(document.uri, range, after);
    assert.ok(await vscode.workspace.applyEdit(edit));
    return document;
  };
  /**
   * Writes the file, in the editor and on disk. Repeats it if VS Code reads the file meanwhile. VS Code doesn't save a
   * document that was changed before Git's last change of the file was read.
   */
  const write = async (text: string): Promise<void> => {
    const onDisk = (): string => readFileSync(uri().fsPath, 'utf8');
    const document = await vscode.workspace.openTextDocument(uri());
    await until(
      async () => {
        if (!document.isDirty && document.getText() !== onDisk()) {
          // The editor can miss a change of the file if Git changes it several times.
          await vscode.window.showTextDocument(document);
          await run('workbench.action.files.revert');
          return false;
        }
        const edit = new vscode.WorkspaceEdit();
        edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
        if (document.getText() !== text && !(await vscode.workspace.applyEdit(edit))) return false;
        if (document.isDirty && !(await document.save())) return false;
        return !document.isDirty && onDisk() === text;
      },
      { description: 'the file is written' },
    );
  };
  /** Restores the file of the head. */
  const restore = (): Promise<void> => write(textAtHead());

  return {
    get it() {
      return extension;
    },
    get branch() {
      return branch;
    },
    ...{
      root,
      uri,
      git,
      api,
      key,
      lineOf,
      textAtHead,
      openDiff,
      tab,
      threads,
      threadAt,
      replace,
      restore,
      write,
      push,
    },
  };
}
