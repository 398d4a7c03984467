import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { sandbox, until } from '../helpers/harness';
import { bigLog, type LogServer, startLogServer } from '../helpers/log-server';
import { aJobThatIs, jobNode, type Product, product, shown, signedIn } from '../helpers/product';

const plain = (log: Buffer): string =>
  log
    .toString()
    // oxlint-disable-next-line no-control-regex -- matches the escape character
    .replace(/\u001b\[\d*m/g, '')
    .replace(/\n$/, '');

describe('large log', () => {
  let extension: Product;
  let server: LogServer | undefined;
  before(async () => {
    extension = await product();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    if (server !== undefined) await extension.parts.accounts.signOut(server.url);
    await server?.stop();
    server = undefined;
  });

  let number = 100;
  const serve = async (status: string, log: Buffer): Promise<LogServer> => {
    server = await startLogServer(status, log);
    await extension.parts.accounts.signIn(server.url, 'glpat-of-this-test-only');
    return server;
  };
  const openLog = async ({ url }: LogServer, job = ++number, name = 'big') => {
    await extension.parts.jobLogs.open({ base: url, project: 1, job }, name);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    const log = extension.parts.jobLogs.documents.find(editor.document.uri);
    assert.ok(log);
    return { editor, document: editor.document, log, job };
  };
  const complete = ({ log }: Awaited<ReturnType<typeof openLog>>): Promise<true> =>
    until(() => log.feed.state.kind === 'lines' && log.feed.state.complete && log.upToDate, {
      description: 'the log is there',
      timeout: 40_000,
    });

  it('opens with its beginning, and then appends the rest', async () => {
    const bytes = bigLog(10_000_000);
    const from = await serve('success', bytes);
    const sizes: number[] = [];
    const subscription = vscode.workspace.onDidOpenTextDocument((document) => {
      if (document.uri.scheme === 'switchyard-log') sizes.push(document.getText().length);
    });
    const opened = await openLog(from);
    subscription.dispose();
    assert.ok(sizes[0] !== undefined && sizes[0] <= 200_000, `${sizes.join()} characters at first`);
    await complete(opened);
    assert.equal(opened.document.getText(), plain(bytes));
    assert.equal(opened.document.isDirty, false);
    assert.equal(opened.editor.visibleRanges[0]?.start.line, 0);
    assert.equal(from.asked.length, 1);
  }).timeout(180_000);

  it('shows only its beginning and end if it is too large, and the rest on demand', async () => {
    const bytes = bigLog(24_000_000);
    const from = await serve('success', bytes);
    const opened = await openLog(from);
    await complete(opened);
    const { left } = opened.log.feed;
    assert.ok(left !== undefined);
    const all = plain(bytes).split('\n');
    const lines = opened.document.getText().split('\n');
    assert.equal(lines[0], all[0]);
    assert.equal(lines.at(-1), all.at(-1));
    assert.ok(lines.some((line) => /^— .* omitted\. Run "Show Next Part of Log" —$/.test(line)));
    assert.match(extension.parts.jobLogs.bar.text, /omitted$/);
    // Lines after the gap have other numbers in the complete log, so opening one shows the gap.
    const line = lines.length - 2;
    const place = { base: from.url, project: 1, job: opened.job, name: 'big', line };
    await vscode.commands.executeCommand('switchyard.openLogLine', place);
    const at = vscode.window.activeTextEditor?.selection.active.line ?? -1;
    assert.match(lines[at] ?? '', / omitted\. Run /);
    const command = async (at: number): Promise<string | undefined> => {
      const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
        'vscode.executeLinkProvider',
        opened.document.uri,
      );
      return links.find(({ range }) => range.start.line === at)?.target?.path;
    };
    assert.equal(await command(at), 'switchyard.showNextLogPart');
    await vscode.commands.executeCommand('switchyard.showNextLogPart');
    await complete(opened);
    assert.equal(await command(0), 'switchyard.reloadLog');
    const next = opened.document.getText().split('\n');
    assert.match(next[0] ?? '', /^— First .* omitted\. Run /);
    assert.equal(next[1], plain(bytes.subarray(left.from, left.from + 200)).split('\n')[0]);
    assert.equal(next.at(-1), all.at(-1));
    assert.equal(opened.log.feed.left, undefined);
    assert.equal(opened.editor.visibleRanges[0]?.start.line, 0);
    assert.equal(opened.document.isDirty, false);
  }).timeout(240_000);

  it('grows at the end without being loaded again', async () => {
    const from = await serve('running', bigLog(3_000_000));
    const opened = await openLog(from);
    await complete(opened);
    const changes: number[] = [];
    const subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document === opened.document) changes.push(...contentChanges.map(({ text }) => text.length));
    });
    from.log = Buffer.concat([from.log, Buffer.from('one more line\n')]);
    await until(() => opened.document.getText().endsWith('one more line'), { description: 'it grows' });
    subscription.dispose();
    assert.ok(Math.max(...changes) < 1_000);
    assert.equal(opened.document.isDirty, false);
    assert.ok(
      from.asked.slice(1).every(({ status }) => status !== 200),
      JSON.stringify(from.asked),
    );
  }).timeout(180_000);

  it('is saved raw or as plain text', async () => {
    const bytes = bigLog(3_000_000);
    const opened = await openLog(await serve('success', bytes));
    const folder = mkdtempSync(path.join(tmpdir(), 'sy-save-'));
    try {
      for (const [command, expected] of [
        ['switchyard.saveRawLog', bytes.toString()],
        ['switchyard.saveLog', `${plain(bytes)}\n`],
      ] as const) {
        const file = path.join(folder, 'saved.log');
        extension.script.saveTo(vscode.Uri.file(file).toString());
        const notification = extension.script.nextMessage();
        await vscode.commands.executeCommand(command);
        assert.match((await notification).message, /^Log of big saved/);
        assert.ok(readFileSync(file, 'utf8') === expected);
      }
      assert.deepEqual(extension.script.saved.slice(-2), [
        `big-${opened.job}.raw.log`,
        `big-${opened.job}.log`,
      ]);
      assert.deepEqual(readdirSync(folder), ['saved.log']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }).timeout(180_000);

  it('opens without the server, marked with its age, but not after signing out', async () => {
    const from = await serve('failed', bigLog(300_000));
    const first = await openLog(from);
    await complete(first);
    const text = first.document.getText();
    await until(() => first.log.feed.state.kind === 'lines', { description: 'it is read' });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await from.stop();

    // The editor keeps the document, so another name is used.
    const again = await openLog(from, first.job, 'the same');
    await complete(again);
    assert.equal(again.document.getText(), text);
    await until(() => /as of just now$/.test(extension.parts.jobLogs.bar.text), {
      description: 'its age is shown',
      timeout: 20_000,
    });

    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await extension.parts.accounts.signOut(from.url);
    await extension.parts.jobLogs.kept.settled();
    const gone = await openLog(from, first.job, 'the same again');
    await until(() => gone.log.feed.state.kind === 'failed', { description: 'it is gone', timeout: 20_000 });
  }).timeout(240_000);

  it('is removed from the stored logs, and the message shows the size', async () => {
    const opened = await openLog(await serve('success', bigLog(300_000)));
    await complete(opened);
    const notification = extension.script.nextMessage();
    await vscode.commands.executeCommand('switchyard.clearStoredLogs');
    assert.match((await notification).message, /^Cleared .*B of stored logs\.$/);
    const nothing = extension.script.nextMessage();
    await vscode.commands.executeCommand('switchyard.clearStoredLogs');
    assert.equal((await nothing).message, 'No stored logs to clear.');
  }).timeout(180_000);

  it('keeps the scroll position when its row is clicked again', async () => {
    const opened = await openLog(await serve('failed', bigLog(300_000)));
    await complete(opened);
    await until(() => opened.editor.selection.active.line > 0, {
      description: 'the failing line is selected',
    });
    opened.editor.revealRange(new vscode.Range(50, 0, 50, 0), vscode.TextEditorRevealType.AtTop);
    const first = (): number => opened.editor.visibleRanges[0]?.start.line ?? 0;
    await until(() => first() > 30 && first() < 70, { description: 'it is scrolled' });
    const before = first();
    const again = await openLog({ url: server?.url ?? '' } as LogServer, opened.job);
    assert.equal(again.document, opened.document);
    assert.equal(again.editor.visibleRanges[0]?.start.line, before);
  }).timeout(180_000);
});

describe('log of a retried job', () => {
  let extension: Product;
  before(async () => {
    extension = await signedIn();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  const ran = (job: object): boolean => 'started_at' in job && job.started_at !== null;

  const openFailed = async () => {
    const job = await aJobThatIs('failed', ran);
    const node = await jobNode(extension, job.pipeline.id, job.name);
    const click = shown(extension, node).command;
    await vscode.commands.executeCommand('switchyard.openLog', ...((click?.arguments ?? []) as unknown[]));
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    const log = extension.parts.jobLogs.documents.find(editor.document.uri);
    assert.ok(log);
    await until(() => log.upToDate, { description: 'it is there' });
    return { job, node, editor };
  };
  const idOf = (editor: vscode.TextEditor | undefined): number =>
    Number(/#(\d+)$/.exec(editor?.document.uri.path ?? '')?.[1] ?? 0);

  it('is replaced by the log of the new attempt if it is scrolled to the end', async () => {
    const { job, node, editor } = await openFailed();
    // Otherwise, the log could move from its end to the failing line.
    await until(() => editor.selection.active.line > 0, { description: 'the failing line is selected' });
    const end = editor.document.lineCount - 1;
    editor.revealRange(new vscode.Range(end, 0, end, 0));
    await until(
      () =>
        extension.parts.jobLogs.follow.isAtEnd(editor) && (editor.visibleRanges.at(-1)?.end.line ?? 0) >= end,
      {
        description: 'it is at its end',
      },
    );
    await vscode.commands.executeCommand('switchyard.retryJob', node);
    await until(() => idOf(vscode.window.activeTextEditor) > job.id, { description: 'it moves on' });
    const tabs = (): readonly vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    await until(() => tabs().length === 1, { description: 'the old one is gone' });
    assert.equal(vscode.window.activeTextEditor?.viewColumn, vscode.ViewColumn.One);
    await sandbox.advance(20_000);
    await until(() => /Running with/.test(vscode.window.activeTextEditor?.document.getText() ?? ''), {
      description: 'the new log is read',
      timeout: 30_000,
    });
  }).timeout(180_000);

  it("stays open and offers the new attempt if it isn't scrolled to the end", async () => {
    const { job, node, editor } = await openFailed();
    if (extension.parts.jobLogs.follow.isAtEnd(editor))
      await vscode.commands.executeCommand('switchyard.toggleFollowLog');
    await until(() => !extension.parts.jobLogs.follow.isAtEnd(editor), { description: 'it is not followed' });
    await vscode.commands.executeCommand('switchyard.retryJob', node);
    await until(() => /was retried \(#\d+\)$/.test(extension.parts.jobLogs.bar.text), {
      description: 'it is offered',
    });
    assert.equal(idOf(vscode.window.activeTextEditor), job.id);
    await vscode.commands.executeCommand('switchyard.openNewerLog');
    await until(() => idOf(vscode.window.activeTextEditor) > job.id, { description: 'it is opened' });
  }).timeout(180_000);
});
