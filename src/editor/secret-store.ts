import type { SecretStorage } from 'vscode';
import type { SecretStore } from '../app/ports';

/** Tokens lie in the editor's secret storage, each under the address of its server. */
const PREFIX = 'switchyard.token:';

export function secretStore(storage: SecretStorage): SecretStore {
  return {
    get: async (key) => storage.get(PREFIX + key),
    set: async (key, secret) => {
      await storage.store(PREFIX + key, secret);
    },
    delete: async (key) => {
      await storage.delete(PREFIX + key);
    },
    onDidChange: (listener) =>
      storage.onDidChange(({ key }) => {
        if (key.startsWith(PREFIX)) listener(key.slice(PREFIX.length));
      }),
  };
}
