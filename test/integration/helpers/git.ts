import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { until } from './harness';

/**
 * Runs git in a folder and returns its output. Retries while another git process, for example of the
 * extension, locks the index or a ref.
 */
export function git(folder: string, ...args: readonly string[]): Promise<string> {
  return until(
    async () => {
      try {
        return (await promisify(execFile)('git', ['-C', folder, ...args])).stdout.trim();
      } catch (error) {
        if (/index\.lock': File exists|cannot lock ref/.test(String(error))) return undefined;
        throw error;
      }
    },
    { description: `git ${args.join(' ')} gets the index` },
  );
}
