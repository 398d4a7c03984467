import { Range, type TextEditor, ThemeColor, window } from 'vscode';
import type { Changes } from '../../../app/changes/changes';
import { fileOfSide } from '../../../app/changes/sides/side-file';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { diffNote } from '../../../presentation/changes/change-labels';
import { shownSide } from './shown-side';

export interface DiffNotesDeps {
  readonly changes: Pick<Changes, 'onDidChange' | 'peek'>;
}

/**
 * Shows at the end of the first line of a diff what its lines don't show: a rename, a change of the mode or of line
 * endings. Sends no requests.
 */
export class DiffNotes implements Disposable {
  readonly #deps: DiffNotesDeps;
  readonly #parts = new DisposableStore();
  readonly #note = this.#parts.add(
    window.createTextEditorDecorationType({
      after: {
        margin: '0 0 0 3em',
        fontStyle: 'italic',
        color: new ThemeColor('descriptionForeground'),
      },
    }),
  );
  readonly #shown = new WeakMap<TextEditor, string>();

  constructor(deps: DiffNotesDeps) {
    this.#deps = deps;
    const update = (): void => {
      for (const editor of window.visibleTextEditors) this.#update(editor);
    };
    this.#parts.add(window.onDidChangeVisibleTextEditors(update));
    this.#parts.add(deps.changes.onDidChange(update));
    update();
  }

  /** The note in an editor; empty if there is none. */
  noteIn(editor: TextEditor): string {
    return this.#shown.get(editor) ?? '';
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #update(editor: TextEditor): void {
    const note = this.#noteFor(editor) ?? '';
    if (this.noteIn(editor) === note) return;
    this.#shown.set(editor, note);
    const first = new Range(0, Number.MAX_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER);
    editor.setDecorations(
      this.#note,
      note === '' ? [] : [{ range: first, renderOptions: { after: { contentText: note } } }],
    );
  }

  /** The new side shows the note, or the old side of a deleted file. */
  #noteFor(editor: TextEditor): string | undefined {
    const address = shownSide(editor.document.uri);
    if (address === undefined || address.form === 'empty') return undefined;
    const { base, project, iid, path, side } = address;
    const file = fileOfSide(this.#deps.changes.peek({ base, project, iid })?.files ?? [], path);
    if (file === undefined || (side === 'old') !== (file.diff.change === 'deleted')) return undefined;
    return diffNote(file);
  }
}
