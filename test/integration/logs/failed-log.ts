import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sandbox, until } from '../helpers/harness';
import { ask, type Product, signedIn, STORE } from '../helpers/product';

interface WireJob {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly web_url: string;
}

/**
 * A failed job whose log contains a location in a workspace file. Registers hooks in the surrounding
 * `describe`.
 */
export function failedLog() {
  let extension: Product;
  let failed: WireJob;

  const decorations = () => {
    const { value } = extension.parts.decorations;
    assert.ok(value, 'a log was opened');
    return value;
  };
  const latestFailure = (): Promise<WireJob> =>
    jobWith('unit-tests', 'failed', (log) => log.includes('src/cart/price.ts:42:17'));
  before(async () => {
    extension = await signedIn();
    failed = await latestFailure();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    extension.script.messages.length = 0;
    extension.script.mentioned.length = 0;
  });

  /** Returns the latest job with a name whose log matches. */
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

  /** Retries the failed job, which fails again later. Returns the new attempt when it is running. */
  async function runningAgain(): Promise<WireJob> {
    const latest = await latestFailure();
    const { url, tokens } = sandbox.info;
    const headers = { 'private-token': tokens['owner'] ?? '' };
    const answer = await fetch(`${url}/api/v4${STORE}/jobs/${latest.id}/retry`, { method: 'POST', headers });
    assert.equal(answer.status, 201);
    const { id } = (await answer.json()) as WireJob;
    for (let tries = 0; tries < 60; tries++) {
      const job = await ask<WireJob>(`${STORE}/jobs/${id}`);
      if (job.status === 'running') return job;
      await sandbox.advance(2_000);
    }
    throw new Error(`job ${id} didn't start`);
  }

  async function openLog(job: WireJob): Promise<vscode.TextEditor> {
    const project = await ask<{ id: number }>(STORE);
    await extension.parts.openLog({ base: sandbox.info.url, project: project.id, job: job.id }, job.name);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    await until(
      () => extension.parts.jobLogs.documents.find(editor.document.uri)?.feed.state.kind === 'lines',
      {
        description: 'the log is there',
      },
    );
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
    until(() => editor.selection.active.line === lineOf(editor, 'TypeError: Cannot read') || undefined, {
      description: 'the editor shows the failing line',
    });
  const priceFile = (): vscode.Uri => {
    const folder = vscode.workspace.workspaceFolders?.[0];
    assert.ok(folder);
    return vscode.Uri.joinPath(folder.uri, 'src/cart/price.ts');
  };

  return {
    get it() {
      return extension;
    },
    get failed() {
      return failed;
    },
    decorations,
    jobWith,
    runningAgain,
    openLog,
    lineOf,
    landed,
    priceFile,
  };
}
