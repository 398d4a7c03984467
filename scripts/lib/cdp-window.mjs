// A window of the test host without Playwright. Playwright receives all network traffic of the page as text, which takes
// about a fifth of the measured time if a window and its host exchange megabytes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { BROWSER_FLAGS, findBrowser } from './browser.mjs';
import { Problem } from './problem.mjs';
import { temporaryFolder } from './temporary.mjs';

const FLAGS = [
  ...BROWSER_FLAGS,
  '--headless',
  '--window-size=1400,900',
  '--lang=en-US',
  '--force-prefers-reduced-motion',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-dev-shm-usage',
  '--no-default-browser-check',
  '--password-store=basic',
  '--use-mock-keychain',
  // The browser exits when the other end of the pipe is closed.
  '--remote-debugging-pipe',
];
/** Time in milliseconds for the browser to exit before its pipe is closed, which ends it. */
const CLOSING_MS = 5_000;
/**
 * A script that disables animations in a page. Without a graphics card, the icons of running jobs alone would be drawn
 * 20 times a second, which needs up to a third of the CPU time of a test run.
 */
const DISABLE_ANIMATIONS = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { animation: none !important; transition: none !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}`;
/**
 * A script that makes a page transparent, so that the browser doesn't draw it. Without a graphics card, this saves a tenth of
 * the CPU time of the integration tests. Unlike hidden elements, transparent ones have sizes and can have the focus.
 */
const DO_NOT_DRAW = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html { opacity: 0; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}`;
const PERMISSIONS = ['clipboardReadWrite', 'clipboardSanitizedWrite'];
/** Name of the binding that the page calls with a JSON array of a function's name and its arguments. */
const BRIDGE = 'callOutOfThePage';

/**
 * Opens a URL in a new window. `functions` can be called by scripts in the page, with JSON values. `isDrawn: false`: the
 * page isn't drawn, which takes less time. Returns
 * `failed`, which rejects if the window closes unexpectedly, and `close`.
 */
export async function openBareWindow(address, functions, { isDrawn }) {
  const folder = temporaryFolder(tmpdir(), 'sy-browser-');
  const browser = spawn(await findBrowser(), [...FLAGS, `--user-data-dir=${folder}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = once(browser, 'exit');
  const { promise: failed, reject: fail } = withResolvers();
  failed.catch(() => {});
  void ended.then(() => fail(new Problem('The browser exited unexpectedly. Run the tests again.')));
  const { send: sendOn, on } = connect(browser.stdio[3], browser.stdio[4]);
  // Rejects if the browser has exited, because it doesn't respond then.
  const send = (...question) => Promise.race([sendOn(...question), failed]);
  on('Inspector.targetCrashed', () => fail(new Problem('The window crashed. Run the tests again.')));
  on('Runtime.bindingCalled', ({ payload }) => {
    const [name, values] = JSON.parse(payload);
    functions[name](...values);
  });

  const { targetInfos } = await send('Target.getTargets');
  const { targetId } = targetInfos.find(({ type }) => type === 'page');
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const ask = (method, values) => send(method, values, sessionId);
  await send('Browser.grantPermissions', { permissions: PERMISSIONS });
  await ask('Runtime.enable');
  await ask('Page.enable');
  await ask('Runtime.addBinding', { name: BRIDGE });
  await ask('Page.addScriptToEvaluateOnNewDocument', { source: bridges(Object.keys(functions)) });
  await ask('Page.addScriptToEvaluateOnNewDocument', { source: DISABLE_ANIMATIONS });
  if (!isDrawn) await ask('Page.addScriptToEvaluateOnNewDocument', { source: DO_NOT_DRAW });
  // Emulates focus, because the editor does some things only in a focused window.
  await ask('Emulation.setFocusEmulationEnabled', { enabled: true });
  await ask('Page.navigate', { url: address });
  return {
    failed,
    /**
     * Closes the browser with a command, because the started program can be a shell script that doesn't
     * forward signals.
     */
    close: async () => {
      void sendOn('Browser.close');
      const limit = setTimeout(() => browser.stdio[3].destroy(), CLOSING_MS);
      await ended;
      clearTimeout(limit);
    },
  };
}

/** Defines the functions in the page. */
const bridges = (names) => `for (const name of ${JSON.stringify(names)})
  globalThis[name] = async (...values) => ${BRIDGE}(JSON.stringify([name, values]));`;

/** Sends commands to the browser and receives responses and events: JSON messages that end with a NUL. */
function connect(to, from) {
  const waiting = new Map();
  const listeners = new Map();
  let last = 0;
  let rest = '';
  // The exit of the browser is handled elsewhere.
  to.on('error', () => {});
  from.on('error', () => {});
  from.setEncoding('utf8').on('data', (text) => {
    const messages = `${rest}${text}`.split('\0');
    rest = messages.pop();
    for (const message of messages) take(JSON.parse(message));
  });

  function take({ id, result, error, method, params }) {
    if (id === undefined) return listeners.get(method)?.(params);
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    return error === undefined ? resolve(result) : reject(new Error(error.message));
  }
  return {
    on: (method, listener) => listeners.set(method, listener),
    send: (method, params = {}, sessionId = undefined) => {
      const { promise, resolve, reject } = withResolvers();
      last += 1;
      waiting.set(last, { resolve, reject });
      to.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
      return promise;
    },
  };
}

/** Promise.withResolvers, which Node.js 20 doesn't support. */
function withResolvers() {
  let resolve, reject;
  const promise = new Promise((yes, no) => {
    [resolve, reject] = [yes, no];
  });
  return { promise, resolve, reject };
}
