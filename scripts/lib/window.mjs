// Windows of the test host in a headless Chromium.
import { chromium } from 'playwright-core';
import { BROWSER_FLAGS, findBrowser } from './browser.mjs';

const SIZE = { width: 1400, height: 900 };

/** Starts the browser. Playwright closes it when the script ends. */
export async function startBrowser() {
  return chromium.launch({ executablePath: await findBrowser(), args: BROWSER_FLAGS });
}

/** Opens a window without stored state. `isDrawn: false`: only screenshots are drawn. */
export async function newPage(browser, { scale = 1, isDrawn = true } = {}) {
  const context = await browser.newContext({
    viewport: SIZE,
    deviceScaleFactor: scale,
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  await context.addInitScript(stopSpinning);
  if (!isDrawn) await context.addInitScript(makeTransparent);
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

/**
 * Makes a page transparent, so that the browser doesn't draw it, which takes much CPU time without a graphics card. Unlike
 * hidden elements, transparent ones have sizes, receive clicks, and can have the focus.
 */
function makeTransparent() {
  if (globalThis.top !== globalThis) return;
  const sheet = new globalThis.CSSStyleSheet();
  sheet.replaceSync('html { opacity: 0; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Takes a screenshot of a page, also if it isn't drawn otherwise. */
export async function screenshotOf(page, options) {
  const draw = (opacity) =>
    page.evaluate((value) => (document.documentElement.style.opacity = value), opacity);
  await draw('1');
  try {
    await page.screenshot(options);
  } finally {
    await draw('');
  }
}
