import { type TextDocument, workspace } from 'vscode';
import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore, onDispose } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { workingSide } from './shown-side';

/** Milliseconds without further input after which a changed text is compared with the head. */
const PAUSE_MS = 200;

/** Reports changes of files that are shown as sides of diffs when the user pauses. */
export class WorkingTexts implements Disposable {
  readonly #clock: Pick<Clock, 'wait'>;
  readonly #parts = new DisposableStore();
  readonly #changed = new Emitter<TextDocument>();
  readonly #waiting = new Map<TextDocument, AbortController>();

  readonly onDidChange = this.#changed.event;

  constructor(clock: Pick<Clock, 'wait'>) {
    this.#clock = clock;
    this.#parts.add(
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && workingSide(document.uri) !== undefined) this.#wait(document);
      }),
    );
    this.#parts.add(
      onDispose(() => {
        for (const waiting of this.#waiting.values()) waiting.abort();
      }),
    );
    this.#parts.add(this.#changed);
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #wait(document: TextDocument): void {
    this.#waiting.get(document)?.abort();
    const end = new AbortController();
    this.#waiting.set(document, end);
    this.#clock.wait(PAUSE_MS, end.signal).then(
      () => {
        this.#waiting.delete(document);
        if (!document.isClosed) this.#changed.fire(document);
      },
      () => undefined, // There was more input.
    );
  }
}
