// The sandbox for "Extension with Sandbox" in .vscode/launch.json: at the address and with the token named there, and
// a clone of its project for the window to open. It serves the loopback address only, so its token is no secret.
//
//   node --import tsx scripts/dev-sandbox.mjs
import path from 'node:path';
import { startSandbox } from '../src/sandbox/index.ts';
import { RUN_DIR } from './lib/paths.mjs';
import { main, Problem } from './lib/problem.mjs';
import { cloneProject } from './lib/sandbox.mjs';

const PORT = 8929;
const TOKEN = 'sandbox-maintainer';
const PROJECT = 'acme/storefront';

await main(async () => {
  const sandbox = await startSandbox({ port: PORT, tokens: { maintainer: TOKEN } }).catch((error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Problem(
      `Port ${PORT} is taken: end the sandbox that still runs (the task "sandbox"), then try again.`,
    );
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => void sandbox.close().finally(() => process.exit()));
  }
  const folder = path.join(RUN_DIR, 'dev', PROJECT.split('/').at(-1));
  await cloneProject(sandbox, PROJECT, folder);
  // The task waits for this line.
  console.log(`[sandbox] ready at ${sandbox.url}`);
});
