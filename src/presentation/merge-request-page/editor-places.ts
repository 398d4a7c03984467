/** Purpose of a text box on the page. */
export type EditorPlace =
  | { readonly kind: 'comment' }
  /** The summary of a review. */
  | { readonly kind: 'review' }
  /** A comment on a place in an image, on its own page. */
  | { readonly kind: 'image' }
  | { readonly kind: 'reply'; readonly discussion: string }
  | { readonly kind: 'edit'; readonly note: number }
  /** The edit of a pending comment. */
  | { readonly kind: 'draft'; readonly draft: number };

/** The name of the field with the text. */
export const EDITOR_FIELD = 'text';

/** The name of the field with the verdict of a review. */
export const VERDICT_FIELD = 'verdict';

/** Returns the name of the form of a text box. */
export function formOfPlace(place: EditorPlace): string {
  switch (place.kind) {
    case 'comment':
    case 'review':
    case 'image':
      return place.kind;
    case 'reply':
      return `reply ${place.discussion}`;
    case 'edit':
      return `edit ${place.note}`;
    case 'draft':
      return `draft ${place.draft}`;
  }
}

/** Returns the text box of a form; undefined for other names. Pages can send any text. */
export function editorPlaceOf(form: string | undefined): EditorPlace | undefined {
  const [kind, id = ''] = form?.split(/ (.*)/s) ?? [];
  if ((kind === 'comment' || kind === 'review' || kind === 'image') && id === '') return { kind };
  if (kind === 'reply' && id !== '') return { kind, discussion: id };
  if (!/^\d{1,15}$/.test(id)) return undefined;
  if (kind === 'edit') return { kind, note: Number(id) };
  return kind === 'draft' ? { kind, draft: Number(id) } : undefined;
}

/** Returns the start of the element IDs of a text box. `first`: ID of the first comment of the thread. */
export function editorElement(place: EditorPlace, first = 0): string {
  switch (place.kind) {
    case 'comment':
      return 'new-comment';
    case 'review':
      return 'review-summary';
    case 'image':
      return 'image-comment';
    case 'reply':
      return `reply-to-${first}`;
    case 'edit':
      return `edit-${place.note}`;
    case 'draft':
      return `edit-pending-${place.draft}`;
  }
}

/** Returns the ID of the text box itself. */
export const editorTextElement = (element: string): string => `${element}-text`;
