import { readFile } from 'node:fs/promises';
import { readCommandLine } from './command-line';
import { type Sandbox, startSandbox } from './index';

const log = (sentence: string): void => void process.stderr.write(`${sentence}\n`);
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Resolves with the reason when the sandbox has to stop. */
function waitForStop(withStdin: boolean): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        resolve(signal);
      });
    }
    if (!withStdin) return;
    const closed = (): void => {
      resolve('standard input was closed');
    };
    process.stdin.on('error', closed).on('end', closed).on('close', closed).resume();
  });
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file} isn't valid JSON`);
  }
}

async function run(): Promise<void> {
  // The reader of the output may be gone, but the sandbox still has to clean up.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const commandLine = readCommandLine(process.argv.slice(2));
  if (commandLine.kind === 'help') {
    log(commandLine.usage);
    return;
  }
  if (commandLine.kind === 'problem') {
    log(commandLine.sentence);
    process.exitCode = 2;
    return;
  }

  // Registered before the start, so that a signal during startup stops the sandbox afterwards and all files
  // are deleted.
  const ending = waitForStop(commandLine.exitWithStdin);
  let sandbox: Sandbox;
  try {
    sandbox = await startSandbox({
      ...commandLine.options,
      ...(commandLine.faultsFile === undefined ? {} : { faults: await readJson(commandLine.faultsFile) }),
      report: (error) => {
        log(`Unexpected error in the sandbox: ${reasonOf(error)}`);
      },
    });
  } catch (error) {
    log(`Couldn't start the sandbox: ${reasonOf(error)}`);
    process.exitCode = 1;
    if (commandLine.exitWithStdin) process.stdin.destroy();
    return;
  }
  const { url, tokens, projects, admin } = sandbox;
  process.stdout.write(
    `${JSON.stringify({ url, tokens, projects, ...(admin === undefined ? {} : { admin }) })}\n`,
  );
  log(`The sandbox runs at ${url}. Press Ctrl+C to stop it.`);
  log(`Stopping the sandbox: ${await ending}.`);
  await sandbox.close();
  process.stdin.destroy();
}

run().catch((error: unknown) => {
  log(`The sandbox exited unexpectedly: ${reasonOf(error)}`);
  process.exitCode = 1;
});
