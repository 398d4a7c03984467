import { Selection, SnippetString, type TextEditor, window, workspace } from 'vscode';

/**
 * Puts code into a file at its cursor, as far to the right as the line there; one undo takes it out. Nothing that is
 * there is overwritten: where there is code on the line, it goes below.
 */
export async function insertCode(editor: TextEditor, code: string): Promise<boolean> {
  const { document, selection } = editor;
  const line = document.lineAt(selection.active);
  const below = !line.isEmptyOrWhitespace;
  const at = below ? line.range.end : selection.active;
  editor.selection = new Selection(at, at);
  // Code is no template: its dollars and braces are themselves.
  const text = new SnippetString().appendText(`${below ? '\n' : ''}${code.trimEnd()}\n`);
  return editor.insertSnippet(text, at, { undoStopBefore: true, undoStopAfter: true });
}

/** True for a file with nothing in it but blanks. */
export const isBlank = ({ document }: TextEditor): boolean => document.getText().trim() === '';

/** Shows code in a file that was never saved. */
export async function openCode(languageId: string, code: string): Promise<void> {
  const document = await workspace.openTextDocument({ language: languageId, content: code });
  await window.showTextDocument(document);
}
