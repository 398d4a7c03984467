import type { MergeRequest } from '../../schemas/merge-request';

/** The version of a merge request that an edit is based on, used to detect conflicting changes. */
export type EditBase = Pick<MergeRequest, 'title' | 'description' | 'updated_at'>;

/** Thrown before a request is sent if the text to be edited was changed on the server since it was read. */
export class EditConflictError extends Error {
  override readonly name = 'EditConflictError';
  /** The merge request as it is on the server now. */
  readonly current: MergeRequest;

  constructor(current: MergeRequest) {
    super(`merge request ${current.iid} was changed since it was read`);
    this.current = current;
  }
}

/** Thrown before a request is sent if a comment was changed on the server since the user started to edit it. */
export class CommentConflictError extends Error {
  override readonly name = 'CommentConflictError';

  constructor() {
    super('the comment was changed since it was read');
  }
}

interface Texts {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/**
 * True if the texts that an edit replaces haven't changed on the server. Compares the texts, because two changes
 * can have the same time.
 */
export function isUntouched(changes: Texts, before: Omit<EditBase, 'updated_at'>, now: EditBase): boolean {
  return (
    (changes.title === undefined || before.title === now.title) &&
    (changes.description === undefined || (before.description ?? '') === (now.description ?? ''))
  );
}

/**
 * True if the server's texts equal those of the edit. This is the case if the edit succeeded but its response
 * was lost.
 */
export function isApplied(changes: Texts, now: EditBase): boolean {
  return (
    (changes.title === undefined || changes.title === now.title) &&
    (changes.description === undefined || changes.description === (now.description ?? ''))
  );
}

/** Returns the items to add to and to remove from `before` to get `after`. */
export function difference<T>(
  before: readonly T[],
  after: readonly T[],
): { readonly added: readonly T[]; readonly removed: readonly T[] } {
  return {
    added: after.filter((name) => !before.includes(name)),
    removed: before.filter((name) => !after.includes(name)),
  };
}
