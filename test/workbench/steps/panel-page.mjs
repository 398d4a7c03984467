// The page of a panel in a workbench.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The page of the active panel in a workbench. */
export const panelFrame = (page) =>
  page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');

/** Runs axe in a page or frame of a browser. Returns the violations as sentences. */
export async function accessibilityProblems(frame) {
  await frame.evaluate(await readFile(require.resolve('axe-core'), 'utf8'));
  const { violations } = await frame.evaluate(() =>
    window.axe.run(document, { resultTypes: ['violations'] }),
  );
  return violations.map(({ help, nodes }) => `${help}: ${nodes.map(({ target }) => target).join(', ')}`);
}

/** The same page as a frame, for `accessibilityProblems`. */
export async function panelContent(page) {
  const outer = await page.locator('iframe.webview.ready').elementHandle();
  const inner = await (await outer.contentFrame()).locator('iframe#active-frame').elementHandle();
  return inner.contentFrame();
}
