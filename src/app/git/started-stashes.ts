import { type StartedStash, startedStashesSchema } from '../../schemas/stored/started-stashes';
import { StoredValue } from '../shared/stored-value';
import type { KeyValueStore } from '../shared/stores';

/** Maximum number of stored stashes. Those of repositories that are no longer opened are removed first. */
const MAX_STORED = 20;

/**
 * The names of stashes that check-outs create, from before the stash is created until the user has been informed about it.
 * If the window ends in between, the stash is found by its name at the next start.
 */
export class StartedStashes extends StoredValue<readonly StartedStash[]> {
  constructor(memory: KeyValueStore) {
    super(memory, 'started-stashes', (stored) => startedStashesSchema.parse(stored));
  }

  /** Must have ended before the stash is created. */
  begin(repository: string, name: string): Promise<void> {
    return this.#store([...this.current, { repository, name, isMissing: false }].slice(-MAX_STORED));
  }

  async end(name: string): Promise<void> {
    if (this.current.some((each) => each.name === name))
      await this.#store(this.current.filter((each) => each.name !== name));
  }

  /** Called at a start if a stash isn't in the list of its repository. It is forgotten the second time. */
  async setMissing(name: string): Promise<void> {
    const wasMissing = this.current.some((each) => each.name === name && each.isMissing);
    if (wasMissing) await this.end(name);
    else
      await this.#store(
        this.current.map((each) => (each.name === name ? { ...each, isMissing: true } : each)),
      );
  }

  #store(stashes: readonly StartedStash[]): Promise<void> {
    return this.write(stashes.length === 0 ? undefined : stashes);
  }
}
