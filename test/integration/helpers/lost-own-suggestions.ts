import * as vscode from 'vscode';
import { BRANCH, FILE, type threadsInDiff } from './comments-setup';
import { git } from './git';
import { sandbox, until } from './harness';
import type { Row } from './lost-response';
import { seenBranch } from './seen-branch';

const root = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const fileUri = (): vscode.Uri => vscode.Uri.joinPath(vscode.Uri.file(root()), FILE);

/** Returns the command that suggests local changes. `end`: restores the workspace. */
export function ownSuggestionRow(
  world: ReturnType<typeof threadsInDiff>,
): Row & { readonly end: () => Promise<void> } {
  let before: string | undefined;
  let edits = 0;
  const address = (): string => {
    const url = new URL(`${sandbox.info.url}/acme/storefront.git`);
    [url.username, url.password] = ['mara', sandbox.info.tokens['maintainer'] ?? ''];
    return url.href;
  };
  return {
    given: async () => {
      before = await git(root(), 'rev-parse', '--abbrev-ref', 'HEAD');
      await git(root(), 'fetch', '-q', address(), BRANCH);
      await git(root(), 'checkout', '-q', '--detach', 'FETCH_HEAD');
      await seenBranch(root(), undefined);
      await until(
        async () => {
          await vscode.commands.executeCommand('switchyard.openFileDiff', {
            target: { kind: 'change', mergeRequest: world.key(), path: FILE },
          });
          return vscode.window.activeTextEditor?.document.uri.toString() === fileUri().toString();
        },
        { description: 'the diff shows the file of the workspace' },
      );
    },
    act: async () => {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(fileUri(), new vscode.Position(2, 0), `// Edit ${++edits}\n`);
      await vscode.workspace.applyEdit(edit);
      world.it.script.choose(() => 0);
      await vscode.commands.executeCommand('switchyard.suggestMyEdits');
    },
    closing: 'Your text has been kept.',
    end: async () => {
      if (before === undefined) return;
      const branch = before;
      before = undefined;
      // The browser's editor saves automatically. A save that is still running would write to the file during the checkout.
      const document = await vscode.workspace.openTextDocument(fileUri());
      await document.save();
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await git(root(), 'checkout', '-q', '--force', branch);
      await seenBranch(root(), branch);
      await vscode.commands.executeCommand('switchyard.openFileDiff', {
        target: { kind: 'change', mergeRequest: world.key(), path: FILE },
      });
    },
  };
}
