import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore } from '../../../src/base/disposable';
import { readDemoRecord, writeDemoRecord } from '../../../src/ui/demo/editor/folder';
import { prepareDemo } from '../../../src/ui/demo/editor/prepare';
import { demoScript, runDemo } from '../../../src/ui/demo/editor/window';

describe('window of the demo project', () => {
  const { showInformationMessage } = vscode.window;
  const store = new DisposableStore();
  const shown: string[] = [];
  let storage = '';
  before(async () => {
    storage = await mkdtemp(path.join(tmpdir(), 'switchyard-demo-window-'));
    const show = (message: string): Promise<undefined> => {
      shown.push(message);
      return Promise.resolve(undefined);
    };
    Object.assign(vscode.window, { showInformationMessage: show });
  });
  after(async () => {
    store.dispose();
    Object.assign(vscode.window, { showInformationMessage });
    await vscode.commands.executeCommand('setContext', 'switchyard.demo', undefined);
    await rm(storage, { recursive: true, force: true });
  });

  it("has a server and its account even if the clone can't be connected, and explains why", async () => {
    const extension = vscode.extensions.getExtension('switchyard.switchyard') ?? assert.fail();
    const script = demoScript(extension);
    const clone = await prepareDemo({ storage, script }, new AbortController().signal);
    const root = path.dirname(clone);
    const record = (await readDemoRecord(root)) ?? assert.fail();
    await writeDemoRecord(root, { ...record, shown: true });
    await rm(path.join(clone, '.git'), { recursive: true });
    const { extensionPath } = extension;
    const { server } = await runDemo({ extension, extensionPath }, vscode.Uri.file(clone), store);
    assert.ok(server);
    const user = await fetch(`${server.url}/api/v4/user`, { headers: { 'private-token': server.token } });
    assert.equal(user.status, 200);
    assert.deepEqual(shown.length, 1);
    assert.match(shown[0] ?? '', /^Couldn't connect the clone of the demo project to the demo server\. /);
    store.dispose();
    assert.equal(await server.ended, false);
  }).timeout(120_000);
});
