import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sandbox, until } from '../helpers/harness';
import { failedLog } from './failed-log';

describe('decorations of a job log', () => {
  const world = failedLog();
  const { openLog, lineOf, landed, priceFile } = world;

  it('opens at the failing line with other sections folded', async () => {
    const editor = await openLog(world.failed);
    await landed(editor);
    await until(() => editor.visibleRanges.some((range) => range.contains(editor.selection.active)));
    const first = lineOf(editor, 'Preparing the "docker" executor');
    await until(
      () => !editor.visibleRanges.some(({ start, end }) => start.line <= first + 1 && first + 1 <= end.line),
      {
        description: 'the first section is folded or out of sight',
      },
    );
  });

  it('moves to the failing line when a job fails while its log is followed', async () => {
    const editor = await openLog(await world.runningAgain());
    const { follow } = world.it.parts.jobLogs;
    assert.ok(follow.isAtEnd(editor), 'the log is followed');
    // The log grows in steps, so that the editor scrolls with it.
    const isFailed = (): boolean => editor.document.getText().includes('price.ts:42:17');
    const isRead = async () => (await sandbox.requests()).some(({ path }) => /\/trace(?:\?|$)/.test(path));
    for (let steps = 0; !isFailed(); steps++) {
      assert.ok(steps < 40, 'it fails');
      await sandbox.clearRequests();
      await sandbox.advance(15_000);
      await until(async () => isFailed() || (await isRead()));
    }
    await landed(editor);
    await until(() => editor.visibleRanges.some((range) => range.contains(editor.selection.active)));
    // A new attempt replaces the log as before.
    await until(() => follow.isAtEnd(editor));
  }).timeout(180_000);

  it('keeps its position when a job fails while the user reads another part', async () => {
    const editor = await openLog(await world.runningAgain());
    await vscode.commands.executeCommand('switchyard.toggleFollowLog');
    await sandbox.advance(600_000);
    await until(() => editor.document.getText().includes('ERROR: Job failed'), { description: 'it failed' });
    const log = world.it.parts.jobLogs.documents.find(editor.document.uri);
    await until(() => log?.upToDate === true && log.feed.state.kind === 'lines' && !log.feed.state.following);
    await vscode.commands.executeCommand('setContext', 'switchyard.test', true);
    assert.equal(editor.selection.active.line, 0);
  }).timeout(180_000);

  it('folds sections, and lists them in the outline with their durations', async () => {
    const { document } = await openLog(world.failed);
    const ranges = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      'vscode.executeFoldingRangeProvider',
      document.uri,
    );
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      document.uri,
    );
    const script = symbols.find(({ name }) => name.includes('step_script'));
    assert.ok(script);
    assert.match(script.detail, /\d+s/);
    assert.ok(
      ranges.some(({ start, end }) => start === script.range.start.line && end === script.range.end.line),
    );
    assert.equal(document.lineAt(script.selectionRange.start.line).text, script.name);
  });

  it('links a location to its line in the workspace file', async () => {
    const { document } = await openLog(world.failed);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      document.uri,
      100,
    );
    const link = links.find(({ range }) => document.getText(range) === 'src/cart/price.ts:42:17');
    assert.ok(link?.target);
    assert.equal(link.target.with({ fragment: '' }).toString(), priceFile().toString());
    assert.equal(link.target.fragment, 'L42,17');
    assert.equal(link.tooltip, 'Open src/cart/price.ts at line 42');
    assert.ok(!links.some(({ range }) => document.getText(range).includes('node:internal')));
    await vscode.commands.executeCommand('vscode.open', link.target);
    const active = await until(() => {
      const editor = vscode.window.activeTextEditor;
      return editor?.document.uri.path === priceFile().path ? editor : undefined;
    });
    assert.match(active.document.lineAt(41).text, /rule\.rate/);
  });
});
