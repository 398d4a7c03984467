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
import type { CommentTarget } from '../../app/review/comment-targets';
import { type BoxPlace, isSameFile, UnfinishedBoxes } from '../../app/review/unfinished-boxes';
import { type UnfinishedComments, unfinishedPlace } from '../../app/review/unfinished-comments';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { t } from '../../base/localize';
import { unheeded } from '../../base/log-failure';
import type { Side } from '../../domain/review/positions';
import {
  clearText,
  commentBoxOf,
  insertText,
  openCommentBox,
  replyBoxIds,
} from '../../editor/review/comment-box';
import type { Prompts } from '../../editor/shared/prompts';
import { wholeLines } from '../../editor/shared/whole-lines';
import { excerpt } from '../../presentation/review/comment-markdown';
import { readSideAddress, type SideAddress } from '../../presentation/review/side-address';
import { CommentTextOffers } from './comment-text-offers';
import type { CommentThreads } from './comment-threads';

export interface CommentBoxTextsDeps {
  readonly unfinished: UnfinishedComments;
  /** The comments in diffs: which threads are in sight, and which texts were sent. */
  readonly threads: Pick<CommentThreads, 'inSight' | 'onDidSend'>;
  readonly prompts: Pick<Prompts, 'showMessage'>;
}

/**
 * Keeps what is typed in the comment boxes of diffs, and puts it back into the box that is opened there again.
 *
 * VS Code tells extensions that a box is an editor, and nothing of the lines or the thread that it belongs to before a
 * button is pressed. Measured in VS Code 1.103 and 1.139:
 * - A box on a selection leaves the selection. A box that is opened with the mouse may be on other lines.
 * - Escape asks whether to discard the text, removes the box of a new thread, and then selects its lines in the diff. In
 *   1.139 Escape does nothing in a box; its "Collapse" button asks and removes it, and selects nothing.
 * - The box of a thread that exists is there with the thread, also while only the "Reply..." button is shown; a click on
 *   that button empties it.
 * - A box that disappears with its diff comes back with the diff and with its text, until the window is reloaded.
 */
export class CommentBoxTexts implements Disposable {
  readonly #deps: CommentBoxTextsDeps;
  readonly #boxes: UnfinishedBoxes;
  readonly #offers: CommentTextOffers;
  readonly #parts = new DisposableStore();
  /** The boxes of new threads in sight, by ID. */
  readonly #shown = new Map<string, BoxPlace>();
  /** The box that was closed last, until its lines are known. */
  #closed: { readonly id: string; readonly place: BoxPlace } | undefined;
  /** The new box that has the focus, by ID. */
  #focused: string | undefined;
  /** The side of a diff that had the focus last. */
  #active: string | undefined;
  /** The boxes of replies in which something was typed, by ID. */
  readonly #replied = new Set<string>();
  /** Counts boxes that are being opened with a text of their own. */
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
    this.#parts.add(window.onDidChangeVisibleTextEditors(() => this.#look()));
    this.#parts.add(window.onDidChangeActiveTextEditor((editor) => this.#focus(editor)));
    this.#parts.add(window.onDidChangeTextEditorSelection((event) => this.#select(event)));
    this.#parts.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        this.#type(document);
      }),
    );
    this.#focus(window.activeTextEditor);
    this.#look();
  }

  dispose(): void {
    this.#parts.dispose();
  }

  /** Opens an empty box for a new thread at these lines, whatever was typed there before. */
  async open(lines: Range, document: TextDocument): Promise<TextEditor | undefined> {
    this.#filled++;
    try {
      return await openCommentBox(lines, document);
    } finally {
      this.#filled--;
    }
  }

  /** Forgets a text of a comment box that is sent, or in another box by now. `target`: the thread, if it has one. */
  forget(at: Uri, target: CommentTarget | undefined, text: string): void {
    const address = readSideAddress(at);
    if (target?.kind === 'thread')
      unheeded(this.#deps.unfinished.remove(unfinishedPlace(target.mergeRequest, target)));
    else if (address !== undefined) this.#boxes.forget(fileOf(address), text);
  }

  #look(): void {
    const now = new Set<string>();
    for (const editor of window.visibleTextEditors) {
      const box = commentBoxOf(editor.document);
      if (box === undefined || box.thread !== undefined) continue;
      now.add(box.id);
      if (!this.#shown.has(box.id)) this.#open(box.id, editor);
    }
    for (const [id, place] of this.#shown) if (!now.has(id)) this.#gone(id, place);
    this.#offer();
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
    if (kept !== undefined) unheeded(this.#restore(editor, kept));
  }

  /** VS Code doesn't tell exactly which lines a box is on: the user has to see that this text was there before. */
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
    // VS Code selects the lines of a box that was closed with Escape, which takes the focus.
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

  /** Puts a kept reply into the empty box of its thread. An edit of a text that changed meanwhile does nothing. */
  #fill(editor: TextEditor): void {
    const thread = commentBoxOf(editor.document)?.thread;
    if (thread === undefined || editor.document.getText() !== '') return;
    const place = this.#replyPlace(thread);
    const kept = place && this.#deps.unfinished.get(place);
    if (kept !== undefined) unheeded(insertText(editor, kept.text));
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
      // VS Code empties a box when it comes and when "Reply..." is pressed. The focus may be told before that.
      if (window.activeTextEditor?.document === document) this.#fill(window.activeTextEditor);
      return;
    }
    this.#replied.add(box.id);
    const place = this.#replyPlace(box.thread);
    if (place !== undefined) unheeded(this.#deps.unfinished.put(place, text));
  }

  /** The side of a diff that a box belongs to: the one with the focus, else the last one in sight. */
  #diff(): TextEditor | undefined {
    const sides = window.visibleTextEditors.filter((each) => placeOf(each) !== undefined);
    return sides.find(({ document }) => document.uri.toString() === this.#active) ?? sides.at(-1);
  }

  /**
   * The thread of a box, by its rank: the IDs that VS Code gives to threads count up as the threads are created. In an
   * inline diff, threads of the old side have no boxes.
   */
  #replyPlace(thread: string) {
    const ids = replyBoxIds();
    const sides: readonly (readonly Side[])[] = [['old', 'new'], ['new']];
    const targets = sides
      .map((each) => this.#deps.threads.inSight(each))
      .find(({ length }) => length === ids.length);
    const target = targets?.[ids.indexOf(thread)];
    return target?.kind === 'thread' ? unfinishedPlace(target.mergeRequest, target) : undefined;
  }

  #offer(): void {
    for (const editor of window.visibleTextEditors) {
      const place = placeOf(editor);
      if (place !== undefined) this.#offers.file(place);
    }
    for (const id of replyBoxIds()) {
      const place = this.#replyPlace(id);
      if (place !== undefined) this.#offers.reply(place);
    }
  }
}

/** The lines that are selected in a side of a diff; undefined for every other editor. */
function placeOf({ document, selection }: TextEditor): BoxPlace | undefined {
  const address = readSideAddress(document.uri);
  if (address === undefined || address.form !== 'file') return undefined;
  const { start, end } = wholeLines(selection);
  return { ...fileOf(address), side: address.side, start: start.line + 1, end: end.line + 1 };
}

/** The side that VS Code adds comments to while a diff doesn't have the focus: the new one, where the file exists there. */
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
