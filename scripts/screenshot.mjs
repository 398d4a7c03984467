// Takes screenshots: opens a workbench with the packaged extension and the sandbox, and runs steps in it.
//
//   node scripts/screenshot.mjs [--theme dark|light|high-contrast|high-contrast-light] [--out FILE.png] [--do STEPS.mjs]
//                         [--as owner|maintainer|developer|reporter|signed-out] [--moving] [--settings '{"name": value}'] [--trust]
//                         [--pseudo] [--themes LIST] [--widths LIST] [--parts LIST] [--no-build] [--verbose]
//   node scripts/screenshot.mjs --keep ...    keeps the window open until Ctrl+C; `screenshot.mjs --do ...` then uses this window
//   node scripts/screenshot.mjs --again ...   with --keep running: opens a new window with the current build
//
//   --as       signs in with this role; `signed-out` doesn't sign in
//   --moving   lets time pass in the sandbox
//   --trust    asks whether to trust the folder
//   --pseudo   uses the pseudo-locale, whose texts are longer and accented
//   --themes   comma-separated list, for steps that show each theme, such as those of scripts/tour.mjs
//   --widths   comma-separated list, for steps that show the side bar in each width, in pixels
//   --parts    comma-separated list, for steps that can be limited to some parts
//
// STEPS.mjs exports by default: async ({ page, sandbox, shot, settle, openContainer, command, workspace }) => {}
// For an example, see scripts/tour.mjs.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildAll } from './lib/build.mjs';
import { readOptions } from './lib/options.mjs';
import { handsOn } from './lib/page-actions.mjs';
import { RUN_DIR } from './lib/paths.mjs';
import { main, Problem } from './lib/problem.mjs';
import { say, step } from './lib/progress.mjs';
import { openWorkbench } from './lib/workbench.mjs';

/** Timeout of a step in milliseconds. */
const PATIENCE_MS = 15_000;
const KEPT = path.join(RUN_DIR, 'look.json');

const { values } = readOptions({
  options: {
    theme: { type: 'string' },
    // Comma-separated lists that the steps use (`--do`).
    themes: { type: 'string' },
    widths: { type: 'string' },
    parts: { type: 'string' },
    out: { type: 'string' },
    do: { type: 'string' },
    as: { type: 'string', default: 'maintainer' },
    settings: { type: 'string', default: '{}' },
    moving: { type: 'boolean', default: false },
    trust: { type: 'boolean', default: false },
    pseudo: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    'no-build': { type: 'boolean', default: false },
  },
});

await main(async () => {
  const themes = values.themes?.split(',');
  const request = {
    ...values,
    theme: values.theme ?? themes?.[0] ?? 'dark',
    themes,
    widths: values.widths?.split(',').map(Number),
    parts: values.parts?.split(','),
    do: values.do === undefined ? undefined : path.resolve(values.do),
    out: values.out === undefined ? undefined : path.resolve(values.out),
  };
  if (request.do !== undefined && !existsSync(request.do)) throw new Problem(`${request.do} doesn't exist.`);
  if (values.keep) return keep(request);
  if (await askKept(request)) return;
  const session = await open(request);
  try {
    for (const line of await look(session, request)) console.log(line);
  } catch (error) {
    throw new Problem(await explained(session, error));
  } finally {
    await session.close();
  }
});

async function open({ theme, as, settings, moving, trust, pseudo, verbose, 'no-build': noBuild }) {
  if (!noBuild) await step('Building', buildAll, { quiet: true });
  return step('Opening the workbench', () =>
    openWorkbench({
      theme,
      signedIn: as === 'signed-out' ? false : as,
      settings: JSON.parse(settings),
      trust,
      pseudoLocale: pseudo,
      sandboxFlags: moving ? ['--admin'] : undefined,
      ...(verbose ? { onLine: say } : {}),
    }),
  );
}

/**
 * Runs the steps and takes the screenshot. Returns the lines to print: the output of the steps, and the
 * files.
 */
async function look(session, { do: file, out, theme, themes, widths, parts, pseudo }) {
  const lines = [];
  const shot = async (name, options) => {
    const written = await session.shot(name, options);
    lines.push(written);
    return written;
  };
  const hands = handsOn(session.page);
  session.page.setDefaultTimeout(PATIENCE_MS);
  if (file !== undefined) {
    const { default: steps } = await import(`${pathToFileURL(file)}?at=${Date.now()}`);
    const log = (...words) => lines.push(words.join(' '));
    const result = await steps({ ...session, ...hands, shot, log, theme, themes, widths, parts, pseudo });
    if (result !== undefined)
      lines.push(typeof result === 'string' ? result : JSON.stringify(result, null, 2));
  }
  if (out !== undefined || file === undefined) {
    await hands.settle();
    await shot(out ?? 'screenshot');
  }
  return lines;
}

/** Returns the error of the steps and takes a screenshot. */
async function explained(session, error) {
  const seen = await session.shot('look-failed').catch(() => 'no screenshot');
  return `${error.stack ?? error}\nScreenshot: ${seen}`;
}

/** Keeps a window open and handles later requests, one after the other. */
async function keep(first) {
  let session = await open(first);
  let queue = Promise.resolve();
  // Requests can contain the path of a script to run, so they require a secret that only users with access to
  // the developer's files can read.
  const secret = randomBytes(32).toString('base64url');
  const server = createServer((incoming, answer) => {
    if (incoming.headers.authorization !== `Bearer ${secret}`) return answer.writeHead(403).end();
    let body = '';
    incoming.on('data', (text) => (body += text));
    incoming.on('end', () => {
      queue = queue.then(async () => {
        const request = JSON.parse(body);
        try {
          if (request.again || session.page.isClosed()) {
            await session.close();
            session = await open({ ...first, ...request });
          }
          answer.end(JSON.stringify({ lines: await look(session, request) }));
        } catch (error) {
          answer.end(JSON.stringify({ error: await explained(session, error) }));
        }
      });
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  await mkdir(RUN_DIR, { recursive: true });
  // Deletes a file of an earlier session, because writing to it would keep its mode.
  await rm(KEPT, { force: true });
  await writeFile(KEPT, JSON.stringify({ port: server.address().port, secret }), { mode: 0o600, flag: 'wx' });
  console.log(`The window stays open until Ctrl+C. Sandbox: ${session.sandbox.url}`);
}

/** Sends the request to a window that is kept open. Returns false if there is none. */
async function askKept(request) {
  if (!existsSync(KEPT)) return false;
  const { port, secret } = JSON.parse(await readFile(KEPT, 'utf8'));
  let response;
  try {
    response = await fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: JSON.stringify(request),
    });
  } catch {
    // The process that kept the window open has ended.
    await rm(KEPT, { force: true });
    return false;
  }
  const { lines, error } = await response.json();
  if (error !== undefined) throw new Problem(error);
  for (const line of lines) console.log(line);
  return true;
}
