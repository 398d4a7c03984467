import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { type AlteredServer, alteredServer } from '../../builders/altered-server';
import { FILE, IID, threadsInDiff } from '../helpers/comments-setup';
import { sandbox, until } from '../helpers/harness';
import { ask, STORE } from '../helpers/product';

const run = vscode.commands.executeCommand;
const CONFIG = '.git/config';

describe('workspace files named by a server', function () {
  this.timeout(180_000);
  const world = threadsInDiff();
  const root = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', root(), ...args], { encoding: 'utf8', stdio: 'pipe' });
  const dirty = (): readonly string[] =>
    vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.fsPath);
  let outside = '';
  beforeEach(() => {
    outside = mkdtempSync(path.join(tmpdir(), 'switchyard-outside-'));
    world.it.script.allow();
  });
  afterEach(async () => {
    await run('workbench.action.closeAllEditors');
    git('checkout', '-q', '--force', 'HEAD', '--', '.');
    rmSync(outside, { recursive: true, force: true });
  });

  /** Adds a suggestion at the third line of a file in the diff, and returns its comment. */
  const suggested = async (words: string): Promise<vscode.Comment> => {
    await run('switchyard.openFileDiff', {
      target: { kind: 'change', mergeRequest: world.key(), path: FILE },
    });
    await until(async () => (await world.threads()).length > 0);
    await run('switchyard.commentNow', world.typedAt(3, 3, `\`\`\`suggestion\n${words}\n\`\`\`\n`));
    return until(async () => {
      const [comment] = (await world.threadWith(words)).comments;
      return /suggestion/.test(comment?.contextValue ?? '') && comment;
    });
  };

  it("aren't changed in the git folder, so that no program runs", async () => {
    const ran = path.join(outside, 'ran');
    const config = path.join(root(), CONFIG);
    const before = readFileSync(config, 'utf8');
    const lines = before.split('\n').slice(0, 5);
    const { diff_refs: refs } = await ask<{ diff_refs: Record<string, string> }>(
      `${STORE}/merge_requests/${IID}`,
    );
    const entry = {
      ...{ old_path: CONFIG, new_path: CONFIG, a_mode: '0', b_mode: '100644', new_file: true },
      diff: `@@ -0,0 +1,5 @@\n${lines.map((line) => `+${line}\n`).join('')}`,
    };
    const note = {
      ...{ id: 990_001, type: 'DiffNote', system: false, resolvable: true, resolved: false },
      body: `\`\`\`suggestion:-4+0\n${lines.join('\n')}\n\tfsmonitor = "touch '${ran}'"\n\`\`\`\n`,
      position: { ...refs, position_type: 'text', old_path: CONFIG, new_path: CONFIG, new_line: 5 },
    };
    const server: AlteredServer = await alteredServer(sandbox.info.url, (asked, value) => {
      const isHere = asked.includes(`/merge_requests/${IID}/`);
      if (!isHere) return value;
      if (/\/diffs(\?|$)/.test(asked) && Array.isArray(value)) return [...(value as unknown[]), entry];
      if (/\/versions\/\d+/.test(asked)) {
        const version = value as { diffs: unknown[] };
        return { ...version, diffs: [...version.diffs, entry] };
      }
      if (/\/discussions(\?|$)/.test(asked) && Array.isArray(value))
        return [...(value as unknown[]), { id: 'hostile', individual_note: false, notes: [note] }];
      return value;
    });
    try {
      git('remote', 'add', 'hostile', `${server.url}/acme/storefront.git`);
      const remotes = readFileSync(config, 'utf8');
      await world.it.parts.accounts.signIn(server.url, sandbox.info.tokens['maintainer'] ?? '');
      const mergeRequest = { base: server.url, project: 1, iid: IID };
      await run('switchyard.openFileDiff', { target: { kind: 'change', mergeRequest, path: CONFIG } });
      const thread = await until(
        async () => (await world.threads()).find((each) => world.bodies(each)[0]?.includes('-[core]')),
        { description: 'the hostile thread with the lines that it is about' },
      );
      const count = world.it.script.messages.length;
      await run('switchyard.applySuggestion', thread.comments[0]);
      assert.deepEqual(dirty(), []);
      await vscode.workspace.saveAll();
      assert.equal(readFileSync(config, 'utf8'), remotes);
      git('status');
      assert.ok(!existsSync(ran));
      assert.match(
        world.it.script.messages.slice(count)[0]?.message ?? '',
        /^Couldn't apply the suggestion\. /,
      );
      await run('switchyard.openChangedFile', { target: { kind: 'change', mergeRequest, path: CONFIG } });
      assert.notEqual(vscode.window.activeTextEditor?.document.uri.scheme, 'file');
    } finally {
      await world.it.parts.accounts.signOut(server.url);
      await server.close();
      git('remote', 'remove', 'hostile');
    }
  });

  it("aren't changed through a symbolic link", async () => {
    const file = path.join(root(), FILE);
    const target = path.join(outside, 'target.ts');
    const comment = await suggested('export interface Linked {');
    renameSync(file, target);
    symlinkSync(target, file);
    const before = readFileSync(target, 'utf8');
    const [messages, offered] = [world.it.script.messages.length, world.it.script.offered.length];
    await run('switchyard.applySuggestion', comment);
    // Only the server is offered, so the message of the commit is asked for immediately.
    assert.equal(world.it.script.asked.at(-1)?.title, 'Apply Suggestion');
    assert.deepEqual([world.it.script.messages.length, world.it.script.offered.length], [messages, offered]);
    assert.deepEqual(dirty(), []);
    await vscode.workspace.saveAll();
    assert.equal(readFileSync(target, 'utf8'), before);
    await run('switchyard.openChangedFile', {
      target: { kind: 'change', mergeRequest: world.key(), path: FILE },
    });
    assert.notEqual(vscode.window.activeTextEditor?.document.uri.scheme, 'file');
    assert.ok(lstatSync(file).isSymbolicLink());
    rmSync(file);
  });

  it("aren't changed below a folder that is a symbolic link", async () => {
    const folder = path.join(root(), path.dirname(FILE));
    const comment = await suggested('export interface Elsewhere {');
    const moved = path.join(outside, 'catalog');
    renameSync(folder, moved);
    symlinkSync(moved, folder);
    const there = path.join(moved, path.basename(FILE));
    const before = readFileSync(there, 'utf8');
    const [messages, offered] = [world.it.script.messages.length, world.it.script.offered.length];
    await run('switchyard.applySuggestion', comment);
    // Only the server is offered, so the message of the commit is asked for immediately.
    assert.equal(world.it.script.asked.at(-1)?.title, 'Apply Suggestion');
    assert.deepEqual([world.it.script.messages.length, world.it.script.offered.length], [messages, offered]);
    assert.deepEqual(dirty(), []);
    await vscode.workspace.saveAll();
    assert.equal(readFileSync(there, 'utf8'), before);
    rmSync(folder);
  });

  it("aren't read or linked from logs and stack traces through a symbolic link", async () => {
    const { workspaceFiles } = await import('../../../src/ui/shared/editor/workspace-files');
    const { frameFiles } = await import('../../../src/ui/shared/editor/frame-files');
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.toString() ?? '';
    const secret = path.join(outside, 'secret.txt');
    writeFileSync(secret, 'secret');
    const link = path.join(root(), 'linked-secret.txt');
    symlinkSync(secret, link);
    try {
      assert.ok(await workspaceFiles.file(folder, FILE));
      for (const name of ['linked-secret.txt', CONFIG, '../outside', 'src/../.git/config'])
        assert.equal(await workspaceFiles.file(folder, name), undefined, name);
      const signal = new AbortController().signal;
      assert.deepEqual(await workspaceFiles.endingWith(folder, 'linked-secret.txt', 2, signal), []);
      assert.equal((await frameFiles.endingWith(folder, path.basename(FILE), 2, signal)).length, 1);
    } finally {
      rmSync(link);
    }
  });

  it("aren't used as a description template through a symbolic link", async () => {
    const { editorGit } = await import('../../../src/ui/git/editor/show');
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const secret = path.join(outside, 'netrc');
    writeFileSync(secret, 'machine example.com');
    const link = path.join(root(), 'src/template.md');
    symlinkSync(secret, link);
    try {
      assert.equal(await editorGit.read(folder, 'src/template.md'), undefined);
      assert.ok(!(await editorGit.list(folder, 'src')).includes('template.md'));
      assert.ok((await editorGit.list(folder, 'src/catalog')).includes(path.basename(FILE)));
    } finally {
      rmSync(link);
    }
  });
});
