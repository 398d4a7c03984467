import {
  type Range,
  type TextDocument,
  type TextEditor,
  type TextEditorSelectionChangeEvent,
  TextEditorSelectionChangeKind,
  type Uri,
  window,
  workspace,
} from 'vscode';
import type { CommentTarget } from '../../../app/discussions/comment-targets';
import { type BoxPlace, isSameFile, UnfinishedBoxes } from '../../../app/discussions/unfinished-boxes';
import {
  type UnfinishedComments,
  type UnfinishedPlace,
  unfinishedPlace,
} from '../../../app/discussions/unfinished-comments';
import { ignoreFailure } from '../../../base/background';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { t } from '../../../base/localize';
import type { Side } from '../../../domain/changes/positions';
import type { SideAddress } from '../../../presentation/changes/side-address';
import { excerpt } from '../../../presentation/discussions/comment-markdown';
import { shownSide } from '../../changes/editor/shown-side';
import type { Prompts } from '../../shared/editor/prompts';
import { wholeLines } from '../../shared/editor/whole-lines';
import { clearText, commentBoxOf, insertText, openCommentBox, replyBoxIds } from '../editor/comment-box';
import { CommentTextOffers } from './comment-text-offers';
import type { CommentThreads } from './comment-threads';

export interface CommentBoxTextsDeps {
  readonly unfinished: UnfinishedComments;
  /** Comments in diffs: the visible threads, and texts that were sent. */
  readonly threads: Pick<CommentThreads, 'inSight' | 'onDidSend'>;
  readonly prompts: Pick<Prompts, 'showMessage'>;
}

/**
 * Stores the text that is typed in comment boxes of diffs, and restores it when a box is opened again.
 *
 * VS Code exposes a comment box only as an editor. Its lines and thread are unknown until a button is
 * clicked. Observed in VS Code 1.103 and 1.139:
 * - A comment box for a selection doesn't change the selection. A box that is opened with the mouse may be on
 *   other lines.
 * - Escape asks whether to discard the text, removes the box of a new thread, and then selects its lines in
 *   the diff. In 1.139, Escape does nothing in a box; its "Collapse" button asks and removes it, and selects
 *   nothing.
 * - The box of an existing thread exists with the thread, even while only the "Reply..." button is shown; a
 *   click on that button clears it.
 * - A box that closes with its diff reopens with the diff and with its text, until the window is reloaded.
 */
export class CommentBoxTexts implements Disposable {
  readonly #deps: CommentBoxTextsDeps;
  readonly #boxes: UnfinishedBoxes;
  readonly #offers: CommentTextOffers;
  readonly #parts = new DisposableStore();
  #offering: NodeJS.Immediate | undefined;
  /** The visible boxes of new threads, by ID. */
  readonly #shown = new Map<string, BoxPlace>();
  /** The last closed box, until its lines are known. */
  #closed: { readonly id: string; readonly place: BoxPlace } | undefined;
  /** ID of the focused box of a new thread. */
  #focused: string | undefined;
  /** URI of the side of a diff that last had the focus. */
  #active: string | undefined;
  /** IDs of reply boxes with typed text. */
  readonly #replied = new Set<string>();
  /** Number of boxes that are being opened to insert a text. */
  #filled = 0;

  constructor(deps: CommentBoxTextsDeps) {
    this.#deps = deps;
    this.#boxes = new UnfinishedBoxes(deps.unfinished);
    this.#offers = new CommentTextOffers({
      ...deps,
      boxes: this.#boxes,
      sideOf,
      open: (lines, document) => this.open(lines, document),
    });
    this.#parts.add(
      deps.threads.onDidSend(({ at, target, text }) => {
        this.forget(at, target, text);
      }),
    );
    this.#parts.add(window.onDidChangeVisibleTextEditors(() => this.#update()));
    this.#parts.add(window.onDidChangeActiveTextEditor((editor) => this.#focus(editor)));
    this.#parts.add(window.onDidChangeTextEditorSelection((event) => this.#select(event)));
    this.#parts.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        this.#type(document);
      }),
    );
    this.#focus(window.activeTextEditor);
    this.#update();
  }

  dispose(): void {
    clearImmediate(this.#offering);
    this.#parts.dispose();
  }

  /** Opens an empty box for a new thread on these lines, without restoring text. */
  async open(lines: Range, document: TextDocument): Promise<TextEditor | undefined> {
    this.#filled++;
    try {
      return await openCommentBox(lines, document);
    } finally {
      this.#filled--;
    }
  }

  /**
   * Discards the stored text of a comment box that was sent or moved to another box. `target`: the thread, if
   * there is one.
   */
  forget(at: Uri, target: CommentTarget | undefined, text: string): void {
    const address = shownSide(at);
    if (target?.kind === 'thread')
      ignoreFailure(this.#deps.unfinished.remove(unfinishedPlace(target.mergeRequest, target)));
    else if (address !== undefined) this.#boxes.forget(fileOf(address), text);
  }

  #update(): void {
    const now = new Set<string>();
    for (const editor of window.visibleTextEditors) {
      const box = commentBoxOf(editor.document);
      if (box === undefined || box.thread !== undefined) continue;
      now.add(box.id);
      if (!this.#shown.has(box.id)) this.#open(box.id, editor);
    }
    for (const [id, place] of this.#shown) if (!now.has(id)) this.#gone(id, place);
    // Each of many boxes is a visible editor with an event.
    this.#offering ??= setImmediate(() => {
      this.#offering = undefined;
      this.#offer();
    });
  }

  #open(id: string, editor: TextEditor): void {
    const diff = this.#diff();
    const place = diff && placeOf(diff);
    if (place === undefined) return;
    this.#shown.set(id, place);
    this.#closed = undefined;
    if (this.#filled > 0) {
      this.#boxes.track(id, place);
      return;
    }
    const kept = this.#boxes.open(id, place, editor.document.getText());
    if (kept !== undefined) ignoreFailure(this.#restore(editor, kept));
  }

  /** Shows a message about the restored text, because VS Code doesn't expose which lines a box is on. */
  async #restore(editor: TextEditor, kept: string): Promise<void> {
    if (!(await insertText(editor, kept))) return;
    this.#deps.prompts.showMessage('info', t('Your unsent comment was restored: "{0}"', excerpt(kept)), [
      { title: t('Discard'), run: () => clearText(editor.document.uri, kept) },
    ]);
  }

  #gone(id: string, place: BoxPlace): void {
    this.#shown.delete(id);
    if (sideOf(place) === undefined) {
      this.#boxes.leave(id);
      return;
    }
    this.#boxes.close(id);
    // After Escape, VS Code selects the lines of the closed box, which had the focus.
    this.#closed = id === this.#focused ? { id, place } : undefined;
  }

  #select({ textEditor, kind }: TextEditorSelectionChangeEvent): void {
    const closed = this.#closed;
    if (closed === undefined) return;
    const place = placeOf(textEditor);
    if (place === undefined || !isSameFile(place, closed.place)) return;
    this.#closed = undefined;
    const isByUser =
      kind === TextEditorSelectionChangeKind.Mouse || kind === TextEditorSelectionChangeKind.Keyboard;
    if (!isByUser) this.#boxes.move(closed.id, place);
  }

  #focus(editor: TextEditor | undefined): void {
    const box = editor && commentBoxOf(editor.document);
    this.#focused = box?.thread === undefined ? box?.id : undefined;
    if (editor === undefined) return;
    if (placeOf(editor) !== undefined) this.#active = editor.document.uri.toString();
    this.#fill(editor);
  }

  /**
   * Inserts a stored reply into the empty box of its thread. The edit has no effect if the text has changed.
   */
  #fill(editor: TextEditor): void {
    const thread = commentBoxOf(editor.document)?.thread;
    if (thread === undefined || editor.document.getText() !== '') return;
    const place = this.#replyPlace(thread);
    const kept = place && this.#deps.unfinished.get(place);
    if (kept !== undefined) ignoreFailure(insertText(editor, kept.text));
  }

  #type(document: TextDocument): void {
    const box = commentBoxOf(document);
    if (box === undefined) return;
    if (box.thread === undefined) {
      this.#boxes.type(box.id, document.getText());
      return;
    }
    const text = document.getText();
    if (text === '' && !this.#replied.has(box.id)) {
      // VS Code clears a box when it is created and when "Reply..." is clicked, possibly after the focus
      // event.
      if (window.activeTextEditor?.document === document) this.#fill(window.activeTextEditor);
      return;
    }
    this.#replied.add(box.id);
    const place = this.#replyPlace(box.thread);
    if (place !== undefined) ignoreFailure(this.#deps.unfinished.put(place, text));
  }

  /**
   * Returns the side of the diff that a box belongs to: the one that last had the focus, else the last
   * visible one.
   */
  #diff(): TextEditor | undefined {
    const sides = window.visibleTextEditors.filter((each) => placeOf(each) !== undefined);
    return sides.find(({ document }) => document.uri.toString() === this.#active) ?? sides.at(-1);
  }

  #replyPlace(box: string): UnfinishedPlace | undefined {
    return this.#replyPlaces().get(box);
  }

  /**
   * Returns the threads of boxes by their rank, because VS Code numbers threads in the order of their creation.
   * In an inline diff, threads on the old side have no boxes.
   */
  #replyPlaces(): ReadonlyMap<string, UnfinishedPlace> {
    const ids = replyBoxIds();
    const sides: readonly (readonly Side[])[] = [['old', 'new'], ['new']];
    const targets = sides
      .map((each) => this.#deps.threads.inSight(each))
      .find(({ length }) => length === ids.length);
    return new Map(
      ids.flatMap((id, rank) => {
        const target = targets?.[rank];
        return target?.kind === 'thread' ? [[id, unfinishedPlace(target.mergeRequest, target)] as const] : [];
      }),
    );
  }

  #offer(): void {
    for (const editor of window.visibleTextEditors) {
      const place = placeOf(editor);
      if (place !== undefined) this.#offers.file(place);
    }
    for (const place of this.#replyPlaces().values()) this.#offers.reply(place);
  }
}

/** Returns the selected lines of a diff's side; undefined for other editors. */
function placeOf({ document, selection }: TextEditor): BoxPlace | undefined {
  const address = shownSide(document.uri);
  if (address === undefined || address.form !== 'file') return undefined;
  const { start, end } = wholeLines(selection);
  return { ...fileOf(address), side: address.side, start: start.line + 1, end: end.line + 1 };
}

/**
 * Returns the side on which VS Code adds comments while the diff isn't focused: the new side if the file
 * exists there.
 */
function sideOf(file: BoxPlace): TextEditor | undefined {
  const sides = window.visibleTextEditors.filter((each) => {
    const place = placeOf(each);
    return place !== undefined && isSameFile(place, file);
  });
  return sides.find((each) => placeOf(each)?.side === 'new') ?? sides[0];
}

const fileOf = ({ base, project, iid, path }: SideAddress) => ({
  mergeRequest: { base, project, iid },
  path,
});
