import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { frameFiles } from '../../../src/ui/shared/editor/frame-files';

describe('files of stack traces', () => {
  it('are read from the editor with unsaved changes, up to the limit', async () => {
    const { uri } = await vscode.workspace.openTextDocument({ content: 'é'.repeat(10) });
    const { signal } = new AbortController();
    assert.equal(await frameFiles.text(uri.toString(), 20, signal), 'é'.repeat(10));
    assert.equal(await frameFiles.text(uri.toString(), 19, signal), undefined);
  });
});
