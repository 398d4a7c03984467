import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sandbox, until } from './harness';
import { ask, signedIn, STORE, type Product } from './product';

interface WireJob {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly web_url: string;
}

describe('what is drawn on the log of a job', () => {
  let it_: Product;
  let failed: WireJob;

  const looks = () => {
    const { value } = it_.parts.looks;
    assert.ok(value, 'a log was opened');
    return value;
  };
  before(async () => {
    it_ = await signedIn();
    failed = await jobWith('unit-tests', 'failed', (log) => log.includes('src/cart/price.ts:42:17'));
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    it_.script.told.length = 0;
    it_.script.mentioned.length = 0;
  });

  /** The newest job of that name whose log fits. */
  async function jobWith(name: string, status: string, fits: (log: string) => boolean): Promise<WireJob> {
    for (let page = 1; page < 30; page++) {
      const jobs = await ask<WireJob[]>(
        `${STORE}/jobs?scope[]=${status}&per_page=100&page=${page}&include_retried=true`,
      );
      for (const job of jobs.filter((one) => one.name === name)) {
        const { url, tokens } = sandbox.info;
        const headers = { 'private-token': tokens['owner'] ?? '' };
        const answer = await fetch(`${url}/api/v4${STORE}/jobs/${job.id}/trace`, { headers });
        if (answer.ok && fits(await answer.text())) return job;
      }
      if (jobs.length < 100) break;
    }
    throw new Error(`the sandbox has no fitting ${name} that is ${status}`);
  }

  async function openLog(job: WireJob): Promise<vscode.TextEditor> {
    const project = await ask<{ id: number }>(STORE);
    await it_.parts.openLog({ base: sandbox.info.url, project: project.id, job: job.id }, job.name);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    await until(() => it_.parts.logs.find(editor.document.uri)?.feed.state.kind === 'lines', {
      description: 'the log is there',
    });
    return editor;
  }

  const lineOf = (editor: vscode.TextEditor, text: string): number => {
    const line = editor.document
      .getText()
      .split('\n')
      .findIndex((one) => one.includes(text));
    assert.ok(line >= 0, `${text} is not in the log`);
    return line;
  };
  const landed = (editor: vscode.TextEditor): Promise<true> =>
    until(() => editor.selection.active.line === lineOf(editor, 'price.ts:42:17') || undefined, {
      description: 'the editor shows the failing line',
    });
  const priceFile = (): vscode.Uri => {
    const folder = vscode.workspace.workspaceFolders?.[0];
    assert.ok(folder);
    return vscode.Uri.joinPath(folder.uri, 'src/cart/price.ts');
  };

  it('lands on the failing line, with the other sections folded', async () => {
    const editor = await openLog(failed);
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

  it('folds sections, and lists them as an outline with how long they took', async () => {
    const { document } = await openLog(failed);
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
    assert.match(script.detail, /\d+ s/);
    assert.ok(
      ranges.some(({ start, end }) => start === script.range.start.line && end === script.range.end.line),
    );
    assert.equal(document.lineAt(script.selectionRange.start.line).text, script.name);
  });

  it('links a place to its line in the file of the workspace', async () => {
    const { document } = await openLog(failed);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      document.uri,
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

  it('shows the problem in the Problems panel while the log is open, and no longer', async () => {
    await openLog(failed);
    const problems = (): vscode.Diagnostic[] => vscode.languages.getDiagnostics(priceFile());
    await until(() => problems().length > 0, { description: 'the problem is told' });
    const [problem] = problems();
    assert.equal(problem?.source, 'switchyard · unit-tests');
    assert.match(problem.message, /TypeError: Cannot read properties of undefined/);
    assert.deepEqual([problem.range.start.line, problem.range.start.character], [41, 16]);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until(() => problems().length === 0, { description: 'the problem is gone with the log' });
  });

  it('walks from problem to problem and begins again at the end', async () => {
    const editor = await openLog(failed);
    await landed(editor);
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await vscode.commands.executeCommand('switchyard.nextLogProblem');
    assert.equal(editor.document.getText(editor.selection), 'src/cart/price.ts:42:17');
    const { line } = editor.selection.start;
    await vscode.commands.executeCommand('switchyard.nextLogProblem');
    await vscode.commands.executeCommand('switchyard.previousLogProblem');
    assert.equal(editor.selection.start.line, line);
    assert.equal(looks().problems.problemsOf(editor.document.uri).length, 1);
  });

  it('copies a section, and the same as a block of Markdown with the job above', async () => {
    const editor = await openLog(failed);
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
      `**[unit-tests \\#${failed.id}](<${failed.web_url}>)**\n\n\`\`\`text\nGetting\n\`\`\`\n`,
    );
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await vscode.commands.executeCommand('switchyard.copyLogSection');
    assert.deepEqual(it_.script.mentioned, ['The cursor is not inside of a section.']);
  });

  it('says when a log has no times to show, and remembers the wish', async () => {
    await openLog(failed);
    const before = looks().times.shown;
    await vscode.commands.executeCommand('switchyard.toggleLogTimes');
    assert.equal(looks().times.shown, !before);
    assert.match(it_.script.mentioned[0] ?? '', /^This log has no timestamps/);
    await vscode.commands.executeCommand('switchyard.toggleLogTimes');
    assert.equal(looks().times.shown, before);
    assert.equal(it_.script.mentioned.length, 1);
    assert.deepEqual(it_.script.told, []);
  });

  it('draws only what can be seen, with few looks', async () => {
    const editor = await openLog(failed);
    await landed(editor);
    const { size } = looks().colours;
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
    it(`leads from a failed ${name} of the demo world to what is wrong there`, async () => {
      const { document } = await openLog(await jobWith(name, 'failed', (log) => log.includes(marker)));
      const { problems } = looks();
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

  it('says once what is wrong with a rule of the reader’s own', async () => {
    const settings = vscode.workspace.getConfiguration('switchyard');
    const rules = [{ pattern: '(a+)+', file: 0, line: 1 }];
    await settings.update('log.problemPatterns', rules, vscode.ConfigurationTarget.Global);
    try {
      await landed(await openLog(failed));
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await landed(await openLog(failed));
      assert.equal(it_.script.told.length, 1);
      assert.match(
        it_.script.told[0]?.message ?? '',
        /^Problem pattern 1 is not used: .* can take forever\.$/,
      );
    } finally {
      await settings.update('log.problemPatterns', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('finds problems by rules of the reader’s own, and a bare name where one file is called so', async () => {
    const settings = vscode.workspace.getConfiguration('switchyard');
    const pattern = '^ +at netOf .*/(price\\.ts):(50):';
    const rules = [{ pattern, file: 1, line: 2, severity: 'warning' }];
    await settings.update('log.problemPatterns', rules, vscode.ConfigurationTarget.Global);
    try {
      const { document } = await openLog(failed);
      const { problems } = looks();
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

  it('opens links that a program wrote in the browser, and says where they lead', async () => {
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
