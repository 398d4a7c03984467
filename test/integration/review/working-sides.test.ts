import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { checkedOutBranch, FILE, LINK, OTHERS } from '../helpers/checked-out';
import { sandbox, until } from '../helpers/harness';
import { seenBranch } from '../helpers/seen-branch';

const run = vscode.commands.executeCommand;

interface WireDraft {
  readonly note: string;
  readonly position: { readonly new_line: number; readonly head_sha: string };
}
interface WireThread {
  readonly notes: readonly { readonly body: string; readonly position?: WireDraft['position'] }[];
}

describe('diffs of the checked-out branch', function () {
  this.timeout(180_000);
  const world = checkedOutBranch('own-edits');
  const { api, git, key, lineOf, openDiff, replace, restore, root, tab, threadAt, threads, uri } = world;
  /** Makes comment threads that replace those of the editor's comment boxes. */
  let boxes: vscode.CommentController;
  before(() => {
    boxes = vscode.comments.createCommentController('test', 'Test');
  });
  after(() => {
    boxes.dispose();
  });
  afterEach(async () => {
    await restore();
    await run('workbench.action.closeAllEditors');
    world.it.script.allow(false);
  });
  const typedAt = (line: number, text: string) => ({
    thread: boxes.createCommentThread(uri(), new vscode.Range(line - 1, 0, line - 1, 1), []),
    text,
  });
  const posts = async (): Promise<number> =>
    (await sandbox.requests()).filter(({ method }) => method === 'POST').length;
  const drafts = async () => (await api('GET', `/${key().iid}/draft_notes`)) as readonly WireDraft[];

  it('show the file of the workspace on the right, with its threads', async () => {
    await openDiff();
    assert.equal(tab().modified.toString(), uri().toString());
    assert.equal(tab().original.scheme, 'switchyard-review');
    const { label } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.equal(label, `price.ts (!${key().iid} base ↔ working tree)`);
    await threadAt(lineOf('highest'));
  });

  it('show symbolic links, deleted files, and Git LFS files as they are in the commit', async () => {
    for (const name of [LINK, OTHERS.deleted, OTHERS.lfs]) {
      await openDiff(name);
      assert.equal(tab().modified.scheme, 'switchyard-review', name);
    }
    await openDiff(OTHERS.renamed);
    assert.equal(tab().modified.toString(), uri(OTHERS.renamed).toString());
    assert.match(tab().original.path, /\/docs\/addresses\.md$/);
  });

  it('show files of the workspace in the editor with all changes', async () => {
    await run('switchyard.openAllChanges', { target: { kind: 'merge-request', mergeRequest: key() } });
    await until(() =>
      vscode.window.visibleTextEditors.some(({ document }) => document.uri.toString() === uri().toString()),
    );
    await threadAt(lineOf('highest'));
  });

  it('move threads with edits, and send comments with the lines of the head', async () => {
    await openDiff();
    const line = lineOf('highest');
    await threadAt(line);
    await replace('export const lowest', '// Two\n// lines\nexport const lowest');
    await threadAt(line + 2);
    await run('switchyard.commentNow', typedAt(line + 3, 'Twenty of what?'));
    await threadAt(line + 3, 'Twenty of what?');
    const all = (await api('GET', `/${key().iid}/discussions`)) as readonly WireThread[];
    const note = all.flatMap(({ notes }) => notes).find(({ body }) => body === 'Twenty of what?');
    assert.equal(note?.position?.new_line, lineOf('usual'));
  });

  it("refuse comments on lines that aren't part of the merge request, and keep the text", async () => {
    await openDiff();
    await threadAt(lineOf('highest'));
    await replace('export const lowest = 1;', 'export const lowest = 2;');
    await sandbox.clearRequests();
    const notification = world.it.script.nextMessage();
    await run('switchyard.commentNow', typedAt(lineOf('lowest'), 'Why two?'));
    const { message, actions } = await notification;
    assert.equal(
      message,
      `Couldn't add the comment. These lines have local changes that aren't part of !${key().iid}.`,
    );
    assert.deepEqual(
      actions.map(({ title }) => title),
      ['Copy Text'],
    );
    assert.equal(await posts(), 0);
  });

  it('show threads in the file without a diff', async () => {
    await run('workbench.action.closeAllEditors');
    await until(async () => {
      await run('switchyard.refreshMergeRequests');
      return world.it.parts.checkedOut.current().some(({ iid }) => iid === key().iid);
    });
    await vscode.window.showTextDocument(uri());
    await threadAt(lineOf('highest'));
  });

  it('suggest local changes as pending comments, and then discard them', async () => {
    await openDiff();
    await threadAt(lineOf('highest'));
    const document = await replace(
      'export const lowest = 1;',
      'export const least = 1;\nexport const few = 3;',
    );
    await replace('export const usual = 20;\n', '');
    await document.save();
    const [lowest, usual] = [lineOf('lowest'), lineOf('usual')];
    world.it.script.choose((labels) => labels.indexOf(`Line ${lowest}`));
    const notification = world.it.script.nextMessage();
    await run('switchyard.suggestMyEdits');
    assert.deepEqual(
      world.it.script.offered
        .at(-1)
        ?.map(({ label, description, detail, picked }) => [label, description, detail, picked]),
      [
        [`Line ${lowest}`, '1 line added', '+ export const least = 1;', true],
        [`Line ${usual}`, '1 line removed', '- export const usual = 20;', true],
      ],
    );
    const { message, actions } = await notification;
    assert.equal(message, `1 suggestion added to your review of !${key().iid}.`);
    assert.deepEqual(
      (await drafts()).map(({ note, position }) => [note.trim(), position.new_line, position.head_sha]),
      [
        [
          '```suggestion:-0+0\nexport const least = 1;\nexport const few = 3;\n```',
          lowest,
          git('rev-parse', 'HEAD').trim(),
        ],
      ],
    );
    await threadAt(lowest, 'export const few = 3;');
    // Another run doesn't offer it again.
    world.it.script.choose(() => -1);
    await run('switchyard.suggestMyEdits');
    assert.deepEqual(
      world.it.script.offered.at(-1)?.map(({ label }) => label),
      [`Line ${usual}`],
    );
    const discard = actions.find(({ title }) => title === 'Discard Local Changes...');
    const edited = document.getText();
    await discard?.run();
    assert.equal(document.getText(), edited, 'nothing is discarded without confirmation');
    world.it.script.allow();
    await discard?.run();
    const text = world.textAtHead().replace('export const usual = 20;\n', '');
    assert.equal(document.getText(), text);
    assert.equal(readFileSync(uri().fsPath, 'utf8'), text);
    await vscode.window.showTextDocument(document);
    await run('undo');
    assert.equal(document.getText(), edited);
  });

  it('show the commit on the right if another branch is checked out or the setting is off', async () => {
    await openDiff();
    await threadAt(lineOf('highest'));
    const settings = vscode.workspace.getConfiguration('switchyard');
    await settings.update('review.useWorkspaceFiles', false, vscode.ConfigurationTarget.Global);
    try {
      await until(async () => (await threads()).length === 0);
      await openDiff();
      assert.equal(tab().modified.scheme, 'switchyard-review');
    } finally {
      await settings.update('review.useWorkspaceFiles', undefined, vscode.ConfigurationTarget.Global);
    }
    await run('workbench.action.closeAllEditors');
    await openDiff();
    await threadAt(lineOf('highest'));
    git('checkout', '-q', '--detach', 'HEAD~1');
    try {
      await seenBranch(root(), undefined);
      await until(async () => (await threads()).length === 0, { description: 'the threads are removed' });
      await openDiff();
      assert.equal(tab().modified.scheme, 'switchyard-review');
    } finally {
      git('checkout', '-q', world.branch);
      await seenBranch(root(), world.branch);
    }
  });

  it('show the file of the workspace if the branch has commits that were not pushed', async () => {
    await world.write(`// Not pushed\n${world.textAtHead()}`);
    const line = lineOf('highest');
    git('commit', '-q', '-m', 'Explain', '--', FILE);
    try {
      await seenBranch(root(), world.branch);
      await openDiff();
      assert.equal(tab().modified.scheme, 'file');
      await threadAt(line + 1);
    } finally {
      git('reset', '-q', '--hard', 'HEAD~1');
      await seenBranch(root(), world.branch);
    }
  });

  it('follow the latest version after a push', async () => {
    await openDiff();
    await threadAt(lineOf('highest'));
    await world.write(`// Pushed\n${world.textAtHead()}`);
    git('commit', '-q', '-m', 'Explain', '--', FILE);
    world.push();
    await sandbox.advance(10_000);
    await seenBranch(root(), world.branch);
    await until(async () => {
      await run('switchyard.refreshMergeRequests');
      return (await threadAt(lineOf('highest'))).label?.includes('created on an older version');
    });
    await run('switchyard.commentNow', typedAt(lineOf('usual'), 'After the push'));
    await threadAt(lineOf('usual'), 'After the push');
    const all = (await api('GET', `/${key().iid}/discussions`)) as readonly WireThread[];
    const note = all.flatMap(({ notes }) => notes).find(({ body }) => body === 'After the push');
    assert.deepEqual(
      [note?.position?.new_line, note?.position?.head_sha],
      [lineOf('usual'), git('rev-parse', 'HEAD').trim()],
    );
  });
});
