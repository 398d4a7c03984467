import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { until } from './harness';

/**
 * Runs git in a folder and returns its output. Retries while another git process, for example of the
 * extension, locks the index or a ref.
 */
export const git = (folder: string, ...args: readonly string[]): Promise<string> =>
  gitWithInput(folder, '', ...args);

/** Like `git`, with a standard input. */
export function gitWithInput(folder: string, input: string, ...args: readonly string[]): Promise<string> {
  return until(
    async () => {
      try {
        const running = promisify(execFile)('git', ['-C', folder, ...args]);
        running.child.stdin?.on('error', () => undefined);
        running.child.stdin?.end(input);
        return (await running).stdout.trim();
      } catch (error) {
        if (/index\.lock': File exists|cannot lock ref/.test(String(error))) return undefined;
        throw error;
      }
    },
    { description: `git ${args.join(' ')} gets the index` },
  );
}
