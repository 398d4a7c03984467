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
  await context.addInitScript(stopSpinning);
  return context.newPage();
}

/**
 * Stops the rotation of icons and progress bars in a page. Without a graphics card, each of them is drawn again
 * with its surroundings for each frame.
 */
function stopSpinning() {
  const sheet = new globalThis.CSSStyleSheet();
  sheet.replaceSync(
    '.codicon-modifier-spin, .codicon-modifier-spin::before, .progress-bit { animation: none !important; }',
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
