import * as vscode from 'vscode';
import { sandbox, until } from '../helpers/harness';
import { signedIn } from '../helpers/product';

const OWN = 17;

describe('merge result of a merge request', () => {
  before(() => signedIn());
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('is fetched and shown as a diff with the target branch', async () => {
    const mergeRequest = { base: sandbox.info.url, project: 1, iid: OWN };
    const target = { kind: 'merge-request', mergeRequest };
    await vscode.commands.executeCommand('switchyard.previewMergeResult', { target });
    const isShown = ({ label }: vscode.Tab): boolean => label.startsWith(`Merge result of !${OWN} into `);
    await until(() => vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(isShown)));
  });
});
