import { window } from 'vscode';
import type { CommentTarget } from '../../../app/discussions/comment-targets';
import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import type { Disposable } from '../../../base/disposable';
import type { Side } from '../../../domain/changes/positions';
import type { CommentView } from './comment-view';

/** The open sides of files, by URI. */
export class CommentViews implements Disposable {
  readonly #open = new Map<string, { readonly view: CommentView; readonly held: Disposable }>();

  /** `held`: disposed with the view. */
  add(view: CommentView, held: Disposable): void {
    this.#open.set(view.document.uri.toString(), { view, held });
  }

  at(uri: string): CommentView | undefined {
    return this.#open.get(uri)?.view;
  }

  all(): readonly CommentView[] {
    return [...this.#open.values()].map(({ view }) => view);
  }

  of(key: MergeRequestKey): readonly CommentView[] {
    return this.all().filter((view) => mergeRequestId(view.key) === mergeRequestId(key));
  }

  /** Returns the targets of all visible threads, in the order of their creation. */
  inSight(sides: readonly Side[]): readonly (CommentTarget | undefined)[] {
    const shown = new Set(window.visibleTextEditors.map(({ document }) => document.uri.toString()));
    return this.all()
      .filter(({ document, side }) => shown.has(document.uri.toString()) && sides.includes(side))
      .flatMap(({ created }) => created)
      .sort((one, other) => one.order - other.order)
      .map(({ target }) => target);
  }

  /** Returns the targets of the threads on the line of the cursor, if the active editor shows a side. */
  atCursor(): readonly CommentTarget[] {
    const editor = window.activeTextEditor;
    const view = editor && this.at(editor.document.uri.toString());
    if (editor === undefined || view === undefined) return [];
    return view.targetsOn(editor.selection.active.line);
  }

  targetOf(thread: unknown): CommentTarget | undefined {
    for (const view of this.all()) {
      const found = view.targetOf(thread);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  close(uri: string): void {
    const open = this.#open.get(uri);
    this.#open.delete(uri);
    open?.held.dispose();
    open?.view.dispose();
  }

  dispose(): void {
    for (const uri of [...this.#open.keys()]) this.close(uri);
  }
}
