import { type TextDocument, workspace } from 'vscode';

/** A save that takes longer counts as one that failed. */
const MAX_MS = 5000;

/** Saves a document, also where a save is under way: the editor takes no second one then. False if it was not saved. */
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
