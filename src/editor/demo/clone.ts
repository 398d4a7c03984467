import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoGit } from './git';

/** Path of the demo project on its server. */
const PROJECT = 'acme/storefront';

/** Git isn't installed, or isn't on the PATH. */
export class GitMissing extends Error {
  override readonly name = 'GitMissing';
}

/** Settings of the clone: connect to the server without a proxy, and set an author for commits. */
const SETTINGS = ['http.proxy=', 'user.name=Marek Novák', 'user.email=marek@acme.example'];

const urlOf = (server: string): string => `${server}/${PROJECT}.git`;

/** @throws GitMissing */
export async function checkGit(signal?: AbortSignal): Promise<void> {
  try {
    await demoGit({ folder: tmpdir(), args: ['--version'], purpose: 'create', signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw new GitMissing('git --version failed', { cause: error });
  }
}

/** Clones the demo project into a folder that doesn't exist. */
export async function cloneDemo(server: string, folder: string, signal?: AbortSignal): Promise<void> {
  const settings = SETTINGS.flatMap((setting) => ['--config', setting]);
  const args = ['clone', '--quiet', ...settings, urlOf(server), folder];
  await demoGit({ folder: path.dirname(folder), args, purpose: 'create', signal });
}

/**
 * Connects the clone of a previous start with the running server. Commit IDs differ from day to day: then the
 * main branch is reset to the server's, unless it contains commits or changes of the user.
 */
export async function reconnectDemo(server: string, folder: string): Promise<void> {
  const run = async (...args: readonly string[]): Promise<string> =>
    (await demoGit({ folder, args, purpose: 'change' })).trim();
  await run('remote', 'set-url', 'origin', urlOf(server));
  const [branch, own, known] = [
    await run('rev-parse', '--abbrev-ref', 'HEAD'),
    await run('rev-parse', 'HEAD'),
    await run('rev-parse', 'refs/remotes/origin/main'),
  ];
  await run('fetch', '--quiet', '--prune', 'origin');
  if (branch !== 'main' || own !== known) return;
  // Refuses to overwrite changed files.
  await run('reset', '--quiet', '--keep', 'refs/remotes/origin/main').catch(() => undefined);
}
