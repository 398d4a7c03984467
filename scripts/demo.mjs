// Starts a demo: the sandbox, a clone of the demo project, and an editor with the extension, signed in.
//
//   npm run demo [-- --port N] [-- --desktop] [-- --no-build]
//
// Serves an editor to the browser and prints its URL. With --desktop, opens an installed VS Code instead, with separate
// settings and extensions. Press Ctrl+C to stop.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { buildAll } from './lib/build.mjs';
import { openDesktop } from './lib/desktop.mjs';
import { packageFirstView } from './lib/first-view.mjs';
import { prepareHost } from './lib/host.mjs';
import { readOptions } from './lib/options.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { RUN_DIR } from './lib/paths.mjs';
import { main, Problem } from './lib/problem.mjs';
import { step } from './lib/progress.mjs';
import { cloneProject, environmentFor, startSandbox } from './lib/sandbox.mjs';
import { ASK_FOR_TRUST, installExtension, startServer, windowAddress, writeSettings } from './lib/server.mjs';
import { temporaryFolder } from './lib/temporary.mjs';
import { packageExtension } from './lib/vsix.mjs';

const PROJECT = 'acme/storefront';

const { values } = readOptions({
  options: { port: { type: 'string' }, desktop: { type: 'boolean' }, 'no-build': { type: 'boolean' } },
});

await main(async () => {
  const port = Number(values.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Problem(`--port must be a number from 0 to 65535, not ${values.port}. 0 selects a free port.`);
  }
  await ensurePackages();
  if (!values['no-build']) await step('Building the extension and its demo server', buildAll);
  const vsix = await step('Packaging the extension', packageExtension);

  // A new folder for each run, so that the window has no state of an earlier demo.
  const folder = temporaryFolder(path.join(RUN_DIR, 'demo'), 'run-');
  // Installs an additional extension that opens the views.
  const vsixes = [vsix, await packageFirstView(folder)];
  const workspace = path.join(folder, PROJECT.split('/').at(-1));
  const sandbox = await step('Starting the demo server', () => startSandbox());
  await step(`Cloning ${PROJECT}`, () => cloneProject(sandbox.info, PROJECT, workspace));
  const env = environmentFor(sandbox.info, 'maintainer');

  const editor = values.desktop
    ? await step('Opening VS Code', () =>
        openDesktop({ folder: path.join(RUN_DIR, 'demo-desktop'), workspace, vsixes, env }),
      )
    : await serve({ folder, workspace, vsixes, env, port });
  console.log(`  To sign in manually, use ${env.SWITCHYARD_HOST} and the token ${env.SWITCHYARD_TOKEN}.`);
  console.log('  Press Ctrl+C to stop the demo.\n');

  const first = await Promise.race([
    editor.exited.then(() => 'editor'),
    sandbox.exited.then(() => 'demo server'),
  ]);
  if (values.desktop && first === 'editor') return sandbox.stop();
  throw new Problem(
    `The ${first} exited unexpectedly. Start the demo again.\n${first === 'editor' ? '' : sandbox.printed()}`,
  );
});

/** Serves the editor to a browser. Returns the running server. */
async function serve({ folder, workspace, vsixes, env, port }) {
  const host = await prepareHost();
  const extensionsDir = path.join(folder, 'extensions');
  await step('Installing the extension', async () => {
    for (const vsix of vsixes) await installExtension(host, extensionsDir, vsix);
  });
  const dataDir = path.join(folder, 'data');
  await mkdir(dataDir, { recursive: true });
  await writeSettings(dataDir, ASK_FOR_TRUST);
  const server = await step('Starting the editor', () =>
    startServer(host, { dataDir, extensionsDir, port, env, trust: true }),
  );
  const address = windowAddress(server, workspace);
  console.log(`\n  Switchyard is running at ${address}\n  Open this URL in a browser.`);
  return server;
}
