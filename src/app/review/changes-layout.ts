import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { type ChangesLayout, changesLayoutSchema } from '../../schemas/stored-reviews';
import type { KeyValueStore } from '../shared/stores';

/** Under this name it is remembered, for each workspace its own. */
const MEMORY_KEY = 'changes-layout';

/** Whether changed files stand in their folders or one below the other. */
export class ChangesLayoutStore implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #changed = new Emitter<ChangesLayout>();

  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
  }

  get current(): ChangesLayout {
    return changesLayoutSchema.parse(this.#memory.get(MEMORY_KEY));
  }

  async set(layout: ChangesLayout): Promise<void> {
    const kept = this.#memory.set(MEMORY_KEY, layout);
    this.#changed.fire(layout);
    await kept;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
