import type { UploadOf } from '../shared/forms/text-editor';

/** A text box for a comment on the page. */
export interface EditorOf {
  readonly text: string;
  /** The text to preview; undefined while the user writes. */
  readonly previewed: string | undefined;
  readonly uploads: readonly UploadOf[];
}

/** Comments that the user is writing on the page. */
export interface EditingModel {
  readonly comment: EditorOf;
  /** Whether the new comment will be internal. */
  readonly internal: boolean;
  /** Open replies, by thread. */
  readonly replies: ReadonlyMap<string, EditorOf>;
  /** Comments that are being edited, by ID. */
  readonly edits: ReadonlyMap<number, EditorOf>;
  /** Pending comments that are being edited, by ID. */
  readonly drafts: ReadonlyMap<number, EditorOf>;
  /** ID of the comment whose reactions are being selected. */
  readonly reacting: number | undefined;
}
