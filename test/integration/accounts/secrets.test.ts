import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as vscode from 'vscode';
import type { TreeNode } from '../../../src/ui/tree-node';
import { sandbox } from '../helpers/harness';
import { aJobThatIs, jobNode, open, shown, signedIn } from '../helpers/product';

describe('token', () => {
  it('is never part of a row, URI, message, log line, or state', async () => {
    const it = await signedIn();
    const canary = sandbox.info.tokens['maintainer'] ?? '';
    assert.ok(canary.length > 8);
    const texts: string[] = [];
    const walk = async (node: TreeNode | undefined, depth: number): Promise<void> => {
      if (node !== undefined) {
        texts.push(
          JSON.stringify(shown(it, node), (_key, value: unknown) => (value === node ? node.target : value)),
        );
        if (depth > 4 || !shown(it, node).expandable) return;
      }
      for (const child of (await open(it, node)).slice(0, 6)) await walk(child, depth + 1);
    };
    await walk(undefined, 0);

    const job = await aJobThatIs('success');
    const node = await jobNode(it, job.pipeline.id, job.name);
    await vscode.commands.executeCommand('switchyard.openLog', node);
    texts.push(vscode.window.activeTextEditor?.document.uri.toString() ?? '');
    await vscode.commands.executeCommand('switchyard.retryJob', node);

    // Errors of several kinds, with the token in unexpected places.
    const { base } = it.parts.accounts.list()[0] ?? assert.fail('signed in');
    for (const project of [canary, `${canary}/x`, 999_999]) {
      const error: unknown = await it.parts.pipelines
        .list({ base, project })
        .catch((reason: unknown) => reason);
      assert.ok(error instanceof Error);
      texts.push(String(error), error.stack ?? '', JSON.stringify(error));
    }
    it.script.type(sandbox.info.url, `${canary}x`);
    await vscode.commands.executeCommand('switchyard.signIn');

    texts.push(...it.logLines, ...it.script.problems, ...it.script.messages.map(({ message }) => message));
    texts.push(JSON.stringify(it.state()));
    assert.ok(texts.length > 50 && it.logLines.length > 0);
    for (const text of texts)
      assert.ok(!text.includes(canary), `the token is in: ${text.replaceAll(canary, '‹token›')}`);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  }).timeout(180_000);
});

describe('host of these tests and of the demo', () => {
  it("has a temporary folder that other users can't read", function () {
    // On other systems the temporary folder belongs to the user. Installed editors manage their own.
    if (process.platform !== 'linux' || vscode.env.uiKind !== vscode.UIKind.Web) this.skip();
    assert.equal(statSync(tmpdir()).mode & 0o777, 0o700);
  });
});
