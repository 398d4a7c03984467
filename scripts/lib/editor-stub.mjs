// A stub of the editor, used to measure activation outside an editor.
import { readdir, readFile } from 'node:fs/promises';

/**
 * Returns the source of a module `vscode` that exports what the bundle in `folder` imports. The values come
 * from a global variable.
 */
export async function stubModule(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.mjs'));
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
  const names = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']vscode["']/g)].flatMap(([, list]) =>
        list.split(',').map((one) => one.trim().split(/\s+as\s+/)[0]),
      ),
    ),
  );
  return `export const { ${[...names].join(', ')} } = globalThis.switchyardEditor;`;
}

/** Returns an extension context that records accesses. */
export function context(seen) {
  const tells = (what, result) => () => {
    seen.push(what);
    return result;
  };
  const state = {
    get: (key) => void seen.push(`reads the state "${key}"`),
    update: tells('writes the state', Promise.resolve()),
  };
  return {
    subscriptions: [],
    extensionMode: 1,
    extension: { packageJSON: { version: '0.0.0' } },
    secrets: {
      get: tells('reads a secret', Promise.resolve(undefined)),
      keys: tells('reads a secret', Promise.resolve([])),
      onDidChange: () => ({ dispose() {} }),
    },
    globalState: state,
    workspaceState: state,
  };
}

/**
 * Returns an editor with the API that activation needs. Everything can be registered, but no event is ever
 * fired.
 */
export function editor(seen) {
  const disposable = { dispose() {} };
  const anything = () =>
    new Proxy(function () {}, {
      get: (_target, name) =>
        name === Symbol.toPrimitive ? () => '' : name === 'then' ? undefined : anything(),
      apply: () => disposable,
      construct: () => anything(),
    });
  const view = new Proxy({ visible: false }, { get: (target, name) => target[name] ?? (() => disposable) });
  const special = {
    window: {
      state: { focused: true },
      visibleTextEditors: [],
      createTreeView: () => view,
      createOutputChannel: () => anything(),
    },
    env: { language: 'en' },
    workspace: { textDocuments: [], getConfiguration: () => ({ get: () => undefined }) },
    commands: {
      executeCommand: (name, key) => {
        seen.push(name === 'setContext' ? `sets ${key}` : `runs the command ${name}`);
        return Promise.resolve();
      },
    },
    extensions: {
      getExtension: () => {
        seen.push('looks for another extension');
      },
    },
    ExtensionMode: { Production: 1, Development: 2, Test: 3 },
  };
  const over = (own) =>
    new Proxy(own, { get: (target, name) => (name in target ? target[name] : anything()) });
  return over(
    Object.fromEntries(
      Object.entries(special).map(([name, own]) => [name, typeof own === 'object' ? over(own) : own]),
    ),
  );
}
