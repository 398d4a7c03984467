// Measures activation: loads the built extension beside a stand-in for the editor, activates it, and watches. It must
// make no request, read no secret and no state, start no process and not load the sandbox.
import dgram from 'node:dgram';
import childProcess from 'node:child_process';
import dns from 'node:dns';
import Module, { createRequire } from 'node:module';
import net from 'node:net';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { main, Problem } from './lib/problem.mjs';

const EXTENSION = fileURLToPath(new URL('../dist/extension.js', import.meta.url));
/** What happens late must be seen too: timers and promises of activation get so many milliseconds. */
const SETTLE_MS = 500;

await main(async () => {
  const seen = [];
  watch(net.Socket.prototype, 'connect', seen, 'opens a connection');
  watch(dns, 'lookup', seen, 'looks a name up');
  watch(dgram, 'createSocket', seen, 'opens a socket');
  for (const name of ['spawn', 'exec', 'execFile', 'fork'])
    watch(childProcess, name, seen, 'starts a process');

  const load = Module._load;
  const loaded = [];
  Module._load = function (request, ...rest) {
    loaded.push(request);
    return request === 'vscode' ? editor(seen) : load.call(this, request, ...rest);
  };

  const require = createRequire(import.meta.url);
  const started = performance.now();
  const extension = require(EXTENSION);
  const loadedAt = performance.now();
  extension.activate(context(seen));
  const activatedAt = performance.now();
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

  const sandbox = [...loaded, ...Object.keys(require.cache)].filter((name) => /sandbox/.test(name));
  if (sandbox.length > 0) seen.push(`loads ${sandbox.join(', ')}`);
  if (seen.length > 0) throw new Problem(`Activation ${[...new Set(seen)].join('; ')}.`);
  console.log(
    `Activation: no request, no secret, no state read, no process, no sandbox. ` +
      `Loaded in ${(loadedAt - started).toFixed(1)} ms, activated in ${(activatedAt - loadedAt).toFixed(1)} ms.`,
  );
  process.exit(0);
});

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
    window: { state: { focused: true }, createTreeView: () => view, createOutputChannel: () => anything() },
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
