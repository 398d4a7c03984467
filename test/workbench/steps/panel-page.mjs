// The page of a panel: finds it in a workbench, and opens it in a browser without an editor.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { ROOT } from '../../../scripts/lib/paths.mjs';
import { newPage } from '../../../scripts/lib/window.mjs';

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

/** Functions of `src/presentation` that make pages. */
export async function pageMakers() {
  const { outputFiles } = await build({
    stdin: {
      contents: `export * from './src/presentation/shared/html'; export * from './src/presentation/shared/forms/form-page'; export * from './src/presentation/shared/markdown/markdown';`,
      resolveDir: ROOT,
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

/**
 * Opens a panel page without an editor. `post` sends a message as the host would, `heard` has the messages
 * from the page, and `state` returns its saved state. `again` reopens the page with that state, as after a
 * reload of the window.
 */
export async function openPage(browser) {
  const page = await newPage(browser, { scale: 1 });
  page.setDefaultTimeout(10_000);
  const { outputFiles } = await build({
    entryPoints: [path.join(ROOT, 'src/webviews/panel.ts'), path.join(ROOT, 'src/webviews/panel.css')],
    bundle: true,
    write: false,
    format: 'iife',
    outdir: 'out',
  });
  const [script, styles] = outputFiles.map(({ text }) => text);
  const heard = [];
  await page.exposeFunction('hearPage', (message) => {
    heard.push(message);
  });
  const open = async (state) => {
    await page.goto('about:blank');
    await page.setContent(
      `<!doctype html><html lang="en"><title>Panel</title><style>${styles}</style><main id="page" data-kept='{"iid":5}' data-word-remove="Remove {0}" data-word-removed="{0} removed" data-word-nothing="No results" data-word-unadded="Select one of the suggestions, or clear the field."></main><p id="said" role="status"></p><p id="heard" role="status"></p></html>`,
    );
    await page.evaluate((kept) => {
      window.kept = kept;
      window.acquireVsCodeApi = () => ({
        postMessage: (message) => window.hearPage(message),
        getState: () => window.kept,
        setState: (next) => (window.kept = next),
      });
    }, state);
    await page.addScriptTag({ content: script });
  };
  const state = () => page.evaluate(() => window.kept);
  await open(undefined);
  return {
    page,
    heard,
    state,
    // Resolves when the page has handled the message: a key that is pressed afterward must not arrive before it.
    post: (message) =>
      page.evaluate(
        (data) =>
          new Promise((resolve) => {
            window.addEventListener('message', () => resolve(undefined), { once: true });
            window.postMessage(data, '*');
          }),
        message,
      ),
    again: async () => open(await state()),
    close: () => page.context().close(),
  };
}
