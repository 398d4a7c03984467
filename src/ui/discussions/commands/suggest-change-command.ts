import {
  commands,
  type Disposable,
  env,
  type Range,
  type TextDocument,
  type TextEditor,
  window,
} from 'vscode';
import { unfinishedPlace } from '../../../app/discussions/unfinished-comments';
import { t } from '../../../base/localize';
import { suggestionTemplate } from '../../../domain/discussions/suggestions';
import { readReadingAddress } from '../../../presentation/changes/reading-address';
import { shownSide, workingLinesOf } from '../../changes/editor/shown-side';
import { wholeLines } from '../../shared/editor/whole-lines';
import type { NewCommentBox } from '../documents/typed-comments';
import { insertSuggestion, isCommentInput, isNewCommentBox, noCommentBox } from '../editor/comment-box';
import type { CommentArgument, CommentCommandDeps } from './comment-deps';
import { writeOnPage } from './write-on-page';

/**
 * Starts a reply with a suggestion for the lines of the thread at the cursor of a merge request that is open as text. The
 * reply is written on the page, after text that the user has already written there.
 */
async function suggestInThread(deps: CommentCommandDeps): Promise<void> {
  const { discussions, prompts, reading, suggestions, unfinished } = deps;
  const target = reading.threadAtCursor();
  if (target?.kind !== 'thread') {
    prompts.showMessage('info', t('Move the cursor to a thread on code to suggest a change.'), []);
    return;
  }
  const { mergeRequest: key, discussion } = target;
  const notes = discussions.thread(key, discussion)?.notes ?? [];
  const lines = await suggestions.linesOf(key, notes.find(({ position }) => position)?.position);
  if (lines === undefined) {
    prompts.showMessage('info', t('You can only suggest changes to lines in the new version.'), []);
    return;
  }
  const place = unfinishedPlace(key, { discussion });
  const before = unfinished.get(place)?.text ?? '';
  // A fence must start on a new line.
  const text = `${before === '' || before.endsWith('\n') ? before : `${before}\n`}${suggestionTemplate(lines)}`;
  await unfinished.put(place, text);
  await writeOnPage(deps, key, { discussion }, text);
}

/** Inserts suggestions into comment boxes. */
export class SuggestChange {
  readonly #deps: CommentCommandDeps;
  /** Resolves the pending request for the comment box that has the focus. */
  #waiting: ((box: NewCommentBox) => void) | undefined;

  constructor(deps: CommentCommandDeps) {
    this.#deps = deps;
  }

  /** Returns true if the button of a comment box was triggered by this class and not by the user. */
  applied(argument: CommentArgument): boolean {
    const box = this.#waiting && this.#deps.boxes.newBox(argument?.pressed);
    if (box === undefined) return false;
    this.#waiting?.(box);
    return true;
  }

  /**
   * Inserts a suggestion for the selected lines into a new comment box, or continues with the focused one. In a merge
   * request that is open as text, starts a reply to the thread at the cursor.
   */
  async run(argument: CommentArgument): Promise<void> {
    const pressed = this.#deps.boxes.newBox(argument?.pressed);
    if (pressed !== undefined) return this.#goOn(pressed);
    const active = window.activeTextEditor;
    if (active !== undefined && isCommentInput(active.document.uri)) {
      const box = isNewCommentBox(active) ? await this.#handedOver(active) : undefined;
      if (box !== undefined) return this.#goOn(box);
      this.#updateContextKey(t('Select the lines in the diff to suggest a change.'));
      return;
    }
    if (active !== undefined && readReadingAddress(active.document.uri) !== undefined)
      return suggestInThread(this.#deps);
    const editor =
      active !== undefined && isReview(active) ? active : window.visibleTextEditors.find(isReview);
    if (editor === undefined) {
      this.#updateContextKey(t('Select lines in a merge request diff first.'));
      return;
    }
    await this.#write(editor.document, wholeLines(editor.selection), '');
  }

  /**
   * Returns the comment box that has the focus. VS Code passes its lines only to the commands of its buttons,
   * so this triggers the first button. The text must not be sent, however long that takes. VS Code doesn't
   * trigger buttons of an empty box.
   */
  async #handedOver({ document }: TextEditor): Promise<NewCommentBox | undefined> {
    if (document.getText() === '') return undefined;
    let listening: Disposable | undefined;
    const handed = new Promise<NewCommentBox | undefined>((resolve) => {
      this.#waiting = resolve;
      listening = window.onDidChangeVisibleTextEditors((editors) => {
        if (!editors.some((each) => each.document === document)) resolve(undefined);
      });
    });
    try {
      await commands.executeCommand('editor.action.submitComment');
      return await handed;
    } finally {
      this.#waiting = undefined;
      listening?.dispose();
    }
  }

  async #goOn({ uri, lines, text, close }: NewCommentBox): Promise<void> {
    const document = window.visibleTextEditors.find(
      (each) => each.document.uri.toString() === uri.toString(),
    )?.document;
    if (document === undefined) return;
    close();
    await this.#write(document, lines, text);
  }

  async #write(document: TextDocument, lines: Range, before: string): Promise<void> {
    if (shownSide(document.uri)?.side === 'old') {
      this.#updateContextKey(t('You can only suggest changes to lines in the new version.'));
      if (before === '') return;
    }
    const own = { start: lines.start.line + 1, end: lines.end.line + 1 };
    if (workingLinesOf(document)?.isUnchanged(own) === false) {
      this.#updateContextKey(
        t('These lines have local changes. Run "Suggest My Edits..." to suggest your changes.'),
        before,
      );
      return;
    }
    const box = await this.#deps.boxTexts.open(lines, document);
    if (box === undefined) {
      this.#updateContextKey(noCommentBox(), before);
      return;
    }
    const { start, end } = lines;
    const old = Array.from(
      { length: end.line - start.line + 1 },
      (_, index) => document.lineAt(start.line + index).text,
    );
    // A fence must start on a new line.
    const text = before === '' || before.endsWith('\n') ? before : `${before}\n`;
    if (await insertSuggestion(box, { before: text, suggestion: suggestionTemplate(old) }))
      this.#deps.boxTexts.forget(document.uri, undefined, before);
  }

  /** `text`: typed in a box that was closed; the message offers to copy it. */
  #updateContextKey(message: string, text = ''): void {
    const copy = { title: t('Copy Text'), run: async () => env.clipboard.writeText(text) };
    this.#deps.prompts.showMessage('info', message, text === '' ? [] : [copy]);
  }
}

const isReview = ({ document }: TextEditor): boolean => shownSide(document.uri) !== undefined;
