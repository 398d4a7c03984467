// A window in which the package was just installed: no account, no folder, and no file of this repository.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { prepareHost } from './host.mjs';
import { handsOn } from './page-actions.mjs';
import { RUN_DIR } from './paths.mjs';
import { ASK_FOR_TRUST, installExtension, startServer, windowAddress, writeSettings } from './server.mjs';
import { temporaryFolder } from './temporary.mjs';
import { packageExtension } from './vsix.mjs';
import { newPage } from './window.mjs';
import { shooter } from './workbench.mjs';

/** Maximum time in milliseconds for a window to open, including after opening another folder. */
const OPENING_MS = 180_000;
/** Maximum time in milliseconds to find a running job before the running stage is searched again. */
const RUNNING_MS = 5_000;

/**
 * Installs the package in a new host and opens an empty window that asks whether to trust folders. `settings`
 * are user settings; `path` replaces the PATH of the host.
 */
export async function openNewcomer({
  browser,
  settings = {},
  path: programs,
  scale = 2,
  isDrawn = true,
  onLine,
}) {
  const folder = temporaryFolder(path.join(RUN_DIR, 'newcomer'), 'run-');
  const host = await prepareHost();
  const vsix = await packageExtension();
  const started = performance.now();
  const extensionsDir = path.join(folder, 'extensions');
  const dataDir = path.join(folder, 'data');
  await mkdir(dataDir, { recursive: true });
  await Promise.all([
    installExtension(host, extensionsDir, vsix),
    writeSettings(dataDir, { ...ASK_FOR_TRUST, 'workbench.colorTheme': 'Default Dark Modern', ...settings }),
  ]);
  const env = programs === undefined ? {} : { PATH: programs };
  const server = await startServer(host, { dataDir, extensionsDir, env, trust: true, onLine });
  const page = await newPage(browser, { scale, isDrawn });
  const close = async () => {
    await page.context().close();
    await server.stop();
  };
  try {
    await page.goto(windowAddress(server));
    await page
      .locator('.part.activitybar')
      .getByRole('tab', { name: 'Switchyard' })
      .first()
      .waitFor({ timeout: OPENING_MS });
  } catch (error) {
    await close();
    throw error;
  }
  return { page, server, dataDir, started, shot: shooter(page), close, ...handsOn(page) };
}

/** Runs "Explore the Demo Project", trusts the clone, and waits until its pipelines are shown. */
export async function exploreDemo(window) {
  await window.command('Switchyard: Explore the Demo Project');
  await trustClone(window);
}

/** Trusts the clone in the window that opens, and waits until its pipelines are shown. */
export async function trustClone({ page, modal, row }) {
  await page.waitForURL(/[?&]folder=.*\/storefront/, { timeout: OPENING_MS });
  await modal().getByText('Do you trust the authors').waitFor({ timeout: OPENING_MS });
  await page.getByRole('button', { name: /^Yes/ }).click();
  await row(/main/, { view: 'Pipelines' }).first().waitFor({ timeout: OPENING_MS });
}

/** Opens the log of a running job and waits until it grows. If the job finishes first, tries another job. */
export async function openGrowingLog({ page, row, unfold, openRow, statusItem }) {
  const running = (text) => row(text, { view: 'Pipelines' }).first();
  const expand = async (shown) => {
    await shown.waitFor({ timeout: OPENING_MS });
    if ((await shown.getAttribute('aria-expanded')) === 'false') await unfold(shown);
  };
  for (;;) {
    await expand(running(/^Pipeline .* running/));
    await expand(running(/^Stage .* running/));
    // The jobs of the stage may have just finished.
    const label = await running(/^Job .* running/)
      .getAttribute('aria-label', { timeout: RUNNING_MS })
      .catch(() => '');
    const name = /^Job ([^,]+)/.exec(label)?.[1];
    if (name === undefined) continue;
    const following = statusItem(`Following ${name} (running)`);
    const ended = statusItem(new RegExp(`^ *${escaped(name)} \\(`));
    await openRow(running(new RegExp(`^Job ${escaped(name)}, `)), following.or(ended).first());
    const first = await lastLine(page);
    const outcomes = [
      page.waitForFunction(isLonger, first, { timeout: OPENING_MS }).then(() => true),
      ended.waitFor({ timeout: OPENING_MS }).then(() => false),
    ];
    // The other outcome rejects after the timeout.
    for (const each of outcomes) each.catch(() => undefined);
    const grown = await Promise.race(outcomes);
    if (grown) return;
  }
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Returns the number of the last line that the editor shows. Runs in the page. */
const lastLine = (page) =>
  page.evaluate(() =>
    Math.max(
      0,
      ...[...document.querySelectorAll('.part.editor .line-numbers')].map((each) => Number(each.textContent)),
    ),
  );
const isLonger = (before) =>
  [...document.querySelectorAll('.part.editor .line-numbers')].some(
    (each) => Number(each.textContent) > before,
  );
