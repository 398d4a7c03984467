import type { Memento } from 'vscode';
import type { KeyValueStore } from '../app/ports';

/** Plain facts between sessions: the editor's own state storage. */
export function memory(state: Memento): KeyValueStore {
  return {
    get: (key) => state.get(key),
    set: async (key, value) => {
      await state.update(key, value);
    },
  };
}

/** The same, with names whose values the editor's settings sync may carry to a person's other computers. */
export function syncedMemory(
  state: Memento & { setKeysForSync(keys: readonly string[]): void },
  keys: readonly string[],
): KeyValueStore {
  state.setKeysForSync(keys);
  return memory(state);
}
