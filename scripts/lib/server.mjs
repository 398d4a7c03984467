// A running test host: a Code-OSS server with separate data, in a process group that ends with the script.
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newConnectionToken } from './connection-token.mjs';
import { Problem } from './problem.mjs';
import { run, start } from './processes.mjs';
import { temporaryFolder } from './temporary.mjs';

/**
 * Settings for all windows that hide or disable features of the editor, so that only the extension is visible
 * and measured.
 */
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
  // Otherwise, the extension host lists the sockets of all processes every two seconds.
  'remote.autoForwardPortsSource': 'output',
  'window.autoDetectColorScheme': false,
};

/** The user decides whether to trust the folder. A dialog is shown, because the banner is easily missed. */
export const ASK_FOR_TRUST = { 'security.workspace.trust.startupPrompt': 'always' };
/** For windows without a user. The demo asks, like every editor. */
export const TRUST_EVERYTHING = { 'security.workspace.trust.enabled': false };

/** Settings for windows of tests that turn off features that no test uses. Those of Git start programs for each opened file. */
export const LESS_WORK = {
  'editor.minimap.enabled': false,
  'git.blame.statusBarItem.enabled': false,
  'git.decorations.enabled': false,
  'git.detectSubmodules': false,
  'scm.diffDecorations': 'none',
};
/**
 * An environment without extensions of the editor that no test uses. They would be started in each window or with the first
 * document of a language, some with a separate process.
 */
export const WITHOUT_UNUSED_EXTENSIONS = {
  VSCODE_SKIP_BUILTIN_EXTENSIONS: [
    'GitHub.copilot-chat',
    'ms-vscode.js-debug',
    'vscode.debug-auto-launch',
    'vscode.emmet',
    'vscode.extension-editing',
    'vscode.github',
    'vscode.markdown-language-features',
    'vscode.npm',
    'vscode.typescript-language-features',
  ].join(','),
};

const LISTENING = /Extension host agent listening on (\d+)/;

/** Writes the user settings, which the server reads when a window is opened. */
export const writeSettings = (dataDir, settings) =>
  writeUserFile(dataDir, 'settings.json', { ...QUIET_SETTINGS, ...settings });

/** Writes the user's key bindings. */
export const writeKeybindings = (dataDir, keybindings) =>
  writeUserFile(dataDir, 'keybindings.json', keybindings);

async function writeUserFile(dataDir, name, content) {
  const folder = path.join(dataDir, 'data/User');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, name), JSON.stringify(content, null, 2));
}

/**
 * Starts the server. `env` is added to the environment of the extension host. `driver` lets tests run in the
 * window, and disables notification toasts. With `trust`, the window asks whether to trust its folder. `graceSeconds`
 * limits how long the extension host of a closed window runs, in case the window couldn't end it.
 * Returns `origin`, `token` (required in requests), `stop`, `exited`, and `printed`.
 */
export async function startServer(
  host,
  { dataDir, extensionsDir, port = 0, env = {}, driver = false, trust = false, graceSeconds, onLine },
) {
  const { token, file: tokenFile, remove } = await newConnectionToken();
  // The server prints its URL with the token, which must not remain in logs.
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
    // Resolving the environment of the user's shell takes a second and isn't necessary.
    '--force-disable-user-env',
    '--server-data-dir',
    dataDir,
    ...(extensionsDir === undefined ? [] : ['--extensions-dir', extensionsDir]),
    ...(driver ? ['--enable-smoke-test-driver'] : []),
    ...(graceSeconds === undefined ? [] : ['--reconnection-grace-time', String(graceSeconds)]),
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
  // The server reads the file only once, for its first request.
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

/**
 * Returns the URL of a window that opens a folder, or of an empty window. `payload` is for tests: the
 * extension under development and the tests to run.
 */
export function windowAddress({ origin, token }, folder, payload) {
  const address = new URL(origin);
  // The server stores the token in a cookie and removes it from the URL.
  address.searchParams.set('tkn', token);
  if (folder === undefined) address.searchParams.set('ew', 'true');
  // A file with a list of folders is opened as a workspace.
  else address.searchParams.set(folder.endsWith('.code-workspace') ? 'workspace' : 'folder', folder);
  if (payload !== undefined) address.searchParams.set('payload', JSON.stringify(payload));
  // Slashes don't have to be escaped, and the URL is easier to read without escapes.
  return address.href.replaceAll('%2F', '/');
}

/**
 * Returns variables for a temporary folder that is deleted later and that only the owner can read. The server
 * and its extensions leave sockets and temporary files, some of which other users could read. Only on Linux,
 * because elsewhere the path would be too long for sockets.
 */
function ownFolder() {
  if (process.platform !== 'linux') return {};
  const folder = temporaryFolder(tmpdir(), 'sy-');
  return { XDG_RUNTIME_DIR: folder, TMPDIR: folder };
}

/**
 * Returns the script's environment without the variables of an editor in which the script runs, because the
 * host isn't part of that editor.
 */
function environment(extra) {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$)/.test(name),
  );
  return { ...Object.fromEntries(own), ...extra };
}
