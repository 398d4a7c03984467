import type { Memento } from 'vscode';
import type { KeyValueStore } from '../../../app/shared/stores';
import type { Log } from '../../../base/log';

/** Returns VS Code's state storage as a `KeyValueStore`. Logs failures. */
export function mementoStore(state: Memento, log: Log): Pick<KeyValueStore, 'get' | 'set'> {
  return {
    get: (key) => state.get(key),
    set: async (key, value) => {
      try {
        await state.update(key, value);
      } catch (error) {
        log.error(`Couldn't store ${key}: ${String(error)}`);
        throw error;
      }
    },
  };
}
