import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../helpers/harness';
import { api, madeRequest } from '../helpers/made-request';

describe('merge commit message that is being saved', () => {
  const world = madeRequest();
  const { now, command, choose, messages } = world;
  const subscriptions: vscode.Disposable[] = [];
  const autoSave = (value: string | undefined): Thenable<void> =>
    vscode.workspace.getConfiguration('files').update('autoSave', value, vscode.ConfigurationTarget.Global);

  // The browser's editor saves automatically and lets unsaved editors be closed.
  before(() => autoSave('afterDelay'));
  after(() => autoSave(undefined));
  afterEach(() => {
    for (const each of subscriptions.splice(0)) each.dispose();
  });

  /** Types a message and starts a save that waits for `released`. Resolves when the save has started. */
  async function beingSaved(text: string, released: (uri: vscode.Uri) => Promise<unknown>): Promise<void> {
    const editor = await until(
      () => {
        const { activeTextEditor: active } = vscode.window;
        return active?.document.uri.scheme === 'switchyard-edit' ? active : undefined;
      },
      { description: 'the editor of the message' },
    );
    await editor.edit((edit) => {
      edit.replace(new vscode.Range(0, 0, editor.document.lineCount, 0), text);
    });
    await new Promise<void>((resolve) => {
      subscriptions.push(
        vscode.workspace.onWillSaveTextDocument((event) => {
          if (event.document !== editor.document) return;
          event.waitUntil(released(editor.document.uri));
          resolve();
        }),
      );
      void vscode.commands.executeCommand('workbench.action.files.save');
    });
  }

  const merged = async (): Promise<string> => {
    const { merge_commit_sha: commit } = await now();
    return (await api<{ message: string }>('GET', `/repository/commits/${commit ?? ''}`)).message.trim();
  };

  /** Resolves after the editor has handled all previous calls. */
  const answered = (): Thenable<unknown> => vscode.commands.getCommands();

  it('is used if its editor is closed before the save ends', async () => {
    choose(/^Edit Merge Commit Message/, /^Merge \w{8} into main/);
    const merging = command('mergeMergeRequest');
    const closed = new Promise<void>((resolve) => {
      subscriptions.push(
        vscode.window.tabGroups.onDidChangeTabs(({ closed: tabs }) => {
          if (tabs.length > 0) resolve();
        }),
      );
    });
    await beingSaved('Saved and closed at once', () => closed.then(answered));
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await merging;
    assert.equal(await merged(), 'Saved and closed at once');
  });

  it('is used if the merge continues before the save ends', async () => {
    choose(/^Edit Merge Commit Message/, /^Merge \w{8} into main/);
    const merging = command('mergeMergeRequest');
    let release: (() => void) | undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await beingSaved('Continued at once', () => released);
    const pressed = vscode.commands.executeCommand('switchyard.continueMerge');
    await answered();
    release?.();
    await pressed;
    await merging;
    assert.equal(await merged(), 'Continued at once');
    assert.deepEqual(messages(), [], 'nothing failed');
  });
});
