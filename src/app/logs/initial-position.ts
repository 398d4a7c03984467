/** An editor of a log, as far as its initial position is concerned. */
export interface PositionedEditor {
  /** False after the user or a link to a line has moved the cursor or scrolled. */
  isUntouched(): boolean;
  /** Folds sections, which also scrolls. */
  fold(lines: readonly number[]): PromiseLike<unknown>;
  /** False if the user moved the cursor, or switched to another editor, during the folding. */
  hasSameCursor(): boolean;
  /** Shows the line of a link again that was shown during the folding, which may have hidden it; false if there is none. */
  showLink(): boolean;
  show(line: number): void;
}

/** Folds sections and shows the failing line, if there is one, unless another line is already shown. */
export async function setInitialPosition(
  editor: PositionedEditor,
  { folded, failing }: { readonly folded: readonly number[]; readonly failing: number | undefined },
): Promise<void> {
  if (!editor.isUntouched()) return;
  if (folded.length > 0) await editor.fold(folded);
  if (editor.showLink()) return;
  if (failing !== undefined && editor.hasSameCursor()) editor.show(failing);
}
