import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Uri } from 'vscode';
import type { GitApi, GitRepository } from '../../src/ui/git/editor/api';
import type { GitWorkDeps } from '../../src/ui/git/editor/work';

const run = promisify(execFile);
const env = {
  ...process.env,
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
};

const never: GitRepository['state']['onDidChange'] = () => {
  throw new Error('nothing here listens');
};

/** A real repository with the interface of the editor's Git extension. Runs the same commands. */
class RealRepository {
  readonly rootUri: Uri;
  readonly #git: (...args: string[]) => Promise<string>;
  /** The settings when the remotes were read. */
  #settings: string | undefined;
  state: GitRepository['state'] = {
    HEAD: undefined,
    remotes: [],
    onDidChange: never,
  };

  constructor(folder: string) {
    const { href, pathname } = pathToFileURL(folder);
    const uri: unknown = { fsPath: folder, path: pathname, toString: () => href };
    this.rootUri = uri as Uri;
    this.#git = async (...args) => (await run('git', ['-C', folder, ...args], { env })).stdout.trim();
  }

  async status(): Promise<void> {
    const lines = (await this.#git('status', '--porcelain=v2', '--branch', '--untracked-files=no')).split(
      '\n',
    );
    const field = (name: string) =>
      lines.find((line) => line.startsWith(`# branch.${name} `))?.slice(`# branch.${name} `.length);
    const [name, commit] = [field('head'), field('oid')];
    // The line with the numbers of commits is missing if the upstream branch doesn't exist.
    const upstream = field('ab') === undefined ? undefined : field('upstream')?.replace(/^[^/]+\//, '');
    const remotes = await this.#remotes();
    this.state = {
      ...this.state,
      HEAD: {
        ...(name === undefined || name === '(detached)' ? {} : { name }),
        ...(commit === undefined || commit === '(initial)' ? {} : { commit }),
        ...(upstream === undefined ? {} : { upstream: { name: upstream } }),
      },
      remotes,
    };
  }

  /** Git isn't started if the settings of the repository didn't change since the last time. */
  async #remotes(): Promise<GitRepository['state']['remotes']> {
    const settings = await readFile(path.join(this.rootUri.fsPath, '.git/config'), 'utf8').catch(
      () => undefined,
    );
    if (settings !== undefined && settings === this.#settings) return this.state.remotes;
    this.#settings = settings;
    return (await this.#git('remote', '-v')).split('\n').flatMap((line) => {
      const [, name, url] = /^(\S+)\t(.*) \(fetch\)(?: \[.*\])?$/.exec(line) ?? [];
      return name === undefined || url === undefined ? [] : [{ name, fetchUrl: url }];
    });
  }

  getCommit = async (ref: string) => ({ message: await this.#git('log', '-1', '--format=%B', ref) });
  setConfig = (key: string, value: string) => this.#git('config', '--local', key, value);
  fetch = ({ remote, ref }: { remote: string; ref: string }) => this.#do('fetch', remote, ref);
  push = (remote: string, branch: string, upstream: boolean) =>
    this.#do('push', ...(upstream ? ['-u'] : []), remote, branch);
  checkout = (treeish: string) => this.#do('checkout', '-q', treeish);
  createBranch = (name: string, _checkout: boolean, ref: string) =>
    this.#do('branch', '-q', '--no-track', name, ref);
  deleteBranch = (name: string, force: boolean) => this.#do('branch', force ? '-D' : '-d', name);
  addRemote = (name: string, url: string) => this.#do('remote', 'add', name, url);
  removeRemote = (name: string) => this.#do('remote', 'remove', name);

  async #do(...args: string[]): Promise<void> {
    await this.#git(...args);
    await this.status();
  }
}

/** Returns the editor dependencies of Git operations, with repositories in the given folders. */
export const gitWorkDeps = (...folders: string[]): Promise<GitWorkDeps> => gitWorkDepsWith('git', ...folders);

/** Like `gitWorkDeps`, but with a program that replaces git. */
export async function gitWorkDepsWith(program: string, ...folders: string[]): Promise<GitWorkDeps> {
  const repositories = folders.map((folder) => new RealRepository(folder));
  await Promise.all(repositories.map((each) => each.status()));
  const api = { git: { path: program }, state: 'initialized', repositories, getRepository: () => null };
  return {
    connect: () => Promise.resolve(api as unknown as GitApi),
    activeFile: () => undefined,
    read: ({ fsPath }, file) => readFile(path.join(fsPath, file), 'utf8').catch(() => undefined),
    list: async ({ fsPath }, folder) => readdir(path.join(fsPath, folder)).catch(() => []),
  };
}
