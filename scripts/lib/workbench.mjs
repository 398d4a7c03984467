// A workbench for tests and screenshots: the packaged extension, a sandbox, and an open clone.
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { prepareHost } from './host.mjs';
import { OUT_DIR, ROOT, RUN_DIR } from './paths.mjs';
import { PSEUDO_LOCALE } from './pseudo-locale.mjs';
import { adminOf, cloneProject, environmentFor, startSandbox } from './sandbox.mjs';
import {
  ASK_FOR_TRUST,
  LESS_WORK,
  startServer,
  TRUST_EVERYTHING,
  windowAddress,
  WITHOUT_UNUSED_EXTENSIONS,
  writeKeybindings,
  writeSettings,
} from './server.mjs';
import { temporaryFolder } from './temporary.mjs';
import { installedExtensions, packageExtension, withPseudoLocale } from './vsix.mjs';
import { newPage, screenshotOf, startBrowser } from './window.mjs';

/** Fewer processes of the TypeScript extension: its results are rarely ready before a test ends. */
const LIGHT_LANGUAGE_SERVER = {
  'typescript.tsserver.useSyntaxServer': 'always',
  'typescript.disableAutomaticTypeAcquisition': true,
};

/** Folders in which the server stores data of windows: files of extensions, and the history of edited files. */
const STORED = ['globalStorage', 'workspaceStorage', 'History'];

/** Maximum time in seconds that the extension host of a closed window runs. */
const GRACE_SECONDS = 5;

const THEMES = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  'high-contrast': 'Default High Contrast',
  'high-contrast-light': 'Default High Contrast Light',
};

/**
 * Starts a sandbox and a server whose windows use it. Windows are opened one after the other, each with a new profile
 * and a new clone.
 *
 * - `signedIn`: the role whose token is in the extension's environment; false for none
 * - `sandboxFlags`: by default `--still --admin`, so that time only passes with `advance`
 * - `trust`: windows ask whether to trust the folder, as in the demo
 * - `pseudoLocale`: the extension's texts are in the pseudo-locale
 * - `isForTests`: without features of the editor that no test uses, and only screenshots are drawn
 */
export async function startWorkbenchServer({
  signedIn = 'maintainer',
  sandboxFlags = ['--still', '--admin'],
  trust = false,
  pseudoLocale = false,
  isForTests = false,
  onLine,
} = {}) {
  const folder = temporaryFolder(path.join(RUN_DIR, 'ui'), 'run-');
  const stops = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const host = await prepareHost();
    const [extensionsDir, sandbox] = await Promise.all([
      packageExtension()
        .then((vsix) => installedExtensions(host, vsix))
        .then((extensions) => (pseudoLocale ? withPseudoLocale(extensions) : extensions)),
      startSandbox(sandboxFlags),
    ]);
    stops.push(() => sandbox.stop());
    // The server reads the settings when a window is opened.
    const server = await startServer(host, {
      dataDir: folder,
      extensionsDir,
      env: { ...environmentFor(sandbox.info, signedIn), ...(isForTests ? WITHOUT_UNUSED_EXTENSIONS : {}) },
      trust,
      graceSeconds: GRACE_SECONDS,
      onLine,
    });
    stops.push(() => server.stop());
    const { info } = sandbox;
    return { folder, server, sandbox: { ...info, ...adminOf(info) }, trust, pseudoLocale, isForTests, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Opens a window of the server with a clone of a project, and waits until the extension's view container exists.
 *
 * - `theme`: `dark`, `light`, `high-contrast`, `high-contrast-light`, or a theme's full name
 * - `settings`: user settings in addition to `QUIET_SETTINGS`
 * - `keybindings`: key bindings of the user
 * - `project`: the project to clone and open
 */
export async function openWindow(
  { folder, server, sandbox, trust, pseudoLocale, isForTests },
  browser,
  { theme = 'dark', settings = {}, keybindings = [], project = 'acme/storefront', scale = 2 } = {},
) {
  const workspace = path.join(folder, project.split('/').at(-1));
  await Promise.all(
    STORED.map((name) => rm(path.join(folder, 'data/User', name), { recursive: true, force: true })),
  );
  await Promise.all([
    cloneProject(sandbox, project, workspace),
    writeSettings(folder, {
      ...(trust ? ASK_FOR_TRUST : TRUST_EVERYTHING),
      'workbench.colorTheme': THEMES[theme] ?? theme,
      ...LIGHT_LANGUAGE_SERVER,
      ...(isForTests ? LESS_WORK : {}),
      ...settings,
    }),
    writeKeybindings(folder, keybindings),
  ]);
  const page = await newPage(browser, { scale, isDrawn: !isForTests });
  const close = async () => {
    // The extension host only ends at once if the page is left before it is closed.
    await page.goto('about:blank').catch(() => undefined);
    await page.context().close();
  };
  try {
    // The editor's own texts stay in English, because it has no such translation.
    if (pseudoLocale)
      await page.addInitScript((name) => (globalThis._VSCODE_NLS_LANGUAGE = name), PSEUDO_LOCALE);
    await page.goto(windowAddress(server, workspace));
    await (pseudoLocale ? page.locator('.part.activitybar') : await ownContainer(page)).waitFor({
      timeout: 180_000,
    });
    return { page, sandbox, workspace, server, shot: shooter(page), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens a window of a new server. The options are those of `startWorkbenchServer` and `openWindow`. */
export async function openWorkbench(options = {}) {
  const starting = startBrowser();
  const stops = [() => starting.then((browser) => browser.close())];
  const close = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  try {
    const workbenchServer = await startWorkbenchServer(options);
    stops.push(() => workbenchServer.stop());
    const window = await openWindow(workbenchServer, await starting, options);
    stops.push(() => window.close());
    return { ...window, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Returns the extension's icon in the activity bar, or the first icon if the extension has no view container.
 */
export async function ownContainer(page) {
  const { contributes } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  const title = contributes?.viewsContainers?.activitybar?.[0]?.title;
  const tabs = page.locator('.part.activitybar').getByRole('tab');
  if (title === undefined) return tabs.first();
  return tabs.and(page.getByRole('tab', { name: await translated(title) })).first();
}

async function translated(text) {
  const key = /^%(.+)%$/.exec(text)?.[1];
  if (key === undefined) return text;
  return JSON.parse(await readFile(path.join(ROOT, 'package.nls.json'), 'utf8'))[key];
}

/** Returns a function that writes a screenshot to out/screenshots/NAME.png, or to a path that ends with .png. */
export function shooter(page) {
  return async (name, options = {}) => {
    const file = name.endsWith('.png')
      ? path.resolve(name)
      : path.join(OUT_DIR, 'screenshots', `${name}.png`);
    await mkdir(path.dirname(file), { recursive: true });
    await screenshotOf(page, { path: file, animations: 'disabled', caret: 'hide', ...options });
    return file;
  };
}
