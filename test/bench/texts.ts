// Measures in a real extension host for how long large texts block it: descriptions of the maximum length of each
// construct of Markdown, 300 threads in a file, and 60 comments of 1 MB. Prints results; asserts nothing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export async function bench(): Promise<void> {
  const host = spawn(process.execPath, ['scripts/integration.mjs', '--suite', 'test/bench/texts-host'], {
    stdio: 'inherit',
    env: { ...process.env, SWITCHYARD_TEST_TIMEOUT_MS: '1800000' },
  });
  await once(host, 'exit');
}
