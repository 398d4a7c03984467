// Measures paging through a long list of merge requests in a real extension host. Prints results; asserts
// nothing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export async function bench(): Promise<void> {
  const host = spawn(process.execPath, ['scripts/integration.mjs', '--suite', 'test/bench/list-host'], {
    stdio: 'inherit',
    env: { ...process.env, SWITCHYARD_TEST_TIMEOUT_MS: '900000' },
  });
  await once(host, 'exit');
}
