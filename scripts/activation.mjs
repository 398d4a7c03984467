// Measures activation: loads the built extension beside a stand-in for the editor, activates it, and watches. It must
// make no request, read no secret and no state, start no process, and load neither the sandbox nor what a command,
// a log or a panel loads when it is first needed.
import dgram from 'node:dgram';
import childProcess from 'node:child_process';
import dns from 'node:dns';
import Module from 'node:module';
import net from 'node:net';
import { performance } from 'node:perf_hooks';
import { MessageChannel } from 'node:worker_threads';
import { readdir, readFile } from 'node:fs/promises';
import { main, Problem } from './lib/problem.mjs';

const DIST = new URL('../dist/', import.meta.url);
const EXTENSION = new URL('extension.mjs', DIST).href;
const asModule = (text) => `data:text/javascript,${encodeURIComponent(text)}`;
/** Parts that carry a name are entries of their own: somebody asks for them by `import()`. */
const isLazy = (url) => /\/dist\/parts\/(?!chunk-)/.test(url);
/** What happens late must be seen too: timers and promises of activation get so many milliseconds. */
const SETTLE_MS = 500;

await main(async () => {
  const seen = [];
  watch(net.Socket.prototype, 'connect', seen, 'opens a connection');
  watch(dns, 'lookup', seen, 'looks a name up');
  watch(dgram, 'createSocket', seen, 'opens a socket');
  for (const name of ['spawn', 'exec', 'execFile', 'fork'])
    watch(childProcess, name, seen, 'starts a process');

  const loaded = [];
  globalThis.switchyardEditor = editor(seen);
  await provideEditor(loaded);

  const started = performance.now();
  const extension = await import(EXTENSION);
  const loadedAt = performance.now();
  extension.activate(context(seen));
  const activatedAt = performance.now();
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

  const late = loaded.filter((url) => /sandbox/.test(url) || isLazy(url));
  if (late.length > 0) seen.push(`loads ${late.join(', ')}`);
  if (seen.length > 0) throw new Problem(`Activation ${[...new Set(seen)].join('; ')}.`);
  console.log(
    `Activation: no request, no secret, no state read, no process, no sandbox. ` +
      `Loaded in ${(loadedAt - started).toFixed(1)} ms, activated in ${(activatedAt - loadedAt).toFixed(1)} ms.`,
  );
  process.exit(0);
});

/** Gives what the bundle imports from `vscode`, and writes down which files are loaded. */
async function provideEditor(loaded) {
  const files = (await readdir(DIST, { recursive: true })).filter((name) => name.endsWith('.mjs'));
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, DIST), 'utf8')));
  const names = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']vscode["']/g)].flatMap(([, list]) =>
        list.split(',').map((one) => one.trim().split(/\s+as\s+/)[0]),
      ),
    ),
  );
  const stand = `export const { ${[...names].join(', ')} } = globalThis.switchyardEditor;`;
  const hooks = `let port;
    export const initialize = (given) => { port = given; };
    export async function resolve(name, context, next) {
      if (name === 'vscode') return { url: ${JSON.stringify(asModule(stand))}, shortCircuit: true };
      const found = await next(name, context);
      port.postMessage(found.url);
      return found;
    }`;
  const { port1, port2 } = new MessageChannel();
  port1.on('message', (url) => loaded.push(url)).unref();
  Module.register(asModule(hooks), { data: port2, transferList: [port2] });
}

/** Writes down each call of a function and then calls it. */
function watch(owner, name, seen, what) {
  const original = owner[name];
  owner[name] = function (...args) {
    seen.push(what);
    return original.apply(this, args);
  };
}

/** A context that tells on whoever reads from it. */
function context(seen) {
  const tells = (what, result) => () => {
    seen.push(what);
    return result;
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
    globalState: { get: tells('reads the state'), update: tells('writes the state', Promise.resolve()) },
    workspaceState: { get: tells('reads the state'), update: tells('writes the state', Promise.resolve()) },
  };
}

/** The editor as far as activation needs it: everything can be registered, nothing ever happens. */
function editor(seen) {
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
    workspace: { getConfiguration: () => ({ get: () => undefined }) },
    commands: {
      executeCommand: () => {
        seen.push('runs a command');
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
