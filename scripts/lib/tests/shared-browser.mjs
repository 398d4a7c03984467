// A browser that several processes with page tests share.
import { chromium } from 'playwright-core';
import { BROWSER_FLAGS, findBrowser } from '../browser.mjs';

/** Starts the browser. Processes use it if the environment variable SWITCHYARD_TEST_BROWSER has the endpoint. */
export async function startSharedBrowser() {
  const server = await chromium.launchServer({
    executablePath: await findBrowser(),
    args: BROWSER_FLAGS,
    host: '127.0.0.1',
  });
  return { endpoint: server.wsEndpoint(), close: () => server.close() };
}
