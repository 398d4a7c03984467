import * as vscode from 'vscode';

/** Sets whether merge requests can be deleted; undefined removes the setting. */
export const allowDelete = (value: true | undefined) =>
  vscode.workspace
    .getConfiguration('switchyard')
    .update('mergeRequests.allowDelete', value, vscode.ConfigurationTarget.Global);

/** Replaces the text of a document in an editor. */
export async function openText(uri: vscode.Uri, text: string): Promise<vscode.TextDocument> {
  const editor = await vscode.window.showTextDocument(uri);
  await editor.edit((edit) => {
    edit.replace(new vscode.Range(0, 0, editor.document.lineCount, 0), text);
  });
  return editor.document;
}
