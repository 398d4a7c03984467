// The browser of the page tests: one for each process, or the one that the runner started for all of them.
import { chromium } from 'playwright-core';
import { startBrowser } from '../../../scripts/lib/window.mjs';

let opening;

/** Returns the browser. Starts it, or connects to the shared one, when a test first needs it. */
export function openBrowser() {
  const { SWITCHYARD_TEST_BROWSER: endpoint } = process.env;
  opening ??= endpoint === undefined ? startBrowser() : chromium.connect(endpoint);
  return opening;
}

// A global value, because the hooks of Mocha are in another module graph.
(globalThis.closeAtEnd ??= []).push(async () => (await opening)?.close());
