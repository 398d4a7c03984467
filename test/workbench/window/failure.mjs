// Output for a failed test.
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '../../../scripts/lib/paths.mjs';

const MAX_REQUESTS = 20;

/**
 * Prints the name and the error of a failed test with its line, the path of a screenshot, and the last
 * requests to the sandbox.
 */
export async function printFailure(test, { shot, requests }) {
  const name = test.fullTitle().replace(/[^a-z0-9]+/gi, '-');
  const error = test.err ?? new Error('A hook before the test failed. Mocha prints its error.');
  const line = /test\/workbench\/[\w-]+\.test\.mjs:\d+/.exec(error.stack ?? '')?.[0];
  const file = await shot(`failed-${name}`);
  const entries = (await requests?.().catch(() => [])) ?? [];
  // The runner adds these to its report.
  test.details = {
    screenshot: path.relative(ROOT, file),
    requests: entries
      .slice(-MAX_REQUESTS)
      .map(({ method, path: target, status }) => `${method} ${target} ${status}`),
  };
  const output = [
    `✘ ${test.fullTitle()}`,
    ...stripVTControlCharacters(String(error.message)).trim().split('\n'),
    `Line: ${line ?? 'unknown'}`,
    `Screenshot: ${path.relative(ROOT, file)}`,
    ...(entries.length > 0 ? ['Last requests to the sandbox:'] : []),
    ...entries
      .slice(-MAX_REQUESTS)
      .map(
        ({ method, path: target, status, role }) => `  ${status} ${method} ${target} (${role ?? 'no user'})`,
      ),
  ];
  console.log(output.map((text) => `      ${text}`).join('\n'));
}
