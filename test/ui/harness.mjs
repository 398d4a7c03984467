// One workbench for a group of tests. Describe what the window is opened with; inside tests, use what it gives:
//
//   describe('the pipelines view', () => {
//     const window = workbench({ theme: 'dark', signedIn: 'maintainer' });
//     it('shows ...', async () => {
//       await window.openContainer();
//       await window.row(/unit-tests/).waitFor();
//       await window.shot('pipelines');
//     });
//   });
import { openNewcomer } from '../../scripts/lib/newcomer.mjs';
import { handsOn } from '../../scripts/lib/page-actions.mjs';
import { startBrowser } from '../../scripts/lib/window.mjs';
import { openWorkbench } from '../../scripts/lib/workbench.mjs';
import { accessibilityProblems, panelContent, panelFrame } from './panel-page.mjs';

const OPENING_MS = 90_000;
/** How long a locator waits for what it names. */
const PATIENCE_MS = 30_000;

/**
 * The themes that a group runs in whose tests hold the same in each: dark, and with `--all-themes` the others.
 * Groups whose tests depend on the theme name their themes themselves.
 */
export const THEMES =
  process.env.SWITCHYARD_ALL_THEMES === '1' ? ['dark', 'light', 'high-contrast'] : ['dark'];

let browser;

/**
 * Opens a workbench before the tests of this group and closes it after them; the options are those of `openWorkbench`.
 * Gives its `page`, `sandbox`, `workspace`, `shot(name)` and the helpers of `handsOn`, all there once a test runs.
 */
export const workbench = (options = {}) =>
  windowFrom((shared) => openWorkbench({ ...options, browser: shared }));

/** The same for the window of someone who has just installed the package; the options are those of `openNewcomer`. */
export const newcomer = (options = {}) =>
  windowFrom((shared) => openNewcomer({ ...options, browser: shared }));

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
      /** The page of the panel in front. */
      panel: () => panelFrame(opened.page),
      /** What stands in the way of those who hear it or use the keyboard, as sentences. */
      panelProblems: async () => accessibilityProblems(await panelContent(opened.page)),
      /** Waits until what is open was written down with something in it, as `iid:11`: then the window may be reloaded. */
      remembered: (pattern) => remembered(opened.page, 'memento/workbench.parts.editor', pattern),
      /** Waits until where the editors of texts that aren't files are scrolled to was written down with something in it. */
      scrolled: (pattern) => remembered(opened.page, 'memento/workbench.editors.textResourceEditor', pattern),
      /** Waits until the extension's state of the workspace was written down with something in it. */
      kept: (pattern) => remembered(opened.page, 'switchyard.switchyard', pattern),
    });
  });

  afterEach(async function () {
    if (this.currentTest.state !== 'failed') return;
    const name = this.currentTest.fullTitle().replace(/[^a-z0-9]+/gi, '-');
    const file = await window.shot(`failed-${name}`);
    console.log(`      what was seen: ${file}`);
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
 * Collects errors that nobody handled: those of the page and its panels, and rejections in the extension host, which the
 * editor writes to the console of the page.
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
 * The editor writes its state down when its window loses the focus, and otherwise once a minute at most. It is JSON in
 * JSON in JSON: the pattern knows of no quotes.
 */
const remembered = (page, key, pattern) =>
  page.evaluate(
    async ([stored, wanted]) => {
      const read = (request) =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
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
      for (;;) {
        turn(false);
        turn(true);
        const databases = await window.indexedDB.databases();
        const tabs = await Promise.all(databases.map(({ name }) => tabsIn(name)));
        if (tabs.some((text) => wanted.test(text.replaceAll(/["\\]/g, '')))) return;
        // Not with each frame: reading all of it takes time from the editor that is to write.
        await new Promise((resolve) => window.setTimeout(resolve, 100));
      }
    },
    [key, pattern],
  );

/** Ends what all groups share; scripts/ui.mjs calls it. */
export async function closeBrowser() {
  await browser?.close();
  browser = undefined;
}
