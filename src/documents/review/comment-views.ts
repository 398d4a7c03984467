import { window } from 'vscode';
import type { CommentTarget } from '../../app/review/comment-targets';
import { mergeRequestId, type MergeRequestKey } from '../../app/shared/keys';
import type { Disposable } from '../../base/disposable';
import type { Side } from '../../domain/review/positions';
import type { CommentView } from './comment-view';

/** The sides of files whose documents are open, by their addresses. */
export class CommentViews implements Disposable {
  readonly #open = new Map<string, { readonly view: CommentView; readonly held: Disposable }>();

  /** `held` is disposed with the view. */
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

  /** What the threads of all sides in sight stand for, in the order in which they were created. */
  inSight(sides: readonly Side[]): readonly (CommentTarget | undefined)[] {
    const shown = new Set(window.visibleTextEditors.map(({ document }) => document.uri.toString()));
    return this.all()
      .filter(({ document, side }) => shown.has(document.uri.toString()) && sides.includes(side))
      .flatMap(({ created }) => created)
      .sort((one, other) => one.order - other.order)
      .map(({ target }) => target);
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
