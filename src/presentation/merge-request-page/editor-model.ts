import type { Verdict } from '../../schemas/verdict';
import type { UploadOf } from '../shared/forms/text-editor';
import type { SubmitAct } from './editor-acts';

/** A text box for a comment on the page. */
export interface EditorOf {
  readonly text: string;
  /** The text to preview; undefined while the user writes. */
  readonly previewed: string | undefined;
  readonly uploads: readonly UploadOf[];
}

/** The form of a review. */
export interface ReviewEditor extends EditorOf {
  readonly verdict: Verdict;
  /** The button whose action is running. */
  readonly submitting: SubmitAct | undefined;
  /** Whether the pending comments are being read again. */
  readonly isReading: boolean;
  /** Why the review wasn't submitted. `isAnnounced`: a notification shows the reason too. */
  readonly problem: { readonly text: string; readonly isAnnounced: boolean } | undefined;
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
  /** Undefined if the form of the review is closed. */
  readonly review?: ReviewEditor | undefined;
}
