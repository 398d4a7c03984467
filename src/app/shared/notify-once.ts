import { storedNamesSchema } from '../../schemas/stored/stored-value';
import type { StateKey } from './stored-state';
import type { KeyValueStore } from './stores';

/** Maximum number of stored names. For older ones, the notification is repeated. */
const MAX = 50;

/** Calls `notify` only the first time for the given name, across all windows that share the state. */
export async function notifyOnce(
  memory: KeyValueStore,
  key: StateKey,
  about: string,
  notify: () => void,
): Promise<void> {
  const notified = storedNamesSchema.parse(memory.get(key));
  if (notified.includes(about)) return;
  notify();
  await memory.set(key, [...notified, about].slice(-MAX));
}
