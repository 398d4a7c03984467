// Windows of the test host in a headless Chromium.
import { chromium } from 'playwright-core';
import { BROWSER_FLAGS, findBrowser } from './browser.mjs';

const SIZE = { width: 1400, height: 900 };

/** Starts the browser. Playwright closes it when the script ends. */
export async function startBrowser() {
  return chromium.launch({ executablePath: await findBrowser(), args: BROWSER_FLAGS });
}

/** Opens a window without stored state. */
export async function newPage(browser, { scale = 1 } = {}) {
  const context = await browser.newContext({
    viewport: SIZE,
    deviceScaleFactor: scale,
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  return context.newPage();
}
