// A browser tab that shows pages of panels with their document, script, styles, and content security policy. It provides
// what VS Code provides: the functions for messages and state, colors of a theme, and default styles.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { ROOT } from '../../../scripts/lib/paths.mjs';
import { shell } from '../../../src/ui/shared/panels/panel-shell.ts';
import { openBrowser } from './browser.mjs';
import { DEFAULT_STYLES, THEMES } from './themes.mjs';

const require = createRequire(import.meta.url);

const ORIGIN = 'https://panel.example';
/** The size of a page beside the side bar of a window. */
const PAGE_SIZE = { width: 1045, height: 800 };
const MAX_WAIT_MS = 10_000;

let bundle;
/** The script and styles of pages, by file name. */
const filesOfPages = () => (bundle ??= buildFiles());

async function buildFiles() {
  const { outputFiles } = await build({
    entryPoints: ['panel.ts', 'panel.css'].map((name) => path.join(ROOT, 'src/webviews', name)),
    bundle: true,
    write: false,
    format: 'iife',
    outdir: 'out',
  });
  return new Map(outputFiles.map((file) => [path.basename(file.path), file.text]));
}

let axe;
const axeSource = () => (axe ??= readFile(require.resolve('axe-core'), 'utf8'));

/** Opens a tab. Its pages have no access to the network. */
export async function openTab() {
  const browser = await openBrowser();
  const context = await browser.newContext({
    viewport: PAGE_SIZE,
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(MAX_WAIT_MS);
  const files = await filesOfPages();
  /** The shown document, and who receives its messages. */
  let shown = { url: '', html: '', receive: () => undefined };
  let number = 0;
  let theme = 'dark';
  /** URLs outside of the page that it tried to load. */
  const outside = [];
  /** Errors of the script that nothing handled. */
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.stack ?? String(error)));
  await context.route('**/*', async (route) => {
    const url = route.request().url();
    if (url === shown.url)
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body: shown.html });
    const name = path.posix.basename(new URL(url).pathname);
    const body = url.startsWith(`${ORIGIN}/files/`) ? files.get(name) : undefined;
    if (body === undefined) {
      outside.push(url);
      return route.abort();
    }
    return route.fulfill({ contentType: name.endsWith('.css') ? 'text/css' : 'text/javascript', body });
  });
  await context.exposeFunction('sendToPanel', (url, { bytes, ...message }) => {
    if (url !== shown.url) return;
    shown.receive(
      bytes === undefined
        ? message
        : { ...message, file: { ...message.file, data: new Uint8Array(bytes).buffer } },
    );
  });
  await page.addInitScript(provideEditor, DEFAULT_STYLES);
  const load = async () => {
    await page.goto(shown.url);
    await page.evaluate(applyTheme, THEMES[theme]);
  };
  const state = () => page.evaluate(() => window.storedState());
  /** Waits until the condition is met. Checks it after each frame of the page. */
  const until = async (condition) => {
    const end = performance.now() + MAX_WAIT_MS;
    while (!(await condition())) {
      if (performance.now() > end) throw new Error(`The condition isn't met: ${condition}`);
      await page.evaluate(() => new Promise((resolve) => window.requestAnimationFrame(resolve)));
    }
  };
  return {
    page,
    outside,
    errors,
    /** The URL of the page, to which its stored state belongs. */
    get url() {
      return shown.url;
    },
    /** Shows a page, by default a new one without stored state. `kept`: the key of the panel. */
    show: async (kept, receive, url) => {
      number += 1;
      const fileUrl = (name) => `${ORIGIN}/files/${name}`;
      const html = shell({ fileUrl, styleSource: ORIGIN }, kept);
      shown = { url: url ?? `${ORIGIN}/${number}`, html, receive };
      await load();
    },
    /** Loads the page again with its stored state, as VS Code does for a page that was hidden. */
    reload: load,
    /** Unloads the page, as VS Code does when it is hidden. Its state is kept. */
    unload: () => page.goto('about:blank'),
    /** Sends a message to the page. Resolves when the page has handled it. */
    post: (message) =>
      page.evaluate((data) => {
        window.dispatchEvent(new window.MessageEvent('message', { data }));
      }, message),
    /** The state that the page stored. */
    state,
    until,
    /** Waits until the stored state of the page matches. */
    stored: (pattern) => until(async () => pattern.test(JSON.stringify(await state()))),
    changeTheme: async (name) => {
      theme = name;
      if (shown.url !== '') await page.evaluate(applyTheme, THEMES[name]);
    },
    resize: (width) => page.setViewportSize({ ...PAGE_SIZE, width }),
    resetSize: () => page.setViewportSize(PAGE_SIZE),
    /** Accessibility problems of the page, as sentences. */
    problems: async () => {
      if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axeSource());
      const { violations } = await page.evaluate(() =>
        window.axe.run(document, { resultTypes: ['violations'] }),
      );
      return violations.map(({ help, nodes }) => `${help}: ${nodes.map(({ target }) => target).join(', ')}`);
    },
    /** The width of the content, and of its visible part. */
    widths: () =>
      page.evaluate(() => ({ content: document.body.scrollWidth, visible: document.body.clientWidth })),
    close: () => context.close(),
  };
}

/** Runs in the browser before the page's script. State is stored for each URL. */
function provideEditor(styles) {
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [sheet];
  const { href } = window.location;
  window.storedState = () => JSON.parse(window.sessionStorage.getItem(href)) ?? undefined;
  window.acquireVsCodeApi = () => ({
    postMessage: (message) => {
      const { data, ...file } = message.file ?? {};
      const sent = data === undefined ? message : { ...message, file, bytes: [...new Uint8Array(data)] };
      window.sendToPanel(href, sent);
    },
    getState: window.storedState,
    setState: (state) => window.sessionStorage.setItem(href, JSON.stringify(state)),
  });
}

/** Runs in the browser: sets what VS Code sets on the elements of the document. */
function applyTheme({ kind, variables }) {
  document.body.className = kind;
  for (const [name, value] of variables) {
    if (value === undefined) document.documentElement.style.removeProperty(name);
    else document.documentElement.style.setProperty(name, value);
  }
}
