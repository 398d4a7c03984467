const ESC = '\u001b';
const CLEAR = `${ESC}[0K`;
const green = (text: string): string => `${ESC}[32;1m${text}${ESC}[0;m`;
const heading = (text: string): string => `${CLEAR}${CLEAR}${ESC}[36;1m${text}${ESC}[0;m${ESC}[0;m`;

const section = (name: string, title: string, lines: readonly string[]): string =>
  `section_start:1700000000:${name}\r${heading(title)}\n${lines.map((line) => `${line}\n`).join('')}section_end:1700000050:${name}\r${CLEAR}`;

/**
 * The log of a job as the runner writes it, around the lines of its script. `verdict`: why it failed, or
 * undefined if it succeeded.
 */
export function jobLog(
  script: readonly string[],
  { verdict }: { readonly verdict: string | undefined },
): string {
  const lines = script.map((line) => (line.startsWith('$ ') ? green(line) : line));
  return [
    `${CLEAR}Running with gitlab-runner 18.4.0 (139a0ac0)${ESC}[0;m\n`,
    section('prepare_executor', 'Preparing the "docker" executor', [
      `${CLEAR}Using Docker executor with image node:22-slim ...${ESC}[0;m`,
    ]),
    section('get_sources', 'Getting source from Git repository', [
      green('Checking out 9871f47e as detached HEAD...'),
    ]),
    section('step_script', 'Executing "step_script" stage of the job script', lines),
    ...(verdict === undefined
      ? []
      : [section('after_script', 'Running after_script', [green('$ rm -rf tmp')])]),
    section('cleanup_file_variables', 'Cleaning up project directory and file based variables', []),
    verdict === undefined
      ? `${green('Job succeeded')}\n`
      : `${ESC}[31;1mERROR: Job failed: ${verdict}\n${ESC}[0;m\n`,
  ].join('');
}
