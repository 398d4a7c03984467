import { randomBytes } from 'node:crypto';
import { access, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WorktreeBranch, WorktreeFiles, Worktrees } from '../../../app/git/merge-port';
import { GitFailedError, safePath, safeRef, safeSha } from '../../../app/shared/git-port';
import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { runGit } from '../../shared/editor/git-runner';
import {
  type ListedWorktrees,
  type OpenRepository,
  openRepository,
  type RepositoryAccess,
} from './open-repository';
import type { GitOutcome, RunGitBytes } from './program';
import { cloneFolders, worktreeSettings } from './worktree-config';

/**
 * Names of folders in the folder of a worktree. No parent folder of the files contains a `.git`, because VS Code
 * would show them as a repository.
 */
const [REPOSITORY, FILES, VERSIONS] = ['repository', 'files', 'versions'];
const ID = /^[0-9a-f]{32}$/;
const SHA256 = 'sha256';
/** The exit code of git for options that it doesn't know. */
const USAGE = 129;

interface HiddenWorktreesDeps {
  /** Folder of the extension; doesn't have to exist. */
  readonly root: string;
  /** Whether other windows use the folder, too. */
  readonly isShared: boolean;
  readonly access: Pick<RepositoryAccess, 'connect' | 'runner'>;
}

/**
 * Worktrees for resolving conflicts in a folder of the extension. Each one is a repository that uses the objects of a
 * clone, and has its own branches, index, and files. Git therefore can't change anything in the clone.
 */
export class HiddenWorktrees implements Worktrees, ListedWorktrees, Disposable {
  readonly #root: string;
  readonly #isShared: boolean;
  readonly #access: RepositoryAccess;
  readonly #changed = new Emitter<string>();
  /** Worktrees that this window uses. They may not be stored. */
  readonly #created = new Set<string>();

  /** Fires with the repository of a worktree when git was run in it. */
  readonly onDidChange = this.#changed.event;

  constructor({ root, isShared, access: places }: HiddenWorktreesDeps) {
    this.#root = root;
    this.#isShared = isShared;
    this.#access = { ...places, worktrees: this };
  }

  dispose(): void {
    this.#changed.dispose();
  }

  newId(): string {
    return randomBytes(16).toString('hex');
  }

  repositoryOf(id: string): string {
    return pathToFileURL(path.join(this.#folder(id), REPOSITORY)).href;
  }

  folderOf(repository: string): string | undefined {
    const id = this.#idOf(repository);
    return id && path.join(this.#folder(id), REPOSITORY);
  }

  /** Path of a file in a worktree; undefined for other repositories. */
  fileIn(repository: string, file: string): string | undefined {
    const id = this.#idOf(repository);
    return id && path.join(this.#folder(id), FILES, safePath(file));
  }

  /** The path of a file below the root of a worktree; undefined if it isn't in the worktree. */
  pathIn(repository: string, file: string): string | undefined {
    const id = this.#idOf(repository);
    if (id === undefined) return undefined;
    const below = path.relative(path.join(this.#folder(id), FILES), file);
    const isInside = below !== '' && !below.startsWith('..') && !path.isAbsolute(below);
    return isInside ? below.split(path.sep).join('/') : undefined;
  }

  /** Writes a version of a file with conflicts to a separate file, and returns its path. */
  async version(repository: string, file: string, version: FileVersion): Promise<string> {
    const folder = path.join(this.#folder(this.#idOf(repository) ?? ''), VERSIONS, version);
    const { bytes } = await openRepository(this.#access, repository);
    return writeVersion(bytes, folder, file, version);
  }

  changed(repository: string): void {
    this.#changed.fire(repository);
  }

  exists(id: string): Promise<boolean> {
    return access(path.join(this.#folder(id), REPOSITORY, '.git')).then(
      () => true,
      () => false,
    );
  }

  async create(
    clone: string,
    id: string,
    { branch, sha }: WorktreeBranch,
    files: WorktreeFiles = 'clone',
  ): Promise<void> {
    await this.remove(id);
    this.#created.add(id);
    const open = await openRepository(this.#access, clone);
    const folder = path.join(this.#folder(id), REPOSITORY);
    await mkdir(folder, { recursive: true });
    await mkdir(path.join(this.#folder(id), FILES));
    await this.#initialize(open, folder, files);
    const { change } = await openRepository(this.#access, this.repositoryOf(id));
    const head = `refs/heads/${safeRef(branch)}`;
    await change(['symbolic-ref', 'HEAD', head]);
    await change(['update-ref', head, safeSha(sha)]);
    await change(['reset', '--quiet', '--hard']);
    this.changed(this.repositoryOf(id));
  }

  async deliver(id: string, { branch, sha }: WorktreeBranch, clone: string): Promise<void> {
    const { tryChange, read } = await openRepository(this.#access, clone);
    const from = path.join(this.#folder(id), REPOSITORY);
    // Some users forbid repositories in the file system for submodules.
    const settings = ['-c', 'protocol.file.allow=always', '-c', 'gc.auto=0', '-c', 'maintenance.auto=false'];
    const fetching = [...settings, 'fetch', '--quiet', '--no-tags', '--no-recurse-submodules'];
    const fetch = (...options: readonly string[]): Promise<GitOutcome> =>
      tryChange([...fetching, ...options, '--', from, `refs/heads/${safeRef(branch)}`]);
    const fetched = await fetch('--no-write-fetch-head');
    // Git before 2.29 always writes FETCH_HEAD.
    const { code, message } = fetched.code === USAGE ? await fetch() : fetched;
    if (code !== 0) throw new GitFailedError(message);
    await read(['cat-file', '-e', `${safeSha(sha)}^{commit}`]);
  }

  async remove(id: string): Promise<void> {
    this.#created.delete(id);
    await rm(this.#folder(id), { recursive: true, force: true, maxRetries: 3 });
  }

  /** Removes worktrees that a closed window has left. */
  async removeUnused(isUsed: (id: string) => boolean): Promise<void> {
    if (this.#isShared) return;
    const ids = await readdir(this.#root).catch(() => []);
    for (const id of ids) if (ID.test(id) && !isUsed(id) && !this.#created.has(id)) await this.remove(id);
  }

  async #initialize(clone: OpenRepository, folder: string, which: WorktreeFiles): Promise<void> {
    const { program, read } = clone;
    // Git before 2.25 prints the option.
    const format = (await read(['rev-parse', '--show-object-format'])).trim() === SHA256 ? SHA256 : 'sha1';
    const options = ['--template=', ...(format === SHA256 ? [`--object-format=${format}`] : [])];
    const args = ['init', '--quiet', ...options];
    const { code, message } = await runGit({ program, folder, args, purpose: 'create' });
    if (code !== 0) throw new GitFailedError(message);
    const folders = await cloneFolders(clone);
    const { config, info } = await worktreeSettings(clone, folders, {
      files: `../../${FILES}`,
      format,
      which,
    });
    const own = path.join(folder, '.git');
    for (const name of ['info', 'objects/info']) await mkdir(path.join(own, name), { recursive: true });
    await writeFile(path.join(own, 'objects', 'info', 'alternates'), `${folders.objects}\n`);
    for (const [name, text] of info) await writeFile(path.join(own, 'info', name), text);
    // Until then, the files would be next to `.git`.
    await writeFile(path.join(own, 'config'), config);
  }

  #folder(id: string): string {
    if (!ID.test(id)) throw new TypeError('not the ID of a worktree');
    return path.join(this.#root, id);
  }

  #idOf(repository: string): string | undefined {
    const root = `${pathToFileURL(this.#root).href}/`;
    if (!repository.startsWith(root)) return undefined;
    const [id = '', name, ...rest] = repository.slice(root.length).split('/');
    return ID.test(id) && name === REPOSITORY && rest.length === 0 ? id : undefined;
  }
}

/** Versions of a file with conflicts, by git's names. */
type FileVersion = 'base' | 'ours' | 'theirs';

const STAGES: Readonly<Record<FileVersion, string>> = { base: '1', ours: '2', theirs: '3' };

/**
 * Writes a version of a file to a folder, with the line ends and encoding of the working tree, and returns its path.
 * Writes an empty file if the version doesn't exist, for example because both branches added the file.
 */
async function writeVersion(
  git: RunGitBytes,
  folder: string,
  file: string,
  version: FileVersion,
): Promise<string> {
  const target = path.join(folder, safePath(file));
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, await contentOf(git, `:${STAGES[version]}:${file}`));
  return target;
}

async function contentOf(git: RunGitBytes, name: string): Promise<Buffer> {
  try {
    return await git(['cat-file', '--filters', name]);
  } catch (error) {
    if (error instanceof GitFailedError) return Buffer.alloc(0);
    throw error;
  }
}
