import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { threadsInDiff } from '../helpers/comments-setup';
import { until } from '../helpers/harness';

const run = vscode.commands.executeCommand;

/** The address of a comment box for a new thread. In VS Code 1.103 it goes on. */
const NEW_BOX = /^comment:\/\/switchyard\.comments\/.*commentinput-[\da-f-]{36}-\d+\.md(%3F|$)/;

/** A box that was opened has the focus, or gets it by VS Code's own command where something else has kept it. */
async function focused(box: () => vscode.TextEditor | undefined): Promise<void> {
  await until(() => box() !== undefined);
  const isFocused = (): boolean => vscode.window.activeTextEditor === box();
  await until(isFocused, { timeout: 2_000, description: 'the box takes the focus' }).catch(() =>
    run('workbench.action.focusCommentOnCurrentLine'),
  );
  await until(isFocused, { description: 'the box has the focus' });
}

describe('comments in the diffs of a merge request', () => {
  const world = threadsInDiff();
  const { side, threads, threadWith, typedAt, wire } = world;

  it('stand at their lines, and say how they stand', async () => {
    const thread = await threadWith('What does a rank');
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

  it('do not count the line in whose first column a selection ends', async () => {
    const { thread } = typedAt(1, 1, '');
    thread.range = new vscode.Range(1, 0, 3, 0);
    await run('switchyard.commentNow', { thread, text: 'Lines two and three' });
    const made = await threadWith('Lines two and three');
    assert.deepEqual([made.range?.start.line, made.range?.end.line], [1, 2]);
    assert.equal((await wire()).at(-1)?.notes[0]?.position?.new_line, 3);
  });

  it('suggest to change the selected lines, also in a box that is open and in which something was typed', async () => {
    // Threads have boxes too, and so have those of the test.
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
    // VS Code opens a box again with its text when the file is opened again, so nothing is left in it. At the line of
    // a box, adding a comment closes it.
    const close = async (line: number): Promise<void> => {
      const open = box();
      await open?.edit((edit) => {
        edit.delete(new vscode.Range(0, 0, open.document.lineCount, 0));
      });
      const at = { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 };
      await run('workbench.action.addComment', { range: at });
      await until(() => box() === undefined);
    };
    // From line 8 down to the first column of line 10. At lines that have a thread, VS Code opens or closes that one.
    diff.selection = new vscode.Selection(7, 0, 9, 0);
    await run('switchyard.insertSuggestion');
    const first = await until(box);
    assert.equal(first.document.getText(), `\`\`\`suggestion:-1+0\n${text(8, 9)}\n\`\`\`\n`);
    await close(9);
    const { thread } = typedAt(1, 1, '');
    thread.range = new vscode.Range(7, 0, 9, 2);
    await run('switchyard.insertSuggestion', { thread, text: 'Please: ' });
    await until(
      () => box()?.document.getText() === `Please: \n\`\`\`suggestion:-2+0\n${text(8, 10)}\n\`\`\`\n`,
    );
    await close(10);
    // From the keyboard, in the box itself.
    diff.selection = new vscode.Selection(13, 0, 13, 0);
    const count = (await wire()).length;
    // Whatever had the focus before: a new box takes it only from the editor.
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
    await close(14);
    await run('workbench.action.focusActiveEditorGroup');
    // The walk through threads begins at the cursor.
    diff.selection = new vscode.Selection(3, 0, 3, 0);
  }).timeout(60_000);

  it('that were typed and not sent are in the box that is opened at their lines again', async () => {
    // Otherwise VS Code asks before it closes a box with a text.
    const settings = vscode.workspace.getConfiguration('comments');
    await settings.update('thread.confirmOnCollapse', 'never', true);
    const box = () =>
      vscode.window.visibleTextEditors.findLast(({ document: { uri } }) => NEW_BOX.test(uri.toString()));
    const text = () => box()?.document.getText();
    const diff = await until(() =>
      vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === side().toString()),
    );
    // Opens a box at the selected line, or closes the one that is there.
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
        world.it.script.told.find(({ message }) => /restored/.test(message)),
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
  }).timeout(60_000);
});
