import type { CommentableFile, ImagePlace, Side } from '../../../domain/changes/positions';
import type { DiscussionModel } from '../discussion-model';
import type { EditorOf } from '../editor-model';

/** Why comments on a place in a file aren't possible. `broken`: the image can't be displayed. */
export type ImageRefusal = 'unchanged' | 'svg' | 'lfs' | 'too-large' | 'format' | 'unavailable' | 'broken';

/** State of the image on the page. */
export type ShownImage =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'refused'; readonly refusal: ImageRefusal }
  | {
      readonly kind: 'image';
      readonly file: CommentableFile;
      readonly side: Side;
      /** Identifies the content. */
      readonly address: string;
      /** The selected place; undefined until the image is displayed. */
      readonly place: ImagePlace | undefined;
    };

/** Data of the page with the comments on an image. */
export interface ImagePageModel {
  readonly base: string;
  readonly iid: number;
  readonly path: string;
  readonly image: ShownImage;
  readonly discussions: DiscussionModel;
  /** The text box for a new comment. */
  readonly editor: EditorOf;
  /** Undefined if comments can be written. */
  readonly readOnlyReason: 'archived' | 'token' | undefined;
  readonly now: number;
}
