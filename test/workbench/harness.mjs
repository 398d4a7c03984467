// Opens one workbench for a group of tests. Example:
//
//   describe('pipelines view', () => {
//     const window = workbench({ theme: 'dark', signedIn: 'maintainer' });
//     it('shows ...', async () => {
//       await window.openContainer();
//       await window.row(/unit-tests/).waitFor();
//     });
//   });
import { openNewcomer } from '../../scripts/lib/newcomer.mjs';
import { handsOn } from '../../scripts/lib/page-actions.mjs';
import { startBrowser } from '../../scripts/lib/window.mjs';
import { openWindow, startWorkbenchServer } from '../../scripts/lib/workbench.mjs';
import { accessibilityProblems, panelContent, panelFrame } from './steps/panel-page.mjs';
import { printFailure } from './window/failure.mjs';
import { restoreWindow, RESTORING_KEY } from './window/restored-window.mjs';

const OPENING_MS = 180_000;
/** Maximum wait of a locator. */
const PATIENCE_MS = 90_000;

/** Returns the themes in which a test runs: dark, or all that it names with `--full` or `--all-themes`. */
export const themesOf = (...names) => (process.env.SWITCHYARD_ALL_THEMES === '1' ? names : ['dark']);

/** Themes for groups whose tests are the same in every theme. */
export const THEMES = themesOf('dark', 'light', 'high-contrast');

/** Defines a test that only `npm run test:full` runs, and a run of its file by name. */
export function itInFull(title, test) {
  if (process.env.SWITCHYARD_ALL_CASES === '1') it(title, test);
}

/** Software renders each pixel, so twice the resolution would need about 40% more CPU time. */
const SCALE = 1;

let browser;
/** Running servers, by their options as JSON. Groups of tests with the same options share a server. */
const servers = new Map();

/**
 * Opens a window before the tests of the group and closes it after them: `signedIn` is an option of
 * `startWorkbenchServer`, the others are those of `openWindow`. The demo data, the clone, and the profile are new.
 * Returns an object that has `page`, `sandbox`, `workspace`, `shot(name)`, and the helpers of `handsOn` as soon as a test
 * runs. Between tests, the initial state of the window is restored. Rows stay expanded, and data of the sandbox stays
 * changed: tests that change data use different data.
 */
export function workbench({ theme = 'dark', signedIn = 'maintainer', settings, project } = {}) {
  const window = windowFrom(async (shared) =>
    openWindow(await serverFor({ signedIn }), shared, {
      theme,
      settings,
      project,
      keybindings: [RESTORING_KEY],
      scale: SCALE,
    }),
  );
  let used = false;
  let currentTheme = theme;

  before(() => {
    const { changeTheme } = window;
    window.changeTheme = async (name) => {
      if (name === currentTheme) return;
      await changeTheme(name);
      currentTheme = name;
    };
  });

  beforeEach(async () => {
    if (used) await restoreWindow(window, theme);
    used = true;
  });

  return window;
}

/**
 * Opens a window with a new installation of the package, without `sandbox`. The options are those of `openNewcomer`.
 */
export const newcomer = (options = {}) =>
  windowFrom((shared) => openNewcomer({ ...options, browser: shared, scale: SCALE, isDrawn: false }));

/** Returns a server with its initial demo data. */
async function serverFor(options) {
  const key = JSON.stringify(options);
  const known = servers.get(key);
  if (known !== undefined) {
    // A new comment is from "just now".
    await known.sandbox.reset({ at: Date.now() });
    await known.sandbox.clearFaults();
    await known.sandbox.clearRequests();
    return known;
  }
  const started = await startWorkbenchServer({ ...options, isForTests: true });
  servers.set(key, started);
  return started;
}

function windowFrom(open) {
  const window = {};
  let faults = [];

  before(async function () {
    this.timeout(OPENING_MS);
    browser ??= await startBrowser();
    const opened = await open(browser);
    opened.page.setDefaultTimeout(PATIENCE_MS);
    faults = faultsOf(opened.page);
    Object.assign(window, opened, handsOn(opened.page), {
      /** The page of the active panel. */
      panel: () => panelFrame(opened.page),
      /** Accessibility problems of the panel, as sentences. */
      panelProblems: async () => accessibilityProblems(await panelContent(opened.page)),
      /**
       * Waits until the saved editor state matches, for example `iid:11`. The window can be reloaded
       * afterwards.
       */
      remembered: (pattern) => remembered(opened.page, 'memento/workbench.parts.editor', pattern),
      /** Waits until the saved scroll positions of virtual documents match. */
      scrolled: (pattern) => remembered(opened.page, 'memento/workbench.editors.textResourceEditor', pattern),
      /** Waits until the extension's saved workspace state matches. */
      kept: (pattern) => remembered(opened.page, 'switchyard.switchyard', pattern),
    });
  });

  afterEach(async function () {
    const { shot, sandbox } = window;
    // The state is undefined if a hook before the test has failed.
    if (this.currentTest.state !== 'passed')
      await printFailure(this.currentTest, { shot, requests: sandbox?.requests });
  });

  afterEach(() => {
    const found = faults.splice(0);
    if (found.length > 0) throw new Error(`Errors that nobody handled:\n${found.join('\n')}`);
  });

  after(async () => {
    await window.close?.();
  });

  return window;
}

/**
 * Collects unhandled errors: those of the page and its panels, and rejections in the extension host, which
 * the editor writes to the console of the page.
 */
function faultsOf(page) {
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.stack ?? String(error)));
  page.on('console', (message) => {
    const text = message.text();
    if (/rejected promise not handled|^%c\s*ERR.*\/switchyard\.switchyard-[\d.]+\//s.test(text))
      faults.push(text);
  });
  return faults;
}

/**
 * The editor saves its state when its window loses focus, and otherwise at most once a minute. The state is
 * nested JSON, so quotes and backslashes are removed before matching.
 */
const remembered = (page, key, pattern) =>
  page.evaluate(
    async ([stored, wanted]) => {
      const read = (request) =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const limited = (reading, milliseconds) =>
        Promise.race([
          reading,
          new Promise((resolve, reject) =>
            window.setTimeout(() => reject(new Error('The database did not answer')), milliseconds),
          ),
        ]);
      const tabsIn = async (name) => {
        const database = await read(window.indexedDB.open(name));
        try {
          if (!database.objectStoreNames.contains('ItemTable')) return '';
          const items = database.transaction('ItemTable').objectStore('ItemTable');
          return String(await read(items.get(stored)));
        } finally {
          database.close();
        }
      };
      const turn = (focused) => {
        if (focused) delete document.hasFocus;
        else document.hasFocus = () => false;
        document.dispatchEvent(new window.Event('visibilitychange'));
      };
      // The failure shows what was saved, instead of only the limit of the test.
      const end = Date.now() + 60_000;
      for (;;) {
        turn(false);
        turn(true);
        const databases = await window.indexedDB.databases();
        const tabs = await Promise.all(databases.map(({ name }) => limited(tabsIn(name), 10_000)));
        const texts = tabs.map((text) => text.replaceAll(/["\\]/g, ''));
        if (texts.some((text) => wanted.test(text))) return;
        if (Date.now() > end)
          throw new Error(`${stored} doesn't match ${wanted}: ${texts.join(' ').slice(0, 2_000)}`);
        // Not on every frame: reading everything would slow down the editor that has to save its state.
        await new Promise((resolve) => window.setTimeout(resolve, 100));
      }
    },
    [key, pattern],
  );

/** Closes the browser and the servers. */
export async function closeAll() {
  await browser?.close();
  await Promise.all([...servers.values()].map((server) => server.stop()));
}
