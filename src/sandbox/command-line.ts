import { parseArgs } from 'node:util';
import { parseRelease } from './http/releases';
import type { SandboxOptions } from './index';

/** The parsed command line, or a sentence that describes the problem. */
export type CommandLine =
  | {
      readonly kind: 'options';
      readonly options: SandboxOptions;
      readonly exitWithStdin: boolean;
      readonly faultsFile: string | undefined;
    }
  | { readonly kind: 'help'; readonly usage: string }
  | { readonly kind: 'problem'; readonly sentence: string };

const USAGE =
  'Usage: sandbox [--port N] [--seed demo|large] [--speed X] [--still] [--admin] [--base-path /P] [--exit-with-stdin] [--faults FILE] [--throttle N] [--hosted] [--release N] [--cors]';

const problem = (sentence: string): CommandLine => ({ kind: 'problem', sentence: `${sentence} ${USAGE}` });

/** Joins negative numbers with the option before them, because `parseArgs` would treat them as options. */
function joined(args: readonly string[]): string[] {
  const found: string[] = [];
  for (const arg of args) {
    const last = found.at(-1);
    if (/^-[\d.]/.test(arg) && last !== undefined && /^--[\w-]+$/.test(last))
      found.splice(-1, 1, `${last}=${arg}`);
    else found.push(arg);
  }
  return found;
}

export function readCommandLine(args: readonly string[]): CommandLine {
  let values;
  try {
    ({ values } = parseArgs({
      args: joined(args),
      options: {
        port: { type: 'string' },
        seed: { type: 'string' },
        speed: { type: 'string' },
        still: { type: 'boolean' },
        admin: { type: 'boolean' },
        'base-path': { type: 'string' },
        'exit-with-stdin': { type: 'boolean' },
        faults: { type: 'string' },
        throttle: { type: 'string' },
        hosted: { type: 'boolean' },
        release: { type: 'string' },
        cors: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }));
  } catch (error) {
    return problem(error instanceof Error ? error.message.replace(/\.?$/, '.') : 'Unknown option.');
  }
  if (values.help === true) return { kind: 'help', usage: USAGE };
  const { seed = 'demo', still, admin, hosted, cors, 'base-path': basePath = '' } = values;
  const port = Number(values.port ?? '0');
  const speed = Number(values.speed ?? '1');
  if (!Number.isInteger(port) || port < 0 || port > 65_535 || values.port === '') {
    return problem('--port must be a number from 0 to 65535.');
  }
  if (!(speed > 0 && speed <= 10_000)) return problem('--speed must be a number above 0 and at most 10000.');
  if (seed !== 'demo' && seed !== 'large') return problem('--seed must be demo or large.');
  if (!/^(\/[\w.~-]+)*\/?$/.test(basePath)) return problem('--base-path must be a path, such as /gitlab.');
  const throttle = values.throttle === undefined ? undefined : Number(values.throttle);
  if (throttle !== undefined && !(Number.isInteger(throttle) && throttle >= 1)) {
    return problem('--throttle must be an integer, the maximum number of requests per minute.');
  }
  const release = values.release === undefined ? undefined : parseRelease(values.release);
  if (values.release !== undefined && release === undefined)
    return problem('--release must be a release of the service, such as 16.8.');
  return {
    kind: 'options',
    options: { port, speed, seed, still, admin, basePath, throttle, hosted, release, cors },
    faultsFile: values.faults,
    exitWithStdin: values['exit-with-stdin'] === true,
  };
}
