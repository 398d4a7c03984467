import {
  commands,
  type Position,
  Range,
  Selection,
  type TextDocument,
  type TextEditor,
  type Uri,
  window,
} from 'vscode';
import { t } from '../../../base/localize';
import { COMMENTS } from './comment-controller';

/** Maximum milliseconds that VS Code may take to open a comment box. */
const BOX_MS = 10_000;

/**
 * VS Code doesn't document the URIs of its comment boxes. Observed: the path ends with
 * `commentinput-UUID-N.md`, where N is the ID of the thread, or a plain number in the box of a new thread. In
 * VS Code 1.103, the path continues with `?` and JSON. Boxes of other extensions have another authority.
 */
const BOX_PATH = /\/commentinput-([\da-f-]{36})-([^/?]+)\.md(?:\?.*)?$/;

/** A comment box of Switchyard. */
export interface CommentBox {
  /** Unique for each box. */
  readonly id: string;
  /** The thread's ID in VS Code; undefined for a new thread. */
  readonly thread: string | undefined;
}

/** Returns the data in the URI of a comment box; undefined for any other document. */
export function commentBoxOf({ uri }: Pick<TextDocument, 'uri'>): CommentBox | undefined {
  if (!isOwnCommentInput(uri)) return undefined;
  const [, id, of] = BOX_PATH.exec(uri.path) ?? [];
  if (id === undefined || of === undefined) return undefined;
  return { id, thread: /^\d+$/.test(of) ? undefined : of };
}

/** True for a comment box or a comment that is being edited, of any extension. */
export const isCommentInput = ({ scheme }: { readonly scheme: string }): boolean => scheme === 'comment';

/** True for a comment box or a comment that is being edited, of Switchyard. */
export const isOwnCommentInput = (uri: Uri): boolean => isCommentInput(uri) && uri.authority === COMMENTS;

/** True for the box of a new thread. */
export function isNewCommentBox({ document }: TextEditor): boolean {
  const box = commentBoxOf(document);
  return box !== undefined && box.thread === undefined;
}

/** Returns the IDs of the threads with a visible comment box, in the order in which the threads were created. */
export function replyBoxIds(): readonly string[] {
  const ids = window.visibleTextEditors.flatMap(({ document }) => commentBoxOf(document)?.thread ?? []);
  const number = (id: string): number => Number(/\d+$/.exec(id)?.[0]);
  return [...new Set(ids)].sort((one, other) => number(one) - number(other));
}

/** Returns the text of the line before a position. */
export const textBefore = (document: TextDocument, { line, character }: Position): string =>
  document.lineAt(line).text.slice(0, character);

/** Inserts a text at the cursor. */
export const insertText = (editor: TextEditor, text: string): Thenable<boolean> =>
  editor.edit((edit) => {
    edit.insert(editor.selection.active, text);
  });

/**
 * Inserts a suggestion after a text at the cursor, and selects the suggested lines, so that typing replaces them. Returns
 * false if the text wasn't inserted.
 */
export async function insertSuggestion(
  editor: TextEditor,
  { before, suggestion }: { readonly before: string; readonly suggestion: string },
): Promise<boolean> {
  const { line } = editor.selection.active;
  if (!(await insertText(editor, `${before}${suggestion}`))) return false;
  // The first and the last line are the fence.
  const lines = suggestion.trimEnd().split('\n').slice(1, -1);
  const first = line + before.split('\n').length;
  const last = first + Math.max(lines.length - 1, 0);
  editor.selection = new Selection(first, 0, last, lines.at(-1)?.length ?? 0);
  return true;
}

/** Clears a box that still contains this text. VS Code may use another editor for it by now. */
export async function clearText(box: Uri, text: string): Promise<void> {
  const editor = window.visibleTextEditors.find(({ document }) => document.uri.toString() === box.toString());
  if (editor?.document.getText() !== text) return;
  const all = new Range(editor.document.positionAt(0), editor.document.positionAt(text.length));
  await editor.edit((edit) => {
    edit.delete(all);
  });
}

/**
 * Opens a comment box for a new thread on these lines. Resolves to undefined if VS Code doesn't open one, for
 * example on lines with a thread.
 */
export async function openCommentBox(
  { start, end }: Range,
  document: TextDocument,
): Promise<TextEditor | undefined> {
  const before = new Set(window.visibleTextEditors.filter(isNewCommentBox).map((each) => each.document));
  const opened = new Promise<TextEditor | undefined>((resolve) => {
    const find = (): void => {
      const box = window.visibleTextEditors.find(
        (each) => isNewCommentBox(each) && !before.has(each.document),
      );
      if (box !== undefined) finish(box);
    };
    const finish = (box: TextEditor | undefined): void => {
      clearTimeout(timer);
      listening.dispose();
      resolve(box);
    };
    const listening = window.onDidChangeVisibleTextEditors(find);
    const timer = setTimeout(() => {
      finish(undefined);
    }, BOX_MS);
  });
  const range = {
    startLineNumber: start.line + 1,
    startColumn: 1,
    endLineNumber: end.line + 1,
    // If the range ended in the first column, the last line would be excluded.
    endColumn: document.lineAt(end.line).text.length + 1,
  };
  await commands.executeCommand('workbench.action.addComment', { range });
  return opened;
}

/** On lines with a thread, VS Code expands or collapses the thread instead. */
export const noCommentBox = (): string =>
  t(
    "Couldn't open a comment box on these lines. If they already have a thread, reply to it or select other lines.",
  );
