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
import { handsOn } from '../../scripts/lib/hands.mjs';
import { openWorkbench } from '../../scripts/lib/workbench.mjs';
import { startBrowser } from '../../scripts/lib/window.mjs';
import { accessibilityProblems, panelContent, panelFrame } from './panel-page.mjs';

const OPENING_MS = 90_000;
/** How long a locator waits for what it names. */
const PATIENCE_MS = 30_000;

let browser;

/**
 * Opens a workbench before the tests of this group and closes it after them; the options are those of `openWorkbench`.
 * Gives its `page`, `sandbox`, `workspace`, `shot(name)` and the helpers of `handsOn`, all there once a test runs.
 */
export function workbench(options = {}) {
  const window = {};

  before(async function () {
    this.timeout(OPENING_MS);
    browser ??= await startBrowser();
    const opened = await openWorkbench({ ...options, browser });
    opened.page.setDefaultTimeout(PATIENCE_MS);
    Object.assign(window, opened, handsOn(opened.page), {
      /** The page of the panel in front. */
      panel: () => panelFrame(opened.page),
      /** What stands in the way of those who hear it or use the keyboard, as sentences. */
      panelProblems: async () => accessibilityProblems(await panelContent(opened.page)),
      /** Waits until what is open was written down with something in it, as `iid:11`: then the window may be reloaded. */
      remembered: (pattern) => remembered(opened.page, pattern),
    });
  });

  afterEach(async function () {
    if (this.currentTest.state !== 'failed') return;
    const name = this.currentTest.fullTitle().replace(/[^a-z0-9]+/gi, '-');
    const file = await window.shot(`failed-${name}`);
    console.log(`      what was seen: ${file}`);
  });

  after(async () => {
    await window.close?.();
  });

  return window;
}

/** The editor writes down what is open every few seconds, as JSON in JSON in JSON: the pattern knows of no quotes. */
const remembered = (page, pattern) =>
  page.evaluate(async (wanted) => {
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
        return String(await read(items.get('memento/workbench.parts.editor')));
      } finally {
        database.close();
      }
    };
    for (;;) {
      const databases = await window.indexedDB.databases();
      const tabs = await Promise.all(databases.map(({ name }) => tabsIn(name)));
      if (tabs.some((text) => wanted.test(text.replaceAll(/["\\]/g, '')))) return;
      await new Promise(window.requestAnimationFrame);
    }
  }, pattern);

/** Ends what all groups share; scripts/ui.mjs calls it. */
export async function closeBrowser() {
  await browser?.close();
  browser = undefined;
}
