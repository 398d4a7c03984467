import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { readSideAddress } from '../../../src/presentation/changes/side-address';
import type { TreeNode } from '../../../src/ui/tree-node';
import { BRANCH, FILE, IID, threadsInDiff } from '../helpers/comments-setup';
import { sandbox, until } from '../helpers/harness';
import { shownIn } from '../helpers/product';

const run = vscode.commands.executeCommand;

describe('positions of comments in the diffs of a merge request', () => {
  const world = threadsInDiff();
  const { key, side, threads, bodies, threadWith, startThread, typedAt, wire } = world;

  it('follows the line of a thread in a newer version, or opens its version if the line was removed', async () => {
    await startThread('Both of them?', 6);
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
      // The line with the thread "What does a rank of zero mean?" moves down by one, and the line below it is removed.
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
      await open('What does a rank');
      const moved = await threadWith('What does a rank');
      assert.equal(moved.range?.end.line, 5);
      assert.match(moved.label ?? '', /created on an older version$/);
      assert.notEqual(side().toString(), before);
      assert.ok(
        (await threads()).every((thread) => !bodies(thread).some((body) => body.includes('Both of them'))),
      );
      await open('Both of them');
      await until(() => side().toString() === before, { description: 'the diff of its own version is open' });
      assert.equal((await threadWith('Both of them')).range?.end.line, 5);
      assert.equal(
        world.it.script.mentioned.at(-1),
        'The thread is outdated. Showing the version it was created on.',
      );
      // The rows show it as well.
      const tree = world.it.parts.views.mergeRequests.tree;
      const described = async (words: string): Promise<string | undefined> => {
        let node: TreeNode | undefined;
        for (const name of ['acme/storefront', 'All Open', `!${IID} `, 'Discussions', words]) {
          const rows = await tree.getChildren(node);
          node = rows.find((child) => shownIn(tree, child).label.startsWith(name));
        }
        return node && shownIn(tree, node).description;
      };
      await until(async () => (await described('Both of them'))?.startsWith('outdated · '));
      await until(async () => (await described('What does a rank'))?.startsWith('older version · '));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('adds a thread on the old side for a removed line', async () => {
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
    // VS Code 1.103 also reports editors of a closed editor with several files.
    const sides = (): readonly vscode.TextEditor[] =>
      vscode.window.visibleTextEditors.filter(({ document: { uri } }) => {
        const address = readSideAddress(uri);
        return address?.iid === iid && address.path === file.path;
      });
    await until(() => sides().length === 2, { description: 'both sides are shown' });
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
    const position = (await wire(iid)).at(-1)?.notes[0]?.position;
    assert.deepEqual([position?.old_line, position?.new_line], [line, null]);
    assert.deepEqual(await threads(), []);
  });

  it('shows the diff and a message if the server provides no comments', async () => {
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
