import { Range, type TextEditor, ThemeColor, window } from 'vscode';
import type { Changes } from '../../../app/changes/changes';
import type { SideContent } from '../../../app/changes/sides/side-content';
import { fileOfSide } from '../../../app/changes/sides/side-file';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { LaterRun } from '../../../base/later-run';
import { diffNote } from '../../../presentation/changes/change-labels';
import { newerVersionNote } from '../../../presentation/changes/version-labels';
import { parts } from '../../../presentation/shared/row';
import { newerVersion, sidesIn, sizesOf } from './file-sides';
import { shownSide } from './shown-side';

export interface DiffNotesDeps {
  readonly changes: Pick<Changes, 'onDidChange' | 'peek' | 'peekVersions' | 'versionNumber'>;
  readonly content: Pick<SideContent, 'peek'>;
}

/**
 * Shows at the end of the first line of a diff what its lines don't show: a rename, a change of the mode or of line
 * endings, and the sizes of a binary file that is opened as text. Also shows that a newer version exists. Sends no
 * requests.
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
    // Each of many comment boxes is a visible editor with an event.
    const later = this.#parts.add(new LaterRun(update));
    this.#parts.add(window.onDidChangeVisibleTextEditors(() => later.schedule()));
    this.#parts.add(deps.changes.onDidChange(() => later.schedule()));
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
    const note = this.#noteFor(editor);
    if (this.noteIn(editor) === note) return;
    this.#shown.set(editor, note);
    const first = new Range(0, Number.MAX_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER);
    editor.setDecorations(
      this.#note,
      note === '' ? [] : [{ range: first, renderOptions: { after: { contentText: note } } }],
    );
  }

  /** The new side shows the note, or the old side of a deleted file. */
  #noteFor(editor: TextEditor): string {
    const address = shownSide(editor.document.uri);
    if (address === undefined || address.form === 'empty') return '';
    const { base, project, iid, path, side } = address;
    const key = { base, project, iid };
    const { changes, content } = this.#deps;
    const newer = side === 'new' ? newerVersion(changes, address) : undefined;
    const newerNote = newer === undefined ? '' : newerVersionNote(changes.versionNumber(key, newer));
    const set = changes.peek(key);
    const file = fileOfSide(set?.files ?? [], path);
    // The displayed changes may be those of another version.
    if (set === undefined || file === undefined || (newer !== undefined && set.refs?.head !== address.to))
      return newerNote;
    if ((side === 'old') !== (file.diff.change === 'deleted')) return newerNote;
    const sides = file.diff.binary ? sidesIn(set, file) : undefined;
    return parts(newerNote, diffNote(file, sides && sizesOf(content, sides)));
  }
}
