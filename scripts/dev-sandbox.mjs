// Starts the sandbox for the launch configuration "Extension with Sandbox" and clones its project, which the window
// opens. The window reads the URL and the token from a file. The token is new on each start, and only the owner can read
// the file.
//
//   node --import tsx scripts/dev-sandbox.mjs [--port N] [--folder FOLDER]
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startSandbox } from '../src/sandbox/index.ts';
import { readOptions } from './lib/options.mjs';
import { RUN_DIR } from './lib/paths.mjs';
import { main, Problem } from './lib/problem.mjs';
import { cloneProject, environmentFor } from './lib/sandbox.mjs';

const PROJECT = 'acme/storefront';

const { values } = readOptions({
  options: {
    // Always the same port, so that the editor recognizes the server.
    port: { type: 'string', default: '8929' },
    folder: { type: 'string', default: path.join(RUN_DIR, 'dev') },
  },
});

await main(async () => {
  const sandbox = await startSandbox({ port: Number(values.port) }).catch((error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Problem(
      `Port ${values.port} is already in use. Stop the task "sandbox" if it is running, then try again.`,
    );
  });
  const environment = path.join(values.folder, 'sandbox.env');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      void Promise.all([sandbox.close(), rm(environment, { force: true })]).finally(() => process.exit());
    });
  }
  await cloneProject(sandbox, PROJECT, path.join(values.folder, PROJECT.split('/').at(-1)));
  await mkdir(values.folder, { recursive: true });
  // Deletes a file of an earlier run, because writing to it would keep its mode.
  await rm(environment, { force: true });
  const lines = Object.entries(environmentFor(sandbox, 'maintainer')).map(
    ([name, value]) => `${name}=${value}\n`,
  );
  await writeFile(environment, lines.join(''), { mode: 0o600, flag: 'wx' });
  // The task waits for this line.
  console.log(`[sandbox] ready at ${sandbox.url}`);
});
