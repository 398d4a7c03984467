import type { CommentPosition, ReportedPosition } from '../../domain/changes/positions';

interface Placed {
  readonly position?: ReportedPosition | null | undefined;
}

/** The comments of a merge request, and the user's comments that weren't sent. */
export interface KnownComments {
  readonly comments: {
    readonly threads: readonly { readonly notes: readonly (Placed & { readonly body: string })[] }[];
    readonly drafts?: readonly (Placed & { readonly note: string })[] | undefined;
  };
  readonly unsent: readonly (Placed & { readonly body: string })[];
}

/** True if a comment with the same suggestion exists at the same position, so that it isn't added twice. */
export function isSuggested(
  { comments: { threads, drafts = [] }, unsent }: KnownComments,
  body: string,
  position: CommentPosition,
): boolean {
  const isSame = (text: string, at: ReportedPosition | null | undefined): boolean =>
    text.trim() === body.trim() &&
    at?.head_sha === position.head_sha &&
    at.new_path === position.new_path &&
    at.new_line === position.new_line;
  return (
    drafts.some((draft) => isSame(draft.note, draft.position)) ||
    unsent.some((item) => isSame(item.body, item.position)) ||
    threads.some(({ notes }) => notes.some((note) => isSame(note.body, note.position)))
  );
}
