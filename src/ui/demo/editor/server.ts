import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { abortReason } from '../../../base/abort';
import { type Disposable, onDispose } from '../../../base/disposable';
import { t } from '../../../base/localize';
import { parseJson } from '../../../base/parse-json';
import { demoServerSchema } from '../../../schemas/demo';

/** A running demo server. Disposing it stops the server; it also stops when this process ends. */
export interface DemoServer extends Disposable {
  readonly url: string;
  /** Token of the account. Known only to this process and the server. */
  readonly token: string;
  /** Resolves when the server has ended, with true if it wasn't stopped by `dispose` or a signal. */
  readonly ended: Promise<boolean>;
}

export interface DemoServerOptions {
  /** The bundled sandbox. */
  readonly script: string;
  /** The preferred port. If it isn't available, a free one is used. */
  readonly port?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Maximum number of characters of the server's messages to include in an error. */
const MAX_MESSAGE = 2_000;

/** Starts the demo server in a child process. Its tokens are random and appear only in its output. */
export async function startDemoServer({ script, port = 0, signal }: DemoServerOptions): Promise<DemoServer> {
  try {
    return await startOn(port, script, signal);
  } catch (error) {
    if (port === 0 || signal?.aborted === true) throw error;
    return startOn(0, script, signal);
  }
}

async function startOn(port: number, script: string, signal: AbortSignal | undefined): Promise<DemoServer> {
  signal?.throwIfAborted();
  // The server stops when its standard input is closed, for example because this process was killed.
  const child = spawn(process.execPath, [script, '--exit-with-stdin', '--port', String(port)], {
    env: serverEnvironment(process.env),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  child.stdin.on('error', () => undefined);
  let isStopped = false;
  const stop = onDispose(() => {
    isStopped = true;
    child.stdin.end();
  });
  const ended = new Promise<boolean>((resolve) => {
    child.once('close', () => {
      resolve(!isStopped);
    });
  });
  const abort = (): void => {
    stop.dispose();
  };
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const { url, tokens } = await firstOutput(child);
    signal?.throwIfAborted();
    return { url, token: tokens.maintainer, ended, dispose: abort };
  } catch (error) {
    stop.dispose();
    throw signal?.aborted === true ? abortReason(signal) : error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/**
 * Returns the first line of the output. Further output is discarded, so that the server isn't blocked by a
 * full pipe.
 */
function firstOutput(child: Child): ReturnType<typeof demoServerSchema.parseAsync> {
  let messages = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    messages = (messages + text).slice(-MAX_MESSAGE);
  });
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const read = demoServerSchema.safeParse(parseJson(line));
      if (read.success) resolve(read.data);
    });
    child.once('error', reject);
    child.once('close', () => {
      reject(new Error(messages.trim() || t('The process exited without a message.')));
    });
  });
}

/**
 * Variables that the server and Git need: programs, the user's and temporary folders, and the language. Everything else, such as
 * tokens of other programs, stays out of the server.
 */
const PASSED_VARIABLES: ReadonlySet<string> = new Set([
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  // Windows
  'SYSTEMROOT',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
]);

/** The extension host runs on VS Code's executable, which behaves like Node.js with this variable. */
const serverEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(environment).filter(([name]) => PASSED_VARIABLES.has(name.toUpperCase())),
  ),
  ELECTRON_RUN_AS_NODE: '1',
});
