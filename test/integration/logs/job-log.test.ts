import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sandbox, until } from '../helpers/harness';
import {
  aJobThatComesToBe,
  aJobThatIs,
  ask,
  jobNode,
  open,
  type Product,
  product,
  shown,
  signedIn,
} from '../helpers/product';

const text = (): string => vscode.window.activeTextEditor?.document.getText() ?? '';

describe('job log', () => {
  let extension: Product;
  before(async () => {
    extension = await signedIn();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const openLogOf = async (job: { name: string; pipeline: { id: number } }): Promise<vscode.TextEditor> => {
    const node = await jobNode(extension, job.pipeline.id, job.name);
    const click = shown(extension, node).command;
    assert.equal(click?.command, 'switchyard.openLog');
    await vscode.commands.executeCommand(click.command, ...((click.arguments ?? []) as unknown[]));
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    return editor;
  };

  it('opens on a click as read-only text without markers or escape codes', async () => {
    // A job that never started has no log.
    const job = await aJobThatIs('failed', (one) => 'started_at' in one && one.started_at !== null);
    const { document } = await openLogOf(job);
    assert.equal(document.uri.scheme, 'switchyard-log');
    assert.equal(document.languageId, 'switchyard-job-log');
    assert.match(document.fileName, new RegExp(`#${job.id}$`));
    assert.match(text(), /Running with gitlab-runner/);
    assert.match(text(), /ERROR: Job failed/);
    // oxlint-disable-next-line no-control-regex -- the text must not contain it
    assert.doesNotMatch(text(), /\u001b|\r|section_(start|end):/);
    await vscode.window.activeTextEditor?.edit((builder) => {
      builder.insert(new vscode.Position(0, 0), 'typed');
    });
    assert.doesNotMatch(text(), /^typed/);
    assert.equal(document.isDirty, false);
  });

  it('marks no characters that look unusual, not even in a folder that is not trusted', async () => {
    const { document } = await openLogOf(await aJobThatIs('success'));
    const settings = vscode.workspace.getConfiguration('editor.unicodeHighlight', document);
    assert.equal(settings.get('ambiguousCharacters'), false);
    // By default, such characters are marked in a folder that isn't trusted.
    assert.equal(settings.get('nonBasicASCII'), false);
    assert.equal(settings.get('invisibleCharacters'), true);
  });

  it('shows above the first line how the job ended, and its pipeline', async () => {
    const job = await aJobThatIs('failed', (one) => 'started_at' in one && one.started_at !== null);
    const { document } = await openLogOf(job);
    const lenses = await until(
      async () => {
        const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
          'vscode.executeCodeLensProvider',
          document.uri,
        );
        return found.length > 0 ? found : undefined;
      },
      { description: 'the log has a header' },
    );
    const [status, pipeline] = lenses.map(({ command }) => command);
    assert.match(
      status?.title ?? '',
      /^\$\(\S+\) (failed|failed \(allowed to fail\)|passed with warnings) · .+ · \d+/,
    );
    assert.match(pipeline?.title ?? '', new RegExp(`^Pipeline #${job.pipeline.id} \\S+ · [0-9a-f]{8} `));
    assert.ok(pipeline);
    await vscode.commands.executeCommand(pipeline.command, ...((pipeline.arguments ?? []) as unknown[]));
    const selected = (): string[] =>
      extension.parts.views.pipelines.view.selection.map((node) => shown(extension, node).label);
    await until(() => selected().some((label) => label.includes(`#${job.pipeline.id}`)), {
      description: () => `the pipeline is selected, not ${selected().join()}`,
    });
  });

  it('copies the link to the line of the cursor', async () => {
    const job = await aJobThatIs('success');
    const editor = await openLogOf(job);
    await vscode.commands.executeCommand('switchyard.copyLink');
    const page = await vscode.env.clipboard.readText();
    assert.match(page, new RegExp(`/acme/storefront/-/jobs/${job.id}$`));
    editor.selection = new vscode.Selection(4, 0, 4, 0);
    await vscode.commands.executeCommand('switchyard.copyLink');
    assert.equal(await vscode.env.clipboard.readText(), `${page}#L5`);
    await vscode.commands.executeCommand('switchyard.copyReference');
    assert.match(await vscode.env.clipboard.readText(), /\/jobs\/\d+#L5\)$/);
  });

  it('follows a running job until it ends, without becoming dirty', async () => {
    const job = await aJobThatComesToBe('running');
    const editor = await openLogOf(job);
    const { document } = editor;
    const log = extension.parts.jobLogs.documents.find(document.uri);
    assert.ok(log);
    const replaced: number[] = [];
    const subscription = vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document !== document) return;
      for (const change of event.contentChanges) replaced.push(change.range.start.line);
    });
    const before = document.lineCount;
    const beginning = document.lineAt(0).text;
    await sandbox.advance(15_000);
    await until(() => document.lineCount > before, { description: 'the log grows' });
    assert.equal(document.lineAt(0).text, beginning);
    assert.ok(Math.min(...replaced) >= before - 2, `lines were put at the end, not at ${replaced.join()}`);
    assert.equal(document.isDirty, false);
    await until(() => (editor.visibleRanges.at(-1)?.end.line ?? 0) >= document.lineCount - 2, {
      description: 'the editor stays at the end',
    });
    await sandbox.advance(600_000);
    await until(() => log.feed.state.kind === 'lines' && !log.feed.state.following, {
      description: 'it ends',
    });
    await until(() => /Job (succeeded|failed)/.test(document.getText()), {
      description: 'the last line is there',
    });
    assert.equal(document.getText(), log.feed.trace.text());
    subscription.dispose();
  }).timeout(180_000);

  it("doesn't follow again when its tab is shown if the user stopped following", async () => {
    const { document } = await openLogOf(await aJobThatComesToBe('running'));
    const shownAgain = (): vscode.TextEditor | undefined =>
      vscode.window.visibleTextEditors.find((editor) => editor.document.uri.scheme === 'switchyard-log');
    await vscode.commands.executeCommand('switchyard.toggleFollowLog');
    await vscode.commands.executeCommand('workbench.action.keepEditor');
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument());
    await until(() => shownAgain() === undefined, { description: 'the log is behind another editor' });
    const editor = await vscode.window.showTextDocument(document);
    assert.equal(extension.parts.jobLogs.follow.isAtEnd(editor), false);
    await vscode.commands.executeCommand('switchyard.toggleFollowLog');
    assert.equal(extension.parts.jobLogs.follow.isAtEnd(editor), true);
  });

  it('continues an open log after a restart of the extensions', async () => {
    const editor = await openLogOf(await aJobThatComesToBe('running'));
    const { uri } = editor.document;
    await extension.stop();
    extension.start();
    extension = await product();
    const { documents: logs } = extension.parts.jobLogs;
    await until(() => logs.find(uri)?.feed.state.kind === 'lines', {
      description: 'the log is loaded again',
    });
    const before = editor.document.lineCount;
    await sandbox.advance(600_000);
    await until(() => editor.document.lineCount > before, { description: 'the log grows' });
  });

  it('shows that there is no log yet, and shows the log when it starts', async () => {
    // No runner is available for this job.
    const job = await aJobThatComesToBe('pending', ({ name }) => name !== 'ios-build');
    await openLogOf(job);
    assert.match(text(), /has no log yet\. Status: pending/);
    for (let tries = 0; tries < 40 && !/Running with/.test(text()); tries++) {
      await sandbox.advance(10_000);
      await until(() => true);
      const { status } = await ask<{ status: string }>(`/projects/acme%2Fstorefront/jobs/${job.id}`);
      if (status === 'running' || status === 'success' || status === 'failed') break;
    }
    await until(() => /Running with/.test(text()), { description: 'the log appears', timeout: 20_000 });
  }).timeout(180_000);

  it('shows when a log was erased', async () => {
    interface Erasable {
      readonly id: number;
      readonly name: string;
      readonly erased_at: string | null;
      readonly pipeline: { id: number };
    }
    let job: Erasable | undefined;
    for (let page = 1; job === undefined && page < 20; page++) {
      const jobs = await ask<Erasable[]>(`/projects/acme%2Fstorefront/jobs?per_page=100&page=${page}`);
      job = jobs.find(({ erased_at }) => erased_at !== null);
    }
    assert.ok(job, 'the sandbox has an erased job');
    await openLogOf(job);
    assert.match(text(), new RegExp(`^The log of ${job.name} was erased on .*\\d`));
  });

  it("explains why a log can't be loaded, with a link to retry", async () => {
    const job = await aJobThatIs('success');
    const editor = await openLogOf(job);
    const address = editor.document.uri;
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const nobody = address.with({ path: address.path.replace(/\/\d+\/switchyard/, '/999999/switchyard') });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(nobody));
    assert.match(text(), /^Couldn't load the log of .+\.\nThis project doesn't exist on /);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      vscode.window.activeTextEditor?.document.uri,
      10,
    );
    assert.deepEqual(
      links.map(({ target }) => target?.toString()),
      ['command:switchyard.reloadLog'],
      'the last line reads it again',
    );
  });

  it('stops loading when its editor is closed, and continues when it is opened again', async () => {
    const job = await aJobThatComesToBe('running');
    const { document } = await openLogOf(job);
    const log = extension.parts.jobLogs.documents.find(document.uri);
    assert.ok(log);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    // VS Code 1.103 also reports editors of a closed editor with several files.
    const shown = (): boolean => vscode.window.visibleTextEditors.some((each) => each.document === document);
    await until(() => !shown(), { description: 'the editor is gone' });
    const { lineCount } = log.feed.trace;
    await sandbox.advance(5_000);
    await sandbox.clearRequests();
    await open(extension);
    assert.deepEqual(
      (await sandbox.requests()).filter(({ path }) => path.includes('/trace')),
      [],
    );
    await openLogOf(job);
    await until(() => log.feed.trace.lineCount > lineCount, { description: 'it goes on' });
  });

  it('opens the current attempt of a job from its row', async () => {
    const job = await aJobThatIs('failed');
    const node = await jobNode(extension, job.pipeline.id, job.name);
    assert.ok((await open(extension, node)).every(({ data }) => data.kind === 'attempt'));
    const editor = await openLogOf(job);
    assert.ok(node.data.kind === 'job');
    assert.ok(editor.document.uri.path.includes(`/${node.data.job}/`));
  });
});
