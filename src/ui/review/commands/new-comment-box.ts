import type { Range, Uri } from 'vscode';

/** A comment box for a new thread, as passed to the commands of its buttons. */
export interface NewCommentBox {
  readonly uri: Uri;
  /** Whole lines. */
  readonly lines: Range;
  readonly text: string;
  readonly close: () => void;
}
