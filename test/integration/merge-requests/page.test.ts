import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sandbox, until } from '../helpers/harness';
import { aJobThatIs, ask, type Product, product, signedIn, STORE } from '../helpers/product';

describe('page and diff of a merge request', () => {
  let extension: Product;
  const row = (iid: number) => ({
    target: { kind: 'merge-request', mergeRequest: { base: sandbox.info.url, project: 1, iid } },
  });
  const tabs = (): readonly string[] =>
    vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));

  before(() => signedIn());
  beforeEach(async () => {
    extension = await product();
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('opens one page for each merge request', async () => {
    await vscode.commands.executeCommand('switchyard.openMergeRequest', row(12));
    await until(() => tabs().includes('!12 Pay with a gift card'));
    await vscode.commands.executeCommand('switchyard.openMergeRequest', row(11));
    await vscode.commands.executeCommand('switchyard.openMergeRequest', row(12));
    await until(() => tabs().length === 2);
  });

  it('opens by the URL of its web page', async () => {
    const page = `${sandbox.info.url}/acme/storefront/-/merge_requests/12/diffs?tab=x#note_1`;
    await vscode.commands.executeCommand('switchyard.openAddress', page);
    await until(() => tabs().includes('!12 Pay with a gift card'));
  });

  it('opens links of its texts: a merge request, a job with a line, and a relative link in the clone', async () => {
    const mergeRequest = { base: sandbox.info.url, project: 1, iid: 12 };
    const follow = (path: string) =>
      vscode.commands.executeCommand('switchyard.openLink', {
        address: `${sandbox.info.url}/acme/storefront/-/${path}`,
        mergeRequest,
      });
    await vscode.commands.executeCommand('switchyard.openMergeRequest', row(12));
    await follow('merge_requests/11');
    await until(() => tabs().some((label) => label.startsWith('!11 ')));
    const job = await aJobThatIs('failed', ({ name }) => name === 'unit-tests');
    await follow(`jobs/${job.id}#L5`);
    await until(() => vscode.window.activeTextEditor?.document.uri.scheme === 'switchyard-log');
    await follow('blob/HEAD/src/cart/price.ts#L2');
    const file = await until(() => {
      const editor = vscode.window.activeTextEditor;
      return editor?.document.uri.scheme === 'file' ? editor : undefined;
    });
    assert.match(file.document.uri.path, /\/src\/cart\/price\.ts$/);
    assert.equal(file.selection.active.line, 1);
    const count = extension.script.messages.length;
    await follow('merge_requests/999999');
    const [message] = extension.script.messages.slice(count);
    assert.equal(
      message?.message,
      "Couldn't open merge request !999999. The page doesn't exist, or you don't have access.",
    );
  });

  it('sends no requests after it is closed', async () => {
    /** The requests for the comments on the page, which no row needs, during a refresh. */
    const asked = async (): Promise<number> => {
      await sandbox.clearRequests();
      await vscode.commands.executeCommand('switchyard.refreshMergeRequests');
      return (await sandbox.requests()).filter(({ path }) => path.includes('/merge_requests/12/discussions'))
        .length;
    };
    await vscode.commands.executeCommand('switchyard.openMergeRequest', row(12));
    await until(() => tabs().includes('!12 Pay with a gift card'));
    await until(async () => (await asked()) > 0, { description: 'the open page is refreshed' });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until(() => tabs().length === 0);
    await until(async () => (await asked()) === 0, { description: 'the closed page is no longer refreshed' });
    assert.equal(await asked(), 0);
  });

  it('loads discussions when visible, and runs its comment commands', async () => {
    const key = { base: sandbox.info.url, project: 1, iid: 14 };
    const { discussions } = (await extension.parts.mergeRequestView.load()).review;
    await vscode.commands.executeCommand('switchyard.openMergeRequest', row(14));
    await until(() => discussions.peek(key));
    extension.script.type('Added from the page.');
    await vscode.commands.executeCommand('switchyard.addComment', row(14));
    const thread = await until(() =>
      discussions.peek(key)?.threads.find(({ notes }) => notes[0]?.body === 'Added from the page.'),
    );
    const target = { kind: 'thread', mergeRequest: key, discussion: thread.id };
    extension.script.type('And answered.');
    await vscode.commands.executeCommand('switchyard.replyToThread', { target });
    await vscode.commands.executeCommand('switchyard.resolveThread', { target });
    const wire = await ask<{ id: string; notes: { body: string; resolved: boolean }[] }[]>(
      `${STORE}/merge_requests/14/discussions?per_page=100`,
    );
    assert.deepEqual(
      wire.find(({ id }) => id === thread.id)?.notes.map(({ body, resolved }) => [body, resolved]),
      [
        ['Added from the page.', true],
        ['And answered.', true],
      ],
    );
  });

  it('shows its changes as a diff document', async () => {
    await vscode.commands.executeCommand('switchyard.openDiff', row(12));
    const document = await until(() => vscode.window.activeTextEditor?.document);
    assert.equal(document.uri.scheme, 'switchyard-diff');
    assert.equal(document.languageId, 'diff');
    assert.match(document.getText(), /^diff --git a\/src\/checkout\/pay\.ts b\/src\/checkout\/pay\.ts$/m);
  });

  it('shows the changes of a selected version', async () => {
    extension.script.choose(() => 0);
    await vscode.commands.executeCommand('switchyard.openDiffVersion', row(12));
    const document = await until(() => vscode.window.activeTextEditor?.document);
    assert.match(document.uri.path, /\/12\/\d+\//);
    assert.match(document.getText(), /^\+\+\+ b\/src\/checkout\/pay\.ts$/m);
  });
});
