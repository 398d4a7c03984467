// Windows of the test host in a headless Chromium.
import { chromium } from 'playwright-core';
import { BROWSER_FLAGS, findBrowser } from './browser.mjs';

const SIZE = { width: 1400, height: 900 };

/** Starts the browser. It ends with the script: Playwright sees to that. */
export async function startBrowser() {
  return chromium.launch({ executablePath: await findBrowser(), args: BROWSER_FLAGS });
}

/** A fresh window: nothing of an earlier one is remembered. */
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
