import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { threadsInDiff } from '../helpers/comments-setup';
import { until } from '../helpers/harness';

const run = vscode.commands.executeCommand;

/** The URI of a comment box for a new thread. VS Code 1.103 appends a query. */
const NEW_BOX = /^comment:\/\/switchyard\.comments\/.*commentinput-[\da-f-]{36}-\d+\.md(%3F|$)/;

/** Waits until an opened box is focused. Focuses it with a command if it isn't focused within 2 s. */
async function focused(box: () => vscode.TextEditor | undefined): Promise<void> {
  await until(() => box() !== undefined);
  const isFocused = (): boolean => vscode.window.activeTextEditor === box();
  await until(isFocused, { timeout: 2_000, description: 'the box takes the focus' }).catch(() =>
    run('workbench.action.focusCommentOnCurrentLine'),
  );
  await until(isFocused, { description: 'the box has the focus' });
}

describe('new comments in the diffs of a merge request', () => {
  const world = threadsInDiff();
  const { side, threads, threadWith, typedAt, wire } = world;

  it('shows threads at their lines with their state', async () => {
    const thread = await threadWith('What does a rank');
    assert.equal(thread.range?.end.line, 4);
    assert.equal(thread.state, vscode.CommentThreadState.Unresolved);
    // The rest of the label depends on whether the branch has other commits by now.
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

  it('can be added on the lines of a diff as soon as the editor shows it', async () => {
    const modified = side();
    const review = await world.it.parts.mergeRequestFeature.load();
    await run('workbench.action.closeAllEditors');
    const isShown = (): boolean =>
      vscode.window.visibleTextEditors.some(
        ({ document }) => document.uri.toString() === modified.toString(),
      );
    await until(() => !isShown());
    // The editor asks once, in the turn in which it shows the file.
    const asked = new Promise<readonly vscode.Range[]>((resolve, reject) => {
      const listener = vscode.window.onDidChangeVisibleTextEditors(() => {
        if (!isShown()) return;
        listener.dispose();
        review.boxes.rangesOn(modified.toString()).then(resolve, reject);
      });
    });
    await run('switchyard.openFileDiff', {
      target: { kind: 'change', mergeRequest: world.key(), path: 'src/catalog/search.ts' },
    });
    assert.notEqual((await asked).length, 0);
  });

  it('adds a comment on one or several lines', async () => {
    await run('switchyard.commentNow', typedAt(5, 6, 'Both of them?'));
    const thread = await threadWith('Both of them');
    assert.deepEqual([thread.range?.start.line, thread.range?.end.line], [4, 5]);
    const note = (await wire()).at(-1)?.notes[0];
    assert.equal(note?.body, 'Both of them?');
    assert.ok(note.position?.line_range);
  });

  it('adds a comment on the whole file, also to the review', async () => {
    const file = { target: { kind: 'change', mergeRequest: world.key(), path: 'src/catalog/search.ts' } };
    world.it.script.type('Rename the file?');
    await run('switchyard.commentOnFile', file);
    const thread = await threadWith('Rename the file');
    assert.equal(thread.range, undefined);
    assert.equal(thread.label, 'Unresolved · on the whole file');
    const { position } = (await wire()).at(-1)?.notes[0] ?? {};
    assert.deepEqual(
      [position?.position_type, position?.new_path, position?.new_line],
      ['file', 'src/catalog/search.ts', null],
    );
    const count = (await wire()).length;
    world.it.script.type({ alternative: 'Not yet' });
    await run('switchyard.commentOnFile');
    const pending = await threadWith('Not yet');
    assert.deepEqual([pending.range, pending.comments[0]?.label], [undefined, 'Pending']);
    assert.equal((await wire()).length, count);
    world.it.script.allow();
    await run('switchyard.discardComment', pending.comments[0]);
  });

  it('excludes the last line of a selection that ends in its first column', async () => {
    const { thread } = typedAt(1, 1, '');
    thread.range = new vscode.Range(1, 0, 3, 0);
    await run('switchyard.commentNow', { thread, text: 'Lines two and three' });
    const made = await threadWith('Lines two and three');
    assert.deepEqual([made.range?.start.line, made.range?.end.line], [1, 2]);
    assert.equal((await wire()).at(-1)?.notes[0]?.position?.new_line, 3);
  });

  it('suggests a change of the selected lines, also in an open box with text', async () => {
    // Threads and the test itself also have comment boxes.
    const box = () =>
      vscode.window.visibleTextEditors.findLast(({ document: { uri } }) => NEW_BOX.test(uri.toString()));
    const diff = await until(() =>
      vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === side().toString()),
    );
    const text = (start: number, end: number): string =>
      Array.from(
        { length: end - start + 1 },
        (_, index) => diff.document.lineAt(start - 1 + index).text,
      ).join('\n');
    // VS Code restores the text of a box when the file is opened again, so the box is cleared. Adding a
    // comment at the line of a box closes the box.
    const close = async (line: number): Promise<void> => {
      const open = box();
      await open?.edit((edit) => {
        edit.delete(new vscode.Range(0, 0, open.document.lineCount, 0));
      });
      const at = { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 };
      await run('workbench.action.addComment', { range: at });
      await until(() => box() === undefined);
    };
    /** The selected text in the comment box, which typing replaces. */
    const selected = (): string | undefined => {
      const open = box();
      return open?.document.getText(open.selection);
    };
    // From line 8 to the first column of line 10. At lines with a thread, VS Code would open or close the
    // thread.
    diff.selection = new vscode.Selection(7, 0, 9, 0);
    await run('switchyard.insertSuggestion');
    const first = await until(box);
    assert.equal(first.document.getText(), `\`\`\`suggestion:-1+0\n${text(8, 9)}\n\`\`\`\n`);
    await until(() => selected() === text(8, 9), { description: 'the suggested lines are selected' });
    await close(9);
    const { thread } = typedAt(1, 1, '');
    thread.range = new vscode.Range(7, 0, 9, 2);
    await run('switchyard.insertSuggestion', { thread, text: 'Please: ' });
    await until(
      () => box()?.document.getText() === `Please: \n\`\`\`suggestion:-2+0\n${text(8, 10)}\n\`\`\`\n`,
    );
    await until(() => selected() === text(8, 10), { description: 'the suggested lines are selected' });
    await close(10);
    // With the keyboard in the box.
    diff.selection = new vscode.Selection(13, 0, 13, 0);
    const count = (await wire()).length;
    // A new box is only focused from the editor.
    await run('workbench.action.focusActiveEditorGroup');
    await run('workbench.action.addComment');
    await focused(box);
    await run('type', { text: 'Or so' });
    await until(() => box()?.document.getText() === 'Or so');
    await run('switchyard.insertSuggestion');
    await until(
      () => box()?.document.getText() === `Or so\n\`\`\`suggestion:-0+0\n${text(14, 14)}\n\`\`\`\n`,
    );
    assert.equal((await wire()).length, count, 'nothing is sent');
    await focused(box);
    const read = () => Promise.resolve(Buffer.from('ok'));
    world.it.script.openWith({ name: 'notes.txt', size: 2, read });
    await run('switchyard.attachFiles');
    await until(() =>
      /\[notes\.txt\]\(\/uploads\/[\da-f]{32}\/notes\.txt\)/.test(box()?.document.getText() ?? ''),
    );
    await close(14);
    await run('workbench.action.focusActiveEditorGroup');
    await run('switchyard.attachFiles');
    assert.equal(
      world.it.script.messages.at(-1)?.message,
      'Place the cursor in a comment box or in a description first.',
    );
    await run('workbench.action.focusActiveEditorGroup');
    // The next thread is searched from the cursor.
    diff.selection = new vscode.Selection(3, 0, 3, 0);
  }).timeout(180_000);

  it('restores unsent text in a box that is opened again at its line', async () => {
    // Otherwise VS Code asks before it closes a box with text.
    const settings = vscode.workspace.getConfiguration('comments');
    await settings.update('thread.confirmOnCollapse', 'never', true);
    const box = () =>
      vscode.window.visibleTextEditors.findLast(({ document: { uri } }) => NEW_BOX.test(uri.toString()));
    const text = () => box()?.document.getText();
    const diff = await until(() =>
      vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === side().toString()),
    );
    // Opens a box at the line, or closes an existing one.
    const toggle = async (line: number): Promise<void> => {
      diff.selection = new vscode.Selection(line - 1, 2, line - 1, 2);
      await run('workbench.action.focusActiveEditorGroup');
      await run('workbench.action.addComment');
    };
    try {
      await toggle(12);
      await until(() => text() === '');
      await focused(box);
      await run('type', { text: 'Half a comment' });
      await until(() => text() === 'Half a comment');
      await toggle(12);
      await until(() => box() === undefined);
      await toggle(14);
      await until(() => text() === '', { description: 'an empty box on another line' });
      await focused(box);
      assert.equal(text(), '');
      await toggle(14);
      await until(() => box() === undefined);
      await toggle(12);
      await until(() => text() === 'Half a comment', { description: 'the text is there again' });
      const restored = await until(() =>
        world.it.script.messages.find(({ message }) => /restored/.test(message)),
      );
      assert.equal(restored.message, 'Your unsent comment was restored: "Half a comment"');
      assert.deepEqual(
        restored.actions.map(({ title }) => title),
        ['Discard'],
      );
      await restored.actions[0]?.run();
      await until(() => text() === '', { description: 'the text is discarded' });
      await run('type', { text: 'Half a comment' });
      await until(() => text() === 'Half a comment');
      await run('editor.action.submitComment');
      await until(async () => (await wire()).at(-1)?.notes[0]?.body === 'Half a comment');
      assert.equal((await wire()).at(-1)?.notes[0]?.position?.new_line, 12);
      await until(() => box() === undefined);
      await toggle(14);
      await until(() => text() === '', { description: 'an empty box' });
      await toggle(14);
      await until(() => box() === undefined);
    } finally {
      await settings.update('thread.confirmOnCollapse', undefined, true);
      await run('workbench.action.focusActiveEditorGroup');
      diff.selection = new vscode.Selection(3, 0, 3, 0);
    }
  }).timeout(180_000);
});
