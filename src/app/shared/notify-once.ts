import { storedNamesSchema } from '../../schemas/stored-value';
import type { StateKey } from './stored-state';
import type { KeyValueStore } from './stores';

/** So many things are remembered as told; then the oldest is told again. */
const MAX = 50;

/** Tells something about one thing the first time only, in whichever window that is. */
export async function notifyOnce(
  memory: KeyValueStore,
  key: StateKey,
  about: string,
  notify: () => void,
): Promise<void> {
  const told = storedNamesSchema.parse(memory.get(key));
  if (told.includes(about)) return;
  notify();
  await memory.set(key, [...told, about].slice(-MAX));
}
