// A running test host: a Code-OSS server with separate data, in a process group that ends with the script.
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newConnectionToken } from './connection-token.mjs';
import { Problem } from './problem.mjs';
import { run, start } from './processes.mjs';
import { temporaryFolder } from './temporary.mjs';

/** What every window of ours leaves out, so that nothing but the extension is seen or measured. */
export const QUIET_SETTINGS = {
  'chat.disableAIFeatures': true,
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'extensions.ignoreRecommendations': true,
  'extensions.autoCheckUpdates': false,
  'telemetry.telemetryLevel': 'off',
  'git.openRepositoryInParentFolders': 'never',
  'remote.autoForwardPorts': false,
  'window.autoDetectColorScheme': false,
};

/** A person decides whether the folder may run anything: by a dialog, because the banner alone is easily missed. */
export const ASK_FOR_TRUST = { 'security.workspace.trust.startupPrompt': 'always' };
/** For windows in which nobody is there to answer. The demo asks, as every editor does. */
export const TRUST_EVERYTHING = { 'security.workspace.trust.enabled': false };

const LISTENING = /Extension host agent listening on (\d+)/;

/** Writes the person's settings, which the server reads when a window opens. */
export async function writeSettings(dataDir, settings) {
  const folder = path.join(dataDir, 'data/User');
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, 'settings.json'),
    JSON.stringify({ ...QUIET_SETTINGS, ...settings }, null, 2),
  );
}

/**
 * Starts the server. `env` is what the extension host gets on top of this script's own. `driver` lets tests run in the
 * window, and takes away toasts. `trust`: the window asks whether its folder is trusted. Gives `origin`, `token` (what
 * requests have to carry), `stop`, `exited` and `printed`.
 */
export async function startServer(
  host,
  { dataDir, extensionsDir, port = 0, env = {}, driver = false, trust = false, onLine },
) {
  const { token, file: tokenFile, remove } = await newConnectionToken();
  // The server prints its address with the token, and logs outlive it.
  const masked = (text) => text.replaceAll(token, '…');
  const flags = [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--connection-token-file',
    tokenFile,
    '--accept-server-license-terms',
    '--disable-telemetry',
    ...(trust ? [] : ['--disable-workspace-trust']),
    // The person's shell has nothing to add, and asking it takes a second.
    '--force-disable-user-env',
    '--server-data-dir',
    dataDir,
    ...(extensionsDir === undefined ? [] : ['--extensions-dir', extensionsDir]),
    ...(driver ? ['--enable-smoke-test-driver'] : []),
  ];
  const server = start(host.node, [host.server, ...flags], {
    env: environment({ ...ownFolder(), ...env }),
    ...(onLine === undefined ? {} : { onLine: (line) => onLine(masked(line)) }),
  });
  const listening = (line) => {
    if (line.includes('EADDRINUSE'))
      throw new Problem(`Port ${port} is already in use. Choose another port.`);
    return LISTENING.exec(line)?.[1];
  };
  const bound = await server.waitFor(listening, { what: 'The test host' });
  const origin = `http://127.0.0.1:${bound}`;
  // The server reads the file at its first request and never again.
  const { status } = await fetch(origin);
  await remove();
  if (status !== 403) {
    await server.stop();
    throw new Problem(
      `The test host was stopped because it accepts requests without a token (status ${status}).`,
    );
  }
  return { ...server, printed: () => masked(server.printed()), origin, token };
}

/** Installs a packaged extension into a folder of extensions. */
export async function installExtension(host, extensionsDir, vsix) {
  const flags = ['--extensions-dir', extensionsDir, '--server-data-dir', path.join(extensionsDir, '.data')];
  await run(
    host.node,
    [host.server, ...flags, '--accept-server-license-terms', '--install-extension', vsix, '--force'],
    { env: environment({}), what: 'Installing the extension' },
  );
}

/** Where a window of the server opens a folder, or is empty without one. `payload` is for tests: what to develop and what to run. */
export function windowAddress({ origin, token }, folder, payload) {
  const address = new URL(origin);
  // The server takes it for a cookie and out of the address.
  address.searchParams.set('tkn', token);
  if (folder === undefined) address.searchParams.set('ew', 'true');
  // A file that lists folders is a workspace.
  else address.searchParams.set(folder.endsWith('.code-workspace') ? 'workspace' : 'folder', folder);
  if (payload !== undefined) address.searchParams.set('payload', JSON.stringify(payload));
  // A person may read it: slashes need no escape.
  return address.href.replaceAll('%2F', '/');
}

/**
 * The server and its extensions leave sockets and temporary files behind, some of which other users could read: they lie
 * in a folder of the owner's alone that is removed. Elsewhere its path would be too long for sockets.
 */
function ownFolder() {
  if (process.platform !== 'linux') return {};
  const folder = temporaryFolder(tmpdir(), 'sy-');
  return { XDG_RUNTIME_DIR: folder, TMPDIR: folder };
}

/** The script's environment without what an editor around it left there: the host is not part of that editor. */
function environment(extra) {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$)/.test(name),
  );
  return { ...Object.fromEntries(own), ...extra };
}
