import { execFile } from 'node:child_process';
import { access, realpath } from 'node:fs/promises';
import { devNull } from 'node:os';
import path from 'node:path';
import { GitFailedError, gitMessage, GitNotRunError } from '../../../app/shared/git-port';
import { abortReason } from '../../../base/abort';
import { t } from '../../../base/localize';
import { childEnvironment } from './own-environment';

/** A git command in a folder. */
export interface GitRun {
  /** The executable. */
  readonly program: string;
  /** Root of the working tree, or for `create` a folder that needs no repository. */
  readonly folder: string;
  readonly args: readonly string[];
  /**
   * `read`: runs no hooks and no file system monitor, and takes no locks. `change`: as the user's git does it.
   * `create`: for commands that don't need a repository, such as `clone`.
   */
  readonly purpose: 'read' | 'change' | 'create';
  /** `repository`: ignores the settings of the user and the system, and all variables for git. */
  readonly settings?: 'all' | 'repository';
  /** Additional variables. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Standard input. */
  readonly input?: string | undefined;
}

/** The result of git with any exit code. */
export interface GitResult {
  readonly code: number;
  readonly out: Buffer;
  /** The reason of a failure. */
  readonly message: string;
}

/** Enough for the list of files in a large diff. */
const MAX_BYTES = 64 * 1024 * 1024;

const READ_OPTIONS = [
  '--no-optional-locks',
  ...['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'log.showSignature=false'].flatMap((setting) => [
    '-c',
    setting,
  ]),
];

const OPTIONS: Readonly<Record<GitRun['purpose'], readonly string[]>> = {
  read: READ_OPTIONS,
  change: [],
  create: READ_OPTIONS,
};

/**
 * Variables that name a repository, which git sets for hooks and aliases (`git rev-parse --local-env-vars`). An
 * editor that was started by one of them has inherited them.
 */
const REPOSITORY_VARIABLE =
  /^GIT_(?:DIR|WORK_TREE|IMPLICIT_WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|PREFIX|INTERNAL_SUPER_PREFIX|GRAFT_FILE|SHALLOW_FILE|REPLACE_REF_BASE|CONFIG|CONFIG_PARAMETERS)$/i;

/**
 * The only function that starts git. Runs it in a repository that the caller names, never in one around it. Uses no
 * shell, and never asks for a password or opens an editor or pager. Rejects with `GitNotRunError` if the folder isn't the
 * root of a repository, and with `GitFailedError` if git can't be run.
 */
export async function runGit(run: GitRun): Promise<GitResult> {
  const { folder, purpose } = run;
  if (purpose === 'create') return start(run, await realpath(folder));
  const root = await requireRepository(folder);
  // Git can't be limited to a folder whose path contains the separator of paths.
  if (root.includes(path.delimiter)) {
    const { code, out } = await start(
      { ...run, args: ['rev-parse', '--show-cdup'], purpose: 'read', input: undefined },
      root,
    );
    if (code !== 0 || out.toString().trim() !== '') throw notARepository(folder);
  }
  return start(run, root);
}

/**
 * Returns the path of a repository's root without symbolic links. Rejects with `GitNotRunError` if the folder has no
 * `.git`, because git would use a repository around it.
 */
export async function requireRepository(folder: string): Promise<string> {
  try {
    const root = await realpath(folder);
    await access(path.join(root, '.git'));
    return root;
  } catch {
    throw notARepository(folder);
  }
}

const notARepository = (folder: string): GitNotRunError =>
  new GitNotRunError(t("The folder {0} isn't the root of a Git repository.", folder));

function start(run: GitRun, root: string): Promise<GitResult> {
  const { program, args, purpose, settings = 'all', environment, signal, input } = run;
  const options = {
    cwd: root,
    maxBuffer: MAX_BYTES,
    windowsHide: true,
    encoding: 'buffer' as const,
    env: { ...gitEnvironment(root, settings), ...environment },
    ...(signal === undefined ? {} : { signal }),
  };
  return new Promise((resolve, reject) => {
    const child = execFile(program, [...OPTIONS[purpose], ...args], options, (error, out, stderr) => {
      if (error === null) {
        resolve({ code: 0, out, message: '' });
        return;
      }
      const message = gitMessage(stderr.toString()) || gitMessage(out.toString()) || error.message;
      if (signal?.aborted === true) reject(abortReason(signal));
      else if (typeof error.code === 'number') resolve({ code: error.code, out, message });
      else reject(new GitFailedError(message, error));
    });
    if (input === undefined) return;
    // If git exits early, its error message is reported instead.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

const SETTINGS_VARIABLES: Readonly<
  Record<NonNullable<GitRun['settings']>, { readonly removed: RegExp; readonly added: NodeJS.ProcessEnv }>
> = {
  all: { removed: REPOSITORY_VARIABLE, added: {} },
  repository: { removed: /^GIT_/i, added: { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull } },
};

function gitEnvironment(root: string, settings: NonNullable<GitRun['settings']>): NodeJS.ProcessEnv {
  const { removed, added } = SETTINGS_VARIABLES[settings];
  const inherited = Object.entries(childEnvironment(process.env)).filter(([name]) => !removed.test(name));
  return {
    ...Object.fromEntries(inherited),
    ...added,
    // Git searches for a repository in the folder itself, but not above it.
    GIT_CEILING_DIRECTORIES: path.dirname(root),
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
    GIT_PAGER: 'cat',
  };
}
