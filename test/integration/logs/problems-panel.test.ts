import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../helpers/harness';
import { failedLog } from './failed-log';

describe('problems of a job log', () => {
  const world = failedLog();
  const { jobWith, openLog, priceFile } = world;

  it('shows a problem in the Problems panel while the log is open', async () => {
    await openLog(world.failed);
    const problems = (): vscode.Diagnostic[] => vscode.languages.getDiagnostics(priceFile());
    await until(() => problems().length > 0, { description: 'the problem is reported' });
    const [problem] = problems();
    assert.equal(problem?.source, 'switchyard · unit-tests');
    assert.match(problem.message, /TypeError: Cannot read properties of undefined/);
    assert.deepEqual([problem.range.start.line, problem.range.start.character], [41, 16]);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until(() => problems().length === 0, { description: 'the problem is gone with the log' });
  });

  it('shows the position of the problem without entries in the Problems panel if they are disabled', async () => {
    const settings = vscode.workspace.getConfiguration('switchyard');
    const problems = (): vscode.Diagnostic[] => vscode.languages.getDiagnostics(priceFile());
    const { marks } = await world.it.parts.decorations.load();
    await settings.update('log.showProblems', false, vscode.ConfigurationTarget.Global);
    try {
      await openLog(world.failed);
      await until(() => /problem/i.test(marks.text), { description: 'the problems are counted' });
      await vscode.commands.executeCommand('switchyard.nextLogProblem');
      await until(() => /Problem 1 of 1$/.test(marks.text), { description: 'the position is shown' });
      assert.deepEqual(problems(), []);
      await settings.update('log.showProblems', true, vscode.ConfigurationTarget.Global);
      await until(() => problems().length > 0, { description: 'the entries are in the panel' });
    } finally {
      await settings.update('log.showProblems', undefined, vscode.ConfigurationTarget.Global);
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until(() => marks.text === '', { description: 'nothing is shown without a log' });
  });

  it("keeps the log's tab and its problems when a file opens in preview", async () => {
    const { document } = await openLog(world.failed);
    const problems = (): vscode.Diagnostic[] => vscode.languages.getDiagnostics(priceFile());
    await until(() => problems().length > 0, { description: 'the problem is reported' });
    // Like a click in the Problems panel.
    await vscode.window.showTextDocument(priceFile(), { preview: true });
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const tab = tabs.find(
      ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === document.uri.toString(),
    );
    assert.equal(tab?.isPreview, false);
    assert.equal(tabs.length, 2);
    assert.equal(problems().length, 1);
    await vscode.window.tabGroups.close(tab);
    await until(() => problems().length === 0, { description: 'the problem is gone with the log' });
  });

  it("keeps the log's tab and both problems when they are opened one after the other", async () => {
    const { document } = await openLog(
      await jobWith('compile', 'failed', (log) => log.includes('error TS') && log.includes('address.ts')),
    );
    const problemFiles = (): readonly (readonly [vscode.Uri, readonly vscode.Diagnostic[]])[] =>
      vscode.languages
        .getDiagnostics()
        .filter(([, problems]) => problems.some(({ source }) => source === 'switchyard · compile'));
    await until(() => problemFiles().length === 2, { description: 'both problems are reported' });
    for (const [file, [problem]] of problemFiles()) {
      // Like a click in the Problems panel, which opens a preview.
      const selection = problem?.range ?? assert.fail('an entry');
      await vscode.window.showTextDocument(file, { preview: true, selection });
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      const addresses = tabs.map(({ input }) =>
        input instanceof vscode.TabInputText ? input.uri.toString() : '',
      );
      assert.deepEqual(addresses, [document.uri.toString(), file.toString()]);
      assert.equal(problemFiles().length, 2);
    }
  });

  it('finds the current line of a location in the job’s commit, or shows that it has changed', async () => {
    const original = await vscode.workspace.fs.readFile(priceFile());
    const text = new TextDecoder().decode(original);
    const write = async (changed: string): Promise<void> => {
      await vscode.workspace.fs.writeFile(priceFile(), new TextEncoder().encode(changed));
      // An open document changes only after a delay.
      const known = (): vscode.TextDocument | undefined =>
        vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === priceFile().toString());
      await until(() => [undefined, changed].includes(known()?.getText()), {
        description: 'the file is read again',
      });
    };
    const problems = (): vscode.Diagnostic[] => vscode.languages.getDiagnostics(priceFile());
    const followed = async (document: vscode.TextDocument): Promise<vscode.DocumentLink | undefined> => {
      const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
        'vscode.executeLinkProvider',
        document.uri,
        100,
      );
      return links.find(({ range }) => document.getText(range) === 'src/cart/price.ts:42:17');
    };
    try {
      await write(`// one\n// two\n${text}`);
      const { document } = await openLog(world.failed);
      await until(() => problems().length > 0, { description: 'the problem is reported' });
      assert.doesNotMatch(problems()[0]?.message ?? '', /commit/);
      assert.equal(problems()[0]?.range.start.line, 43);
      assert.equal((await followed(document))?.target?.fragment, 'L44,17');
      const moved = /^This was line 42 in commit [0-9a-f]{8}; it has moved/;
      assert.ok(world.it.script.mentioned.some((text) => moved.test(text)));
      // The line itself is changed.
      const lines = text.split('\n');
      await write(lines.with(41, '    // rewritten').join('\n'));
      world.it.script.mentioned.length = 0;
      await followed(document);
      assert.ok(
        world.it.script.mentioned.some((text) => /^Line 42 in commit [0-9a-f]{8} has changed/.test(text)),
      );
      // Saving updates the Problems panel.
      const edited = await vscode.workspace.openTextDocument(priceFile());
      const edit = new vscode.WorkspaceEdit();
      edit.insert(priceFile(), new vscode.Position(0, 0), '// three\n');
      await vscode.workspace.applyEdit(edit);
      await edited.save();
      await until(
        () =>
          problems().some(
            ({ message, range }) => message.includes('has changed since') && range.start.line === 42,
          ),
        { description: 'the entry says that its line has changed, and where it would be' },
      );
    } finally {
      await vscode.workspace.fs.writeFile(priceFile(), original);
    }
  });
});
