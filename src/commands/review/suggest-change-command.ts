import {
  commands,
  type Disposable,
  env,
  type Range,
  type TextDocument,
  type TextEditor,
  window,
} from 'vscode';
import { t } from '../../base/localize';
import { suggestionTemplate } from '../../domain/review/suggestions';
import { insertText, isCommentInput, isNewCommentBox, noCommentBox } from '../../editor/review/comment-box';
import { wholeLines } from '../../editor/shared/whole-lines';
import { readSideAddress, REVIEW_SCHEME } from '../../presentation/review/side-address';
import type { CommentArgument, CommentCommandDeps } from './comment-deps';
import type { NewCommentBox } from './new-comment-box';

/** Writes suggestions into comment boxes. */
export class SuggestChange {
  readonly #deps: CommentCommandDeps;
  /** Whoever waits for the box that has the focus. */
  #waiting: ((box: NewCommentBox) => void) | undefined;

  constructor(deps: CommentCommandDeps) {
    this.#deps = deps;
  }

  /** True where the button of a comment box was pressed for us, not by a person. */
  applied(argument: CommentArgument): boolean {
    const box = this.#waiting && this.#deps.boxes.newBox(argument?.pressed);
    if (box === undefined) return false;
    this.#waiting?.(box);
    return true;
  }

  /** Opens a comment box at the selected lines, or goes on with the one that is open, with those lines to be changed. */
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
    const editor =
      active?.document.uri.scheme === REVIEW_SCHEME ? active : window.visibleTextEditors.find(isReview);
    if (editor === undefined) {
      this.#updateContextKey(t('Select lines in a merge request diff first.'));
      return;
    }
    await this.#write(editor.document, wholeLines(editor.selection), '');
  }

  /**
   * The box that has the focus: only its buttons tell its lines, so VS Code is asked to press the first of them. However
   * long that takes, it must not send what was typed. VS Code presses no button of an empty box.
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
    if (readSideAddress(document.uri)?.side === 'old') {
      this.#updateContextKey(t('You can only suggest changes to lines in the new version.'));
      if (before === '') return;
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
    // A fence counts at the start of a line only.
    const text = before === '' || before.endsWith('\n') ? before : `${before}\n`;
    if (await insertText(box, `${text}${suggestionTemplate(old)}`))
      this.#deps.boxTexts.forget(document.uri, undefined, before);
  }

  /** `text`: what was typed in a box that is gone by now. */
  #updateContextKey(message: string, text = ''): void {
    const copy = { title: t('Copy Text'), run: async () => env.clipboard.writeText(text) };
    this.#deps.prompts.showMessage('info', message, text === '' ? [] : [copy]);
  }
}

const isReview = ({ document }: TextEditor): boolean => document.uri.scheme === REVIEW_SCHEME;
