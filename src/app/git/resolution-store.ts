import { conflictResolutionSchema, type StoredResolution } from '../../schemas/stored/conflict-resolution';
import { StoredValue } from '../shared/stored-value';
import type { KeyValueStore } from '../shared/stores';

/**
 * The merge request whose conflicts are being resolved in this workspace, and what to restore if that is
 * aborted. The state of the merge or rebase isn't stored, but read from git.
 */
export class ResolutionStore extends StoredValue<StoredResolution | undefined> {
  constructor(memory: KeyValueStore) {
    super(memory, 'conflict-resolution', (stored) => {
      const read = conflictResolutionSchema.safeParse(stored);
      return read.success ? read.data : undefined;
    });
  }

  /** True if conflicts are being resolved in a worktree. */
  uses(worktree: string): boolean {
    const place = this.current?.place;
    return place?.kind === 'worktree' && place.id === worktree;
  }

  override set(value: StoredResolution | undefined): Promise<void> {
    return super.set(value);
  }
}
