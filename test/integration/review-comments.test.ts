import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { TreeNode } from '../../src/trees/tree-node';
import { BRANCH, FILE, IID, threadsInDiff } from './comments-world';
import { sandbox, until } from './harness';
import { ask, shownIn, STORE } from './product';

const run = vscode.commands.executeCommand;

describe('comments in the diffs of a merge request', () => {
  const world = threadsInDiff();
  const { key, side, threads, bodies, threadWith, typedAt, wire } = world;

  it('stand at their lines, and say how they stand', async () => {
    const thread = await threadWith('What is a rank');
    assert.equal(thread.range?.end.line, 4);
    assert.equal(thread.state, vscode.CommentThreadState.Unresolved);
    // Whether the branch has other commits by now is nobody's business here.
    assert.match(thread.label ?? '', /^Unresolved/);
    const [first] = thread.comments;
    assert.ok(first?.body instanceof vscode.MarkdownString);
    assert.deepEqual(
      [first.body.isTrusted, first.body.supportHtml, first.author.iconPath],
      [false, false, undefined],
    );
    assert.equal(first.author.name, 'Dana Lindqvist');
    assert.deepEqual(await threads(side('original')), []);
  });

  it('are made where somebody writes, also on several lines', async () => {
    await run('switchyard.commentNow', typedAt(5, 6, 'Both of them?'));
    const thread = await threadWith('Both of them');
    assert.deepEqual([thread.range?.start.line, thread.range?.end.line], [4, 5]);
    const told = (await wire()).at(-1)?.notes[0];
    assert.equal(told?.body, 'Both of them?');
    assert.ok(told.position?.line_range);
  });

  it('are answered, changed, resolved, reopened and deleted', async () => {
    const thread = await threadWith('Both of them');
    await run('switchyard.commentNow', { thread, text: 'Yes.' });
    await until(() => thread.comments.length === 2);
    const reply = thread.comments[1];
    assert.ok(reply);
    await run('switchyard.editComment', reply);
    assert.equal(reply.mode, vscode.CommentMode.Editing);
    assert.equal(reply.body, 'Yes.');
    reply.body = 'No.';
    await run('switchyard.saveComment', reply);
    await until(() => bodies(thread)[1] === 'No&#46;');
    assert.equal((await wire()).at(-1)?.notes[1]?.body, 'No.');
    await run('switchyard.resolveThread', thread);
    await until(() => thread.state === vscode.CommentThreadState.Resolved);
    assert.match(thread.label ?? '', /^Resolved by /);
    await run('switchyard.reopenThread', thread);
    await until(() => thread.state === vscode.CommentThreadState.Unresolved);
    const [, now] = thread.comments;
    await run('switchyard.deleteComment', now);
    assert.equal(thread.comments.length, 2, 'nobody said yes');
    assert.equal(world.it.script.confirmed.at(-1)?.message, 'Delete this comment?');
    world.it.script.allow();
    await run('switchyard.deleteComment', now);
    await until(() => thread.comments.length === 1);
  });

  it('are drafts until the review is published', async () => {
    await run('switchyard.startReview', typedAt(3, 3, 'Export a type?'));
    const draft = await threadWith('Export a type');
    assert.equal(draft.comments[0]?.label, 'Draft');
    const before = await wire();
    await run('switchyard.addToReview', {
      thread: await threadWith('Both of them'),
      text: 'In the next one.',
    });
    await threadWith('In the next one');
    assert.deepEqual(await wire(), before, 'nobody else sees them');
    await run('switchyard.publishReview', { target: { kind: 'merge-request', mergeRequest: key() } });
    await until(async () => (await threadWith('Export a type')).comments[0]?.label === undefined);
    const said = (await wire()).flatMap(({ notes }) => notes.map(({ body }) => body));
    assert.ok(said.includes('Export a type?') && said.includes('In the next one.'));
    assert.equal(world.it.script.mentioned.at(-1), '2 comments were published.');
  });

  it('that are not taken stay where they were written, and are sent when somebody says so', async () => {
    await sandbox.fault({ kind: 'status', status: 502, method: 'POST', path: '**/discussions' });
    const told = world.it.script.nextTold();
    await run('switchyard.commentNow', typedAt(1, 1, 'Is this import used?'));
    const { message } = await told;
    assert.match(message, /^The server has not confirmed the comment\. It is kept\. /);
    const kept = await threadWith('Is this import used');
    assert.match(kept.comments[0]?.label ?? '', /^Not sent/);
    await sandbox.clearFaults();
    await run('switchyard.sendCommentAgain', kept.comments[0]);
    await until(async () => (await threadWith('Is this import used')).label === 'Unresolved');
    assert.equal((await wire()).filter(({ notes }) => notes[0]?.body === 'Is this import used?').length, 1);
  });

  it('can suggest a change, which is made in the file of the workspace', async () => {
    const suggestion = 'Shorter:\n\n```suggestion:-0+0\nexport interface Asked {\n```\n';
    await run('switchyard.commentNow', typedAt(3, 3, suggestion));
    const thread = await threadWith('Suggested change');
    assert.match(
      bodies(thread)[0] ?? '',
      /```diff\n-export interface Query \{\n\+export interface Asked \{\n```/,
    );
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const uri = vscode.Uri.joinPath(folder.uri, FILE);
    await run('switchyard.applySuggestion', thread.comments[0]);
    const document = await vscode.workspace.openTextDocument(uri);
    await until(() => document.lineAt(2).text === 'export interface Asked {');
    const told = world.it.script.nextTold();
    await run('switchyard.openThread', {
      target: { kind: 'thread', mergeRequest: key(), discussion: (await wire()).at(-1)?.id },
    });
    const again = await threadWith('Suggested change');
    await run('switchyard.applySuggestion', again.comments[0]);
    assert.match((await told).message, /stands in .*search\.ts already/);
    await vscode.window.showTextDocument(document);
    await run('workbench.action.files.revert');
  });

  it('are rows below the merge request, those first that are not resolved, and are walked through', async () => {
    const tree = world.it.parts.mergeRequestTree;
    const show = (node: TreeNode) => shownIn(tree, node);
    let node: TreeNode | undefined;
    for (const name of ['acme/storefront', 'All Open', `!${IID} `, 'Discussions']) {
      const rows = await tree.getChildren(node);
      node = rows.find((child) => show(child).label.startsWith(name));
      assert.ok(node, name);
    }
    const rows = await tree.getChildren(node);
    const states = rows.map((child) => show(child).words[1]);
    assert.ok(states.includes('canResolve') && states.includes('canReopen'));
    assert.deepEqual(
      states,
      [...states].sort((a, b) => RANK.indexOf(a ?? '') - RANK.indexOf(b ?? '')),
    );
    const first = rows.find((child) => show(child).label.startsWith('What is a rank'));
    assert.ok(first);
    // It says so just where the branch has moved since.
    const { diff_refs: refs } = await ask<{ readonly diff_refs: { base_sha: string; head_sha: string } }>(
      `${STORE}/merge_requests/${IID}`,
    );
    const { position } =
      (await wire()).find(({ notes }) => notes[0]?.body.includes('a rank'))?.notes[0] ?? {};
    const isNewest = position?.head_sha === refs.head_sha && position.base_sha === refs.base_sha;
    assert.ok(
      show(first).description.startsWith(
        `${isNewest ? '' : 'older version · '}Dana Lindqvist · search.ts:5 · `,
      ),
      `${String(isNewest)}: ${show(first).description}`,
    );
    assert.deepEqual(
      (await tree.getChildren(first)).map((child) => show(child).label),
      ['What is a rank of zero?', 'Nobody bought it yet.'],
    );
    await run('workbench.action.closeAllEditors');
    await run('switchyard.openThread', first);
    await until(() => vscode.window.activeTextEditor?.selection.active.line === 4);
    await run('switchyard.nextThread');
    await until(() => vscode.window.activeTextEditor?.selection.active.line === 5);
    await run('switchyard.previousThread');
    await until(() => vscode.window.activeTextEditor?.selection.active.line === 4);
  });

  it('are said about the merge request as a whole, and answered, without a diff', async () => {
    const mergeRequest = key();
    world.it.script.type('Shall we?');
    await run('switchyard.addComment', { target: { kind: 'merge-request', mergeRequest } });
    const made = (await wire()).at(-1);
    assert.deepEqual([made?.notes[0]?.body, made?.notes[0]?.position], ['Shall we?', undefined]);
    world.it.script.type('We shall.');
    await run('switchyard.replyToThread', { target: { kind: 'thread', mergeRequest, discussion: made?.id } });
    assert.equal((await wire()).at(-1)?.notes[1]?.body, 'We shall.');
    assert.equal(world.it.script.asked.at(-1)?.prompt, 'To: Shall we?');
  });

  it('stand at their line in a newer version, or are opened on their own where it is gone', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'switchyard-comments-'));
    const git = (...args: readonly string[]): string => {
      const env = {
        ...process.env,
        GIT_TERMINAL_PROMPT: '0',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: devNull,
      };
      const identity = ['-c', 'user.name=Mara', '-c', 'user.email=mara@acme.example'];
      return execFileSync('git', ['-C', folder, ...identity, ...args], {
        encoding: 'utf8',
        stdio: 'pipe',
        env,
      }).trim();
    };
    try {
      const url = new URL(`${sandbox.info.url}/acme/storefront.git`);
      [url.username, url.password] = ['marek', sandbox.info.tokens['maintainer'] ?? ''];
      git('clone', '--quiet', '--branch', BRANCH, url.href, '.');
      const file = path.join(folder, FILE);
      const text = readFileSync(file, 'utf8');
      // The line of "What is a rank" moves by one, and the one below it is gone.
      writeFileSync(file, `// Searching\n${text.replace(/^.*leastRank\?: number;\n/m, '')}`);
      git('commit', '-qam', 'Say what it is');
      git('push', '-q', 'origin', BRANCH);
      const before = side().toString();
      await sandbox.advance(5_000);
      await run('switchyard.refreshMergeRequests');
      const { changes } = (await world.it.parts.mergeRequestView.load()).review;
      await until(async () => (await changes.versions(key())).length > 2);
      await run('workbench.action.closeAllEditors');
      const idOf = async (words: string): Promise<string> => {
        const found = (await wire()).find(({ notes }) => notes[0]?.body.includes(words));
        assert.ok(found);
        return found.id;
      };
      const open = async (words: string) =>
        run('switchyard.openThread', {
          target: { kind: 'thread', mergeRequest: key(), discussion: await idOf(words) },
        });
      await open('What is a rank');
      const moved = await threadWith('What is a rank');
      assert.equal(moved.range?.end.line, 5);
      assert.match(moved.label ?? '', /made on an older version$/);
      assert.notEqual(side().toString(), before);
      assert.ok(
        (await threads()).every((thread) => !bodies(thread).some((body) => body.includes('Both of them'))),
      );
      await open('Both of them');
      await until(() => side().toString() === before, { description: 'the diff of its own version is open' });
      assert.equal((await threadWith('Both of them')).range?.end.line, 5);
      assert.equal(
        world.it.script.mentioned.at(-1),
        'Its lines are gone: this is the version on which it was made.',
      );
      // Their rows say so as well.
      const tree = world.it.parts.mergeRequestTree;
      const described = async (words: string): Promise<string | undefined> => {
        let node: TreeNode | undefined;
        for (const name of ['acme/storefront', 'All Open', `!${IID} `, 'Discussions', words]) {
          const rows = await tree.getChildren(node);
          node = rows.find((child) => shownIn(tree, child).label.startsWith(name));
        }
        return node && shownIn(tree, node).description;
      };
      await until(async () => (await described('Both of them'))?.startsWith('outdated · '));
      await until(async () => (await described('What is a rank'))?.startsWith('older version · '));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('stand on the old side where a line was taken away', async () => {
    const { changes } = (await world.it.parts.mergeRequestView.load()).review;
    const sets = await Promise.all([16, 17, 18, 20, 21].map((each) => changes.whole(key(each))));
    const found = sets.flatMap(({ mergeRequest, files }) =>
      files
        .filter(({ diff }) => diff.removed > 0 && diff.hunks.length > 0)
        .map((file) => ({ file, mergeRequest })),
    );
    const [first] = found;
    assert.ok(first);
    const { file } = first;
    const { iid } = first.mergeRequest;
    await run('workbench.action.closeAllEditors');
    await run('switchyard.openFileDiff', {
      target: { kind: 'change', mergeRequest: key(iid), path: file.path },
    });
    await until(() => vscode.window.visibleTextEditors.length === 2);
    const [old] = file.diff.text.split('\n').flatMap((text) => (/^-[^-]/.test(text) ? [text.slice(1)] : []));
    const document = await vscode.workspace.openTextDocument(side('original'));
    const line =
      document
        .getText()
        .split('\n')
        .indexOf(old ?? '') + 1;
    assert.ok(line > 0);
    await run('switchyard.commentNow', typedAt(line, line, 'Why not any more?', side('original')));
    const thread = await threadWith('Why not any more', side('original'));
    assert.equal(thread.range?.end.line, line - 1);
    const told = (await wire(iid)).at(-1)?.notes[0]?.position;
    assert.deepEqual([told?.old_line, told?.new_line], [line, null]);
    assert.deepEqual(await threads(), []);
  });

  it('are left out where the server has none, which is said, and the diff is there all the same', async () => {
    await run('workbench.action.closeAllEditors');
    await sandbox.fault({ kind: 'status', status: 404, path: '**/merge_requests/17/discussions' });
    const changes = await (await world.it.parts.mergeRequestView.load()).review.changes.whole(key(17));
    const file = changes.files[0]?.path;
    await run('switchyard.openFileDiff', { target: { kind: 'change', mergeRequest: key(17), path: file } });
    await until(() =>
      world.it.script.mentioned.some((words) => words.includes('has no comments for this merge request')),
    );
    assert.ok((await vscode.workspace.openTextDocument(side())).getText().length > 0);
  });
});

const RANK = ['canResolve', 'plain', 'canReopen'];
