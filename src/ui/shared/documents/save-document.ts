import { type TextDocument, workspace } from 'vscode';

/** Maximum duration of a save, in milliseconds. */
const MAX_MS = 5000;

/**
 * Saves a document. If it is already being saved, waits for that, because VS Code doesn't start another save.
 * Returns false if it wasn't saved.
 */
export async function saveDocument(document: TextDocument): Promise<boolean> {
  const isSaved = (): boolean => !document.isDirty;
  if (isSaved() || (await document.save()) || isSaved()) return true;
  return new Promise((resolve) => {
    const end = (isSaved: boolean): void => {
      clearTimeout(timer);
      for (const each of subscriptions) each.dispose();
      resolve(isSaved);
    };
    const timer = setTimeout(end, MAX_MS, false);
    const subscriptions = [
      workspace.onDidSaveTextDocument((saved) => {
        if (saved === document) end(true);
      }),
      workspace.onDidCloseTextDocument((closed) => {
        if (closed === document) end(isSaved());
      }),
    ];
  });
}
