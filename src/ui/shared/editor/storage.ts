import type { SecretStorage, Memento } from 'vscode';
import type { StateKey } from '../../../app/shared/stored-state';
import type { SecretStore, KeyValueStore } from '../../../app/shared/stores';
import type { Event } from '../../../base/emitter';
import type { Log } from '../../../base/log';

/** Prefixes in VS Code's secret storage: tokens by keys of accounts, and the list of accounts. */
export const TOKENS = 'switchyard.token:';
export const ACCOUNT_LISTS = 'switchyard.list:';

type Secrets = Pick<SecretStorage, 'get' | 'store' | 'delete'>;

/** Returns the secrets whose names start with the prefix. `onDidChange` fires with the name of a secret. */
export function secretStore(storage: Secrets, prefix: string, onDidChange: Event<string>): SecretStore {
  return {
    get: async (key) => storage.get(prefix + key),
    set: async (key, secret) => {
      await storage.store(prefix + key, secret);
    },
    delete: async (key) => {
      await storage.delete(prefix + key);
    },
    keys: async () =>
      (await allKeys(storage))
        ?.filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length)),
    onDidChange: (listener) =>
      onDidChange((key) => {
        if (key.startsWith(prefix)) listener(key.slice(prefix.length));
      }),
  };
}

/** Only newer versions of VS Code can list the names of secrets. */
async function allKeys(
  storage: Secrets & { readonly keys?: () => Thenable<unknown> },
): Promise<readonly string[] | undefined> {
  const keys: unknown = await storage.keys?.();
  return Array.isArray(keys) ? keys.filter((key): key is string => typeof key === 'string') : undefined;
}

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

/** Returns a memory after registering its keys for Settings Sync. */
export function synced<M>(
  state: { setKeysForSync(keys: readonly string[]): void },
  keys: readonly StateKey[],
  memory: M,
): M {
  state.setKeysForSync(keys);
  return memory;
}
