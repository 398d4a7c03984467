import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { git } from './git';
import { seenBranch } from './seen-branch';

/** The state of a clone that tests can change. */
interface CloneState {
  readonly refs: ReadonlyMap<string, string>;
  readonly config: string;
}

const BRANCH = 'main';
/** Files and folders of Git that belong to an operation that isn't finished. */
const OPERATIONS = [
  'MERGE_HEAD',
  'MERGE_MODE',
  'MERGE_MSG',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'rebase-merge',
  'rebase-apply',
  'sequencer',
  'index.lock',
];
/** The states at the start of the window, by folder. */
const initial = new Map<string, CloneState>();

/** Restores the clones of the workspace to their states at the first call. */
export async function restoreClones(): Promise<void> {
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    const known = initial.get(uri.fsPath);
    if (known === undefined) initial.set(uri.fsPath, await stateOf(uri.fsPath));
    else await restore(uri.fsPath, known);
  }
}

const configOf = (folder: string): string => path.join(folder, '.git/config');

async function refsOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const text = await git(folder, 'for-each-ref', '--format=%(refname) %(objectname)');
  return new Map(text.split('\n').map((line) => line.split(' ') as [string, string]));
}

const stateOf = async (folder: string): Promise<CloneState> => ({
  refs: await refsOf(folder),
  config: readFileSync(configOf(folder), 'utf8'),
});

async function restore(folder: string, { refs, config }: CloneState): Promise<void> {
  for (const name of OPERATIONS) {
    const file = path.join(folder, '.git', name);
    if (existsSync(file)) rmSync(file, { recursive: true });
  }
  writeFileSync(configOf(folder), config);
  await git(folder, 'reset', '--quiet', '--hard');
  await git(folder, 'checkout', '--quiet', '--force', '-B', BRANCH, refs.get(`refs/heads/${BRANCH}`) ?? '');
  await git(folder, 'clean', '--quiet', '-ffdx');
  await git(folder, 'worktree', 'prune');
  for (const name of (await refsOf(folder)).keys()) {
    if (!refs.has(name)) await git(folder, 'update-ref', '-d', name);
  }
  for (const [name, sha] of refs) {
    // The default branch of the remote is a symbolic ref.
    if (!name.endsWith('/HEAD')) await git(folder, 'update-ref', name, sha);
  }
  writeFileSync(configOf(folder), config);
  await seenBranch(folder, BRANCH);
}
