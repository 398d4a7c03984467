import type { MergeRequest } from '../../schemas/merge-request';

/** What an edit was made of: enough to see whether somebody else has changed it since. */
export type EditBase = Pick<MergeRequest, 'title' | 'description' | 'updated_at'>;

/** Thrown before anything is sent where somebody else changed what is being edited since it was read. */
export class EditConflict extends Error {
  override readonly name = 'EditConflict';
  /** As it is on the server now. */
  readonly current: MergeRequest;

  constructor(current: MergeRequest) {
    super(`merge request ${current.iid} was changed since it was read`);
    this.current = current;
  }
}

interface Texts {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/** True where nobody changed the texts that an edit replaces. */
export function isUntouched(changes: Texts, before: EditBase, now: EditBase): boolean {
  return (
    (changes.title === undefined || before.title === now.title) &&
    (changes.description === undefined || (before.description ?? '') === (now.description ?? ''))
  );
}

/** True where the texts are those that an edit would make them: it may have arrived without a confirmation. */
export function isMade(changes: Texts, now: EditBase): boolean {
  return (
    (changes.title === undefined || changes.title === now.title) &&
    (changes.description === undefined || changes.description === (now.description ?? ''))
  );
}

/** What has to be added and taken away to come from one set of names to another. */
export function difference<T>(
  before: readonly T[],
  after: readonly T[],
): { readonly added: readonly T[]; readonly removed: readonly T[] } {
  return {
    added: after.filter((name) => !before.includes(name)),
    removed: before.filter((name) => !after.includes(name)),
  };
}
