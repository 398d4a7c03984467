import { type Frame, FRAMES, type FrameName } from './frames';

const ESC = '\u001b';
const CLEAR = `${ESC}[0K`;
const green = (text: string): string => `${ESC}[32;1m${text}${ESC}[0;m`;
const heading = (text: string): string => `${CLEAR}${CLEAR}${ESC}[36;1m${text}${ESC}[0;m${ESC}[0;m`;
const plain = (text: string): string => `${CLEAR}${text}${ESC}[0;m`;
const command = (line: string): string => (line.startsWith('$ ') ? green(line) : line);

const sectionStart = (name: string, title: string): string =>
  `section_start:1700000000:${name}\r${heading(title)}\n`;
const sectionEnd = (name: string): string => `section_end:1700000050:${name}\r${CLEAR}`;
const section = (name: string, title: string, lines: readonly string[], lineEnd = '\n'): string =>
  `${sectionStart(name, title)}${lines.map((line) => `${line}${lineEnd}`).join('')}${sectionEnd(name)}`;

const SUCCESS = `${green('Job succeeded')}\n`;
const failure = (verdict: string): string =>
  `${ESC}[31;1mERROR: Job failed${verdict.startsWith('(') ? ' ' : ': '}${verdict}\n${ESC}[0;m\n`;
const ending = (verdict: string | undefined): string =>
  `${section('cleanup_file_variables', 'Cleaning up project directory and file based variables', [])}${
    verdict === undefined ? SUCCESS : failure(verdict)
  }`;

/**
 * A short log of a job around the lines of its script. `verdict`: why it failed, or undefined if it succeeded.
 */
export function jobLog(
  script: readonly string[],
  { verdict }: { readonly verdict: string | undefined },
): string {
  return [
    `${CLEAR}Running with gitlab-runner 18.4.0 (139a0ac0)${ESC}[0;m\n`,
    section('prepare_executor', 'Preparing the "docker" executor', [
      `${CLEAR}Using Docker executor with image node:22-slim ...${ESC}[0;m`,
    ]),
    section('get_sources', 'Getting source from Git repository', [
      green('Checking out 9871f47e as detached HEAD...'),
    ]),
    section('step_script', 'Executing "step_script" stage of the job script', script.map(command)),
    ...(verdict === undefined
      ? []
      : [section('after_script', 'Running after_script', [green('$ rm -rf tmp')])]),
    ending(verdict),
  ].join('');
}

const TITLES: Readonly<Record<string, string>> = {
  after_script: 'Running after_script',
  archive_cache_on_failure: 'Saving cache for failed job',
  upload_artifacts_on_failure: 'Uploading artifacts for failed job',
};

/** The log of a job as an executor writes it. `exit`: the exit code of the script. */
export function framedLog(script: readonly string[], name: FrameName, exit: number): string {
  const frame: Frame = FRAMES[name];
  const lineEnd = frame.lineEnd ?? '\n';
  return [
    `${plain('Running with gitlab-runner 18.11.1 (5265d41d)')}\n`,
    `${plain('  on acme-runner zxwgkjap, system ID: r_grBV51LLoFR2')}\n`,
    section('prepare_executor', `Preparing the "${frame.executor}" executor`, frame.prepare.map(plain)),
    section('prepare_script', 'Preparing environment', frame.environment, lineEnd),
    section('get_sources', 'Getting source from Git repository', frame.sources.map(green), lineEnd),
    section('step_script', 'Executing "step_script" stage of the job script', script.map(command), lineEnd),
    ...(exit === 0
      ? []
      : Object.entries(frame.after).map(([part, lines]) =>
          section(part, TITLES[part] ?? part, lines.map(command), lineEnd),
        )),
    ending(exit === 0 ? undefined : frame.verdict(exit)),
  ].join('');
}

/**
 * A log in a notation without escapes: `section:NAME:TITLE` and `endsection` are the runner's markers, a line that
 * begins with `$ ` or `green:` is green, and `nonewline:` has no line end.
 */
export function rawLog(lines: readonly string[], verdict: string): string {
  let open = '';
  const written = lines.map((line) => {
    const [, name = '', title = ''] = /^section:([^:]+):(.*)$/.exec(line) ?? [];
    if (name !== '') {
      open = name;
      return sectionStart(name, title);
    }
    if (line === 'endsection') return sectionEnd(open);
    if (line.startsWith('nonewline:')) return line.slice('nonewline:'.length);
    if (line.startsWith('green:')) return `${green(line.slice('green:'.length))}\n`;
    return `${command(line)}\n`;
  });
  return `${written.join('')}${failure(verdict)}`;
}

const START_MS = Date.UTC(2026, 4, 8, 9, 28, 43);
/** Stands before text that continues a line. No log contains it. */
const CONTINUED = '\0';
const MARKER = new RegExp(`(section_(?:start|end):\\d+:\\w+\r${ESC}\\[0K)(?=.)`, 'g');

/**
 * The same log with the timestamps of a runner. Its own lines are of the stream 00, those of the script of the
 * stream 01. A marker ends its line, and the rest continues it.
 */
export function withTimestamps(log: string): string {
  let isOutput = false;
  const lines = log.replace(/\n$/, '').replaceAll(MARKER, `$1\n${CONTINUED}`).split('\n');
  return lines
    .map((line, index) => {
      const continues = line.startsWith(CONTINUED);
      const text = continues ? line.slice(1) : line;
      const isMarker = text.startsWith('section_');
      if (isMarker) isOutput = text.startsWith('section_start') && !text.includes(':prepare_executor');
      const stream = isOutput && !isMarker && !continues ? '01O' : '00O';
      const time = new Date(START_MS + index * 37).toISOString().replace('Z', '057Z');
      return `${time} ${stream}${continues ? '+' : ' '}${text}\n`;
    })
    .join('');
}
