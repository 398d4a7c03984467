import { Selection, SnippetString, type TextEditor, window, workspace } from 'vscode';

/**
 * Inserts code at the cursor with the line's indentation, as one undo step. Doesn't overwrite anything: if
 * the line contains text, the code is inserted below.
 */
export async function insertCode(editor: TextEditor, code: string): Promise<boolean> {
  const { document, selection } = editor;
  const line = document.lineAt(selection.active);
  const below = !line.isEmptyOrWhitespace;
  const at = below ? line.range.end : selection.active;
  editor.selection = new Selection(at, at);
  // `appendText` escapes the special characters of snippets.
  const text = new SnippetString().appendText(`${below ? '\n' : ''}${code.trimEnd()}\n`);
  return editor.insertSnippet(text, at, { undoStopBefore: true, undoStopAfter: true });
}

/** True for a file that is empty or contains only whitespace. */
export const isBlank = ({ document }: TextEditor): boolean => document.getText().trim() === '';

/** Shows code in an untitled file. */
export async function openCode(languageId: string, code: string): Promise<void> {
  const document = await workspace.openTextDocument({ language: languageId, content: code });
  await window.showTextDocument(document);
}
