import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { git, gitWithInput } from './git';
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
/** Objects that no ref refers to have no effect. */
const OBJECTS = path.join('.git', 'objects');
/** The states at the start of the window, by folder. */
const initial = new Map<string, CloneState>();

/** Versions of all files after the last call, by folder. */
const restored = new Map<string, string>();

/** Restores the clones of the workspace to their states at the first call. Runs no git if no file was changed. */
export async function restoreClones(): Promise<void> {
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    const folder = uri.fsPath;
    if (restored.get(folder) === versionsIn(folder)) continue;
    const known = initial.get(folder);
    if (known === undefined) initial.set(folder, await stateOf(folder));
    else await restore(folder, known);
    restored.set(folder, versionsIn(folder));
  }
}

/** Returns the size and times of all files and folders of a clone, except objects of Git. */
function versionsIn(folder: string): string {
  const lines: string[] = [];
  const add = (name: string): void => {
    // Git can remove its temporary files meanwhile.
    const stat = lstatSync(path.join(folder, name), { throwIfNoEntry: false });
    lines.push(`${name} ${stat?.size} ${stat?.mode} ${stat?.mtimeMs} ${stat?.ctimeMs}`);
  };
  const visit = (parent: string): void => {
    for (const entry of readdirSync(path.join(folder, parent), { withFileTypes: true })) {
      const name = path.join(parent, entry.name);
      if (name === OBJECTS) continue;
      add(name);
      if (entry.isDirectory()) visit(name);
    }
  };
  visit('');
  return lines.sort().join('\n');
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

/** Runs git once for all refs, because each start takes about 20 ms. */
async function restoreRefs(folder: string, refs: CloneState['refs']): Promise<void> {
  const now = await refsOf(folder);
  const added = [...now.keys()].filter((name) => !refs.has(name)).map((name) => `delete ${name}\n`);
  const changed = [...refs]
    // The default branch of the remote is a symbolic ref.
    .filter(([name, sha]) => !name.endsWith('/HEAD') && now.get(name) !== sha)
    .map(([name, sha]) => `update ${name} ${sha}\n`);
  // A new ref can have the name of a folder of a former one.
  for (const lines of [added, changed])
    if (lines.length > 0) await gitWithInput(folder, lines.join(''), 'update-ref', '--stdin');
}

async function restore(folder: string, { refs, config }: CloneState): Promise<void> {
  for (const name of OPERATIONS) {
    const file = path.join(folder, '.git', name);
    if (existsSync(file)) rmSync(file, { recursive: true });
  }
  writeFileSync(configOf(folder), config);
  await git(folder, 'reset', '--quiet', '--hard');
  await git(folder, 'checkout', '--quiet', '--force', '-B', BRANCH, refs.get(`refs/heads/${BRANCH}`) ?? '');
  await git(folder, 'clean', '--quiet', '-ffdx');
  if (existsSync(path.join(folder, '.git/worktrees'))) await git(folder, 'worktree', 'prune');
  await restoreRefs(folder, refs);
  writeFileSync(configOf(folder), config);
  await seenBranch(folder, BRANCH);
}
