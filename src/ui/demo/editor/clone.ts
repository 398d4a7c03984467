import { tmpdir } from 'node:os';
import path from 'node:path';
import { GitNotRunError } from '../../../app/shared/git-port';
import { t } from '../../../base/localize';
import { demoGit, tryDemoGit } from './git';

/** Path of the demo project on its server. */
const PROJECT = 'acme/storefront';

/** Git isn't installed, or isn't on the PATH. */
export class GitMissingError extends Error {
  override readonly name = 'GitMissingError';
}

/** Settings of the clone: connect to the server without a proxy, and set an author for commits. */
const SETTINGS = ['http.proxy=', 'user.name=Marek Novák', 'user.email=marek@acme.example'];

const urlOf = (server: string): string => `${server}/${PROJECT}.git`;

/** @throws GitMissingError */
export async function checkGit(signal?: AbortSignal): Promise<void> {
  try {
    await demoGit({ folder: tmpdir(), args: ['--version'], purpose: 'create', signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw new GitMissingError('git --version failed', { cause: error });
  }
}

/** Clones the demo project into a folder that doesn't exist. */
export async function cloneDemo(server: string, folder: string, signal?: AbortSignal): Promise<void> {
  const settings = SETTINGS.flatMap((setting) => ['--config', setting]);
  const args = ['clone', '--quiet', ...settings, urlOf(server), folder];
  await demoGit({ folder: path.dirname(folder), args, purpose: 'create', signal });
}

/**
 * Returns the commits and tags that the branches, merge requests, and tags of a server have. `folder` needs no
 * repository.
 */
export async function serverCommits(
  server: string,
  folder: string,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const args = ['-c', 'http.proxy=', 'ls-remote', '--quiet', urlOf(server)];
  const out = await demoGit({ folder, args, purpose: 'create', signal });
  return [...new Set(out.split('\n').flatMap((line) => /^[0-9a-f]{40,64}(?=\t)/.exec(line)?.[0] ?? []))];
}

/** URLs of the demo project and its forks, whose ports differ from start to start. */
const DEMO_URL = /^http:\/\/127\.0\.0\.1:\d+\/([\w-]+\/storefront)\.git$/;

/**
 * Connects the clone of a previous start with the running server. Commit IDs differ from day to day: then the
 * main branch is reset to the server's, unless it has other commits than the server had at a start (`commits`).
 * Branches of the server that no longer exist are kept, because the user may have pushed them.
 */
export async function reconnectDemo(
  server: string,
  folder: string,
  commits: readonly string[],
): Promise<void> {
  const run = (...args: readonly string[]): Promise<string> => demoGit({ folder, args, purpose: 'change' });
  const read = async (...args: readonly string[]): Promise<string | undefined> => {
    const { code, out } = await tryDemoGit({ folder, args, purpose: 'read' });
    return code === 0 ? out.toString().trim() : undefined;
  };
  const remotes = remotesOf(await read('config', '--get-regexp', '^remote\\..*\\.url$'));
  for (const { name, project } of remotes) await run('remote', 'set-url', name, `${server}/${project}.git`);
  const remote = remotes.find(({ project }) => project === PROJECT)?.name;
  if (remote === undefined) throw new GitNotRunError(t('The clone has no remote for the demo project.'));
  const branch = await read('symbolic-ref', '--quiet', '--short', 'HEAD');
  const head = await read('rev-parse', '--quiet', '--verify', 'HEAD');
  await run('fetch', '--quiet', remote);
  if (branch !== 'main' || head === undefined || !commits.includes(head)) return;
  const main = `refs/remotes/${remote}/main`;
  // Refuses to overwrite changed files.
  if ((await read('rev-parse', '--quiet', '--verify', main)) !== undefined)
    await tryDemoGit({ folder, args: ['reset', '--quiet', '--keep', main], purpose: 'change' });
}

/** Parses lines such as `remote.origin.url http://127.0.0.1:1234/acme/storefront.git`. */
function remotesOf(listed = ''): readonly { readonly name: string; readonly project: string }[] {
  return listed.split('\n').flatMap((line) => {
    const [, name, url = ''] = /^remote\.(.+)\.url (.+)$/.exec(line) ?? [];
    const project = DEMO_URL.exec(url)?.[1];
    return name === undefined || project === undefined ? [] : [{ name, project }];
  });
}
