import type { KeyValueStore, Repositories, Repository, SecretStore } from '../../src/app/shared/stores';
import { Emitter } from '../../src/base/emitter';

/** A secret store with its secrets in a map that tests can read. */
export function heldSecrets(): SecretStore & { readonly held: Map<string, string> } {
  const held = new Map<string, string>();
  const changed = new Emitter<string>();
  return {
    held,
    get: (key) => Promise.resolve(held.get(key)),
    set: (key, secret) => {
      held.set(key, secret);
      changed.fire(key);
      return Promise.resolve();
    },
    delete: (key) => {
      held.delete(key);
      changed.fire(key);
      return Promise.resolve();
    },
    onDidChange: changed.event,
  };
}

type Held = ReadonlyMap<string, string>;

/** Returns the key of the stored token of an account on a server. */
export const tokenKeyIn = (held: Held, base: string): string =>
  [...held.keys()].find((key) => key.startsWith(`${base}#`)) ?? '';

/** Returns the stored token of an account on a server; undefined if there is none. */
export const tokenIn = (held: Held, base: string): string | undefined => held.get(tokenKeyIn(held, base));

/**
 * The secret stores of several windows, like in VS Code: one storage, and each change is announced to every
 * window.
 */
export function sharedSecrets() {
  const held = new Map<string, string>();
  const windows: Emitter<string>[] = [];
  const announce = (key: string): Promise<void> =>
    new Promise((resolve) => {
      setImmediate(() => {
        resolve();
        for (const window of windows) window.fire(key);
      });
    });
  return {
    held,
    window: (): SecretStore & { readonly keys: () => Promise<readonly string[]> } => {
      const changed = new Emitter<string>();
      windows.push(changed);
      return {
        get: (key) => Promise.resolve(held.get(key)),
        set: (key, secret) => {
          held.set(key, secret);
          return announce(key);
        },
        delete: (key) => {
          held.delete(key);
          return announce(key);
        },
        keys: () => Promise.resolve([...held.keys()]),
        onDidChange: changed.event,
      };
    },
  };
}

/** A key-value store with its values in a map that tests can read. */
export function heldMemory(): KeyValueStore & { readonly held: Map<string, unknown> } {
  const held = new Map<string, unknown>();
  return {
    held,
    onDidForget: new Emitter<string>().event,
    get: (key) => held.get(key),
    set: (key, value) => {
      held.set(key, value);
      return Promise.resolve();
    },
  };
}

/** Returns a workspace with one repository for each set of remotes. */
export function workspaceWith(...remotes: readonly Readonly<Record<string, string>>[]): Repositories {
  const repositories: Repository[] = remotes.map((named, index) => ({
    id: `repository ${index}`,
    name: `repository ${index}`,
    remotes: Object.entries(named).map(([name, url]) => ({ name, url })),
  }));
  return { list: () => Promise.resolve(repositories), onDidChange: new Emitter<void>().event };
}
