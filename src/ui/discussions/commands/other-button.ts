import { commands, type Disposable, window, workspace } from 'vscode';
import { commentBoxOf } from '../editor/comment-box';

/**
 * Sends the text of a comment box as its second button does: as a pending comment, or once a review is started, as a comment
 * that is published. VS Code has a key for the first button only, and passes the lines of a box only to the commands of its
 * buttons. This presses the first button, whose command then asks for the other way.
 */
export class OtherButton {
  /** The text of the box in which the key was pressed, until the command of its button runs or something is typed. */
  #pressed: { readonly text: string; readonly typing: Disposable } | undefined;

  /** Presses the button of the focused comment box. Does nothing in an empty box, as VS Code. */
  async press(): Promise<void> {
    const document = window.activeTextEditor?.document;
    if (document === undefined || commentBoxOf(document) === undefined) return;
    const text = document.getText();
    if (text.trim() === '') return;
    this.#forget();
    // VS Code empties the box after the button was pressed. Any other change means that the button wasn't pressed.
    const typing = workspace.onDidChangeTextDocument(({ document }) => {
      if (commentBoxOf(document) !== undefined && document.getText() !== '') this.#forget();
    });
    this.#pressed = { text, typing };
    await commands.executeCommand('editor.action.submitComment');
  }

  /** Returns true if this text must be sent the other way. The next button is pressed as it is labeled. */
  take(text: string): boolean {
    const isPressed = this.#pressed?.text === text;
    this.#forget();
    return isPressed;
  }

  #forget(): void {
    this.#pressed?.typing.dispose();
    this.#pressed = undefined;
  }
}
