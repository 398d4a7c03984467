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
