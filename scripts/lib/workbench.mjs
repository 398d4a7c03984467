// A workbench for tests and screenshots: the packaged extension, a sandbox, and an open clone.
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { prepareHost } from './host.mjs';
import { OUT_DIR, ROOT, RUN_DIR } from './paths.mjs';
import { PSEUDO_LOCALE } from './pseudo-locale.mjs';
import { adminOf, cloneProject, environmentFor, startSandbox } from './sandbox.mjs';
import {
  ASK_FOR_TRUST,
  startServer,
  TRUST_EVERYTHING,
  windowAddress,
  writeKeybindings,
  writeSettings,
} from './server.mjs';
import { temporaryFolder } from './temporary.mjs';
import { installedExtensions, packageExtension, withPseudoLocale } from './vsix.mjs';
import { newPage, startBrowser } from './window.mjs';

/** Fewer processes of the TypeScript extension: its results are rarely ready before a test ends. */
const LIGHT_LANGUAGE_SERVER = {
  'typescript.tsserver.useSyntaxServer': 'always',
  'typescript.disableAutomaticTypeAcquisition': true,
};

const THEMES = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  'high-contrast': 'Default High Contrast',
  'high-contrast-light': 'Default High Contrast Light',
};

/**
 * Opens a workbench with a clone of the demo project and waits until the extension's view container exists.
 *
 * - `theme`: `dark`, `light`, `high-contrast`, `high-contrast-light`, or a theme's full name
 * - `signedIn`: the role whose token is in the extension's environment; false for none
 * - `settings`: user settings in addition to `QUIET_SETTINGS`
 * - `keybindings`: key bindings of the user
 * - `sandboxFlags`: by default `--still --admin`, so that time only passes with `advance`
 * - `project`: the project to clone and open
 * - `trust`: the window asks whether to trust the folder, as in the demo
 * - `pseudoLocale`: the extension's texts are in the pseudo-locale
 */
export async function openWorkbench({
  theme = 'dark',
  signedIn = 'maintainer',
  settings = {},
  keybindings = [],
  sandboxFlags = ['--still', '--admin'],
  project = 'acme/storefront',
  trust = false,
  pseudoLocale = false,
  browser: given,
  scale = 2,
  onLine,
} = {}) {
  const folder = temporaryFolder(path.join(RUN_DIR, 'ui'), 'run-');
  const workspace = path.join(folder, project.split('/').at(-1));
  const stops = [];
  const close = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };

  try {
    const starting = given === undefined ? startBrowser() : undefined;
    if (starting !== undefined) stops.push(() => starting.then((each) => each.close()));
    const host = await prepareHost();
    const [extensionsDir, sandbox] = await Promise.all([
      packageExtension()
        .then((vsix) => installedExtensions(host, vsix))
        .then((extensions) => (pseudoLocale ? withPseudoLocale(extensions) : extensions)),
      startSandbox(sandboxFlags),
    ]);
    stops.push(() => sandbox.stop());
    const colorTheme = THEMES[theme] ?? theme;
    await Promise.all([
      cloneProject(sandbox.info, project, workspace),
      writeSettings(folder, {
        ...(trust ? ASK_FOR_TRUST : TRUST_EVERYTHING),
        'workbench.colorTheme': colorTheme,
        ...LIGHT_LANGUAGE_SERVER,
        ...settings,
      }),
      writeKeybindings(folder, keybindings),
    ]);
    const server = await startServer(host, {
      dataDir: folder,
      extensionsDir,
      env: environmentFor(sandbox.info, signedIn),
      trust,
      onLine,
    });
    stops.push(() => server.stop());

    const page = await newPage(given ?? (await starting), { scale });
    stops.push(() => page.context().close());
    // The editor's own texts stay in English, because it has no such translation.
    if (pseudoLocale)
      await page.addInitScript((name) => (globalThis._VSCODE_NLS_LANGUAGE = name), PSEUDO_LOCALE);
    await page.goto(windowAddress(server, workspace));
    await (pseudoLocale ? page.locator('.part.activitybar') : await ownContainer(page)).waitFor({
      timeout: 180_000,
    });
    const { info } = sandbox;
    return { page, sandbox: { ...info, ...adminOf(info) }, workspace, server, shot: shooter(page), close };
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

/**
 * Returns a function that writes a screenshot to out/screenshots/NAME.png, or to a path that ends with .png.
 */
export function shooter(page) {
  return async (name, options = {}) => {
    const file = name.endsWith('.png')
      ? path.resolve(name)
      : path.join(OUT_DIR, 'screenshots', `${name}.png`);
    await mkdir(path.dirname(file), { recursive: true });
    await page.screenshot({ path: file, animations: 'disabled', caret: 'hide', ...options });
    return file;
  };
}
