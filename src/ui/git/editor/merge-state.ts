import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type MergeProgress, parseUnmerged } from '../../../app/git/merge-port';
import type { GitOperation } from '../../../domain/git/operation';
import type { RunGit } from './program';

/** Files and folders in the folder of git that exist during an operation. */
const MARKS = ['MERGE_HEAD', 'rebase-merge', 'rebase-apply', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'] as const;

const OPERATIONS = {
  'rebase-merge': 'rebase',
  'rebase-apply': 'rebase',
  MERGE_HEAD: 'merge',
  CHERRY_PICK_HEAD: 'cherry-pick',
  REVERT_HEAD: 'revert',
  BISECT_LOG: 'bisect',
} as const satisfies Readonly<Record<string, GitOperation>>;

/** Returns what was started in a repository and isn't finished. */
export async function operationIn(git: RunGit, folder: string): Promise<GitOperation | undefined> {
  const marks = Object.entries(OPERATIONS);
  const paths = await gitPaths(
    git,
    folder,
    marks.map(([name]) => name),
  );
  const found = await Promise.all(paths.map(exists));
  return marks[found.indexOf(true)]?.[1];
}

/** Reads the state of a merge or rebase. Nothing else is stored, so that changes in a terminal count too. */
export async function mergeProgress(git: RunGit, folder: string): Promise<MergeProgress> {
  const paths = await gitPaths(git, folder, MARKS);
  const [merge, rebase, ...others] = await Promise.all(paths.map(exists));
  const status = await git(['status', '--porcelain=v2', '-z', '--branch', '--untracked-files=no']);
  const unmerged = parseUnmerged(status);
  const left = new Set(unmerged.map((file) => file.path));
  const operation =
    rebase === true ? 'rebase' : merge === true ? 'merge' : others.includes(true) ? 'other' : undefined;
  const { branch, step } =
    operation === 'rebase' ? await rebaseState(paths[1] ?? '') : { branch: headOf(status), step: undefined };
  return {
    operation,
    branch,
    target: await targetOf(operation, paths),
    unmerged,
    resolved: (await resolvedPaths(git)).filter((each) => !left.has(each)),
    step,
  };
}

/** Undefined for a merge of several commits. */
async function targetOf(
  operation: MergeProgress['operation'],
  [merge = '', rebase = '']: readonly string[],
): Promise<string | undefined> {
  if (operation !== 'merge' && operation !== 'rebase') return undefined;
  const lines = (await textOf(operation === 'merge' ? merge : path.join(rebase, 'onto'))).split('\n');
  return lines.length === 1 && lines[0] !== '' ? lines[0] : undefined;
}

/** Returns an empty text if the file doesn't exist. */
const textOf = (file: string): Promise<string> =>
  readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => '',
  );

async function gitPaths(git: RunGit, folder: string, names: readonly string[]): Promise<readonly string[]> {
  const out = await git(['rev-parse', ...names.flatMap((name) => ['--git-path', name])]);
  return out.split('\n', names.length).map((line) => path.resolve(folder, line));
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

const DETACHED = '(detached)';

function headOf(status: string): string | undefined {
  const record = status.split('\0').find((each) => each.startsWith('# branch.head '));
  const name = record?.slice('# branch.head '.length);
  return name === DETACHED ? undefined : name;
}

/** Git records the conflicts that were resolved by staging or removing files. */
async function resolvedPaths(git: RunGit): Promise<readonly string[]> {
  const out = await git(['ls-files', '-z', '--resolve-undo']);
  return [...new Set(out.split('\0').flatMap((record) => record.split('\t').slice(1).join('\t') || []))];
}

/** During a rebase, HEAD is detached, and the branch is stored in a file. */
async function rebaseState(folder: string): Promise<Pick<MergeProgress, 'branch' | 'step'>> {
  const [head, at, of] = await Promise.all(
    ['head-name', 'msgnum', 'end'].map((name) => textOf(path.join(folder, name))),
  );
  const isBranch = head?.startsWith('refs/heads/') === true;
  const [atNumber, ofNumber] = [Number(at), Number(of)];
  return {
    branch: isBranch ? head.slice('refs/heads/'.length) : undefined,
    step: atNumber > 0 && ofNumber > 0 ? { at: atNumber, of: ofNumber } : undefined,
  };
}
