import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { failedLog } from './failed-log';

describe('reading a job log', () => {
  const world = failedLog();
  const { decorations, jobWith, openLog, lineOf, landed, priceFile } = world;

  it('goes to the next problem and starts again after the last', async () => {
    const editor = await openLog(world.failed);
    await landed(editor);
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await vscode.commands.executeCommand('switchyard.nextLogProblem');
    assert.equal(editor.document.getText(editor.selection), 'src/cart/price.ts:42:17');
    const { line } = editor.selection.start;
    await vscode.commands.executeCommand('switchyard.nextLogProblem');
    await vscode.commands.executeCommand('switchyard.previousLogProblem');
    assert.equal(editor.selection.start.line, line);
    assert.equal(decorations().problems.problemsOf(editor.document.uri).length, 1);
  });

  it('copies a section, and copies the selection as Markdown with the job', async () => {
    const editor = await openLog(world.failed);
    await landed(editor);
    const cleanup = lineOf(editor, 'Getting source from Git repository');
    editor.selection = new vscode.Selection(cleanup + 1, 0, cleanup + 1, 0);
    await vscode.commands.executeCommand('switchyard.copyLogSection');
    const section = await vscode.env.clipboard.readText();
    assert.match(section, /^Getting source from Git repository\n(.|\n)*submodules setup$/);
    editor.selection = new vscode.Selection(cleanup, 0, cleanup, 7);
    await vscode.commands.executeCommand('switchyard.copyLogMarkdown');
    assert.equal(
      await vscode.env.clipboard.readText(),
      `**[unit-tests \\#${world.failed.id}](<${world.failed.web_url}>)**\n\n\`\`\`text\nGetting\n\`\`\`\n`,
    );
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await vscode.commands.executeCommand('switchyard.copyLogSection');
    assert.deepEqual(world.it.script.mentioned, ["The cursor isn't in a section."]);
  });

  it('shows that a log has no timestamps, and stores the setting', async () => {
    await openLog(world.failed);
    const before = decorations().times.shown;
    await vscode.commands.executeCommand('switchyard.toggleLogTimes');
    assert.equal(decorations().times.shown, !before);
    assert.match(world.it.script.mentioned[0] ?? '', /^This log has no timestamps/);
    await vscode.commands.executeCommand('switchyard.toggleLogTimes');
    assert.equal(decorations().times.shown, before);
    assert.equal(world.it.script.mentioned.length, 1);
    assert.deepEqual(world.it.script.messages, []);
  });

  it('decorates only visible lines, with few decoration types', async () => {
    const editor = await openLog(world.failed);
    await landed(editor);
    const { size } = decorations().colors;
    assert.ok(size > 2 && size < 30, `${size} looks`);
  });

  const demo: [name: string, marker: string, places: string[]][] = [
    [
      'compile',
      'error TS',
      ['src/cart/cart.ts:15: this.#lines.push', 'src/checkout/address.ts:19: const postcode'],
    ],
    ['lint', '2 problems', ['src/catalog/search.ts:12: .filter(', 'src/catalog/search.ts:13: .sort(']],
  ];
  for (const [name, marker, places] of demo) {
    it(`finds the cause of a failed ${name} job of the demo world`, async () => {
      const { document } = await openLog(await jobWith(name, 'failed', (log) => log.includes(marker)));
      const { problems } = decorations();
      await problems.settled(document.uri);
      const found = await Promise.all(
        problems.problemsOf(document.uri).map(async (problem) => {
          const file = problems.fileOf(document.uri, problem);
          assert.ok(file, problem.path);
          const text = (await vscode.workspace.openTextDocument(file)).lineAt(problem.line - 1).text;
          return `${vscode.workspace.asRelativePath(file)}:${problem.line}: ${text.slice((problem.column ?? 1) - 1)} ${text}`;
        }),
      );
      assert.equal(found.length, places.length);
      for (const [index, place] of places.entries()) {
        const [where = '', words = ''] = place.split(': ');
        assert.ok(found[index]?.startsWith(`${where}: `), found[index]);
        assert.ok(found[index]?.includes(words) === true, found[index]);
      }
    });
  }

  it('shows an invalid problem pattern once', async () => {
    const settings = vscode.workspace.getConfiguration('switchyard');
    const rules = [{ pattern: '(a+)+', file: 0, line: 1 }];
    await settings.update('log.problemPatterns', rules, vscode.ConfigurationTarget.Global);
    try {
      await landed(await openLog(world.failed));
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await landed(await openLog(world.failed));
      assert.equal(world.it.script.messages.length, 1);
      assert.match(
        world.it.script.messages[0]?.message ?? '',
        /^Problem pattern 1 is ignored because .* can be extremely slow\.$/,
      );
    } finally {
      await settings.update('log.problemPatterns', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('finds problems with a custom pattern, and resolves a file name without a folder', async () => {
    const settings = vscode.workspace.getConfiguration('switchyard');
    const pattern = '^ +at netOf .*/(price\\.ts):(50):';
    const rules = [{ pattern, file: 1, line: 2, severity: 'warning' }];
    await settings.update('log.problemPatterns', rules, vscode.ConfigurationTarget.Global);
    try {
      const { document } = await openLog(world.failed);
      const { problems } = decorations();
      await problems.settled(document.uri);
      const found = problems.problemsOf(document.uri);
      assert.deepEqual(
        found.map((one) => [
          one.path,
          one.line,
          one.problem?.severity,
          problems.fileOf(document.uri, one)?.toString(),
        ]),
        [
          ['src/cart/price.ts', 42, 'error', priceFile().toString()],
          ['price.ts', 50, 'warning', priceFile().toString()],
        ],
      );
    } finally {
      await settings.update('log.problemPatterns', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('opens hyperlinks of a program in the browser, and shows their targets', async () => {
    const job = await jobWith('review-bot', 'success', (log) => log.includes(']8;;https://'));
    const { document } = await openLog(job);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      document.uri,
    );
    const link = links.find(({ range }) => document.getText(range) === 'the review guide');
    assert.equal(link?.target?.toString(), 'https://handbook.acme.example/reviews');
    assert.equal(link.tooltip, 'https://handbook.acme.example/reviews');
  });
});
