import type { Range, Uri } from 'vscode';

/** A comment box at lines where nothing was said yet, as its buttons hand it over. */
export interface NewCommentBox {
  readonly uri: Uri;
  /** Whole lines. */
  readonly lines: Range;
  readonly text: string;
  readonly close: () => void;
}
