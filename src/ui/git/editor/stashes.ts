import {
  ChangesStashedError,
  GitFailedError,
  gitMessage,
  GitNotRunError,
  safeSha,
  type Stash,
} from '../../../app/shared/git-port';
import { endangeredSentence } from '../../../presentation/git/check-out-messages';
import type { GitProgram } from './program';

/** An entry in the list of stashes. Its position changes with every other stash, so the commit identifies it. */
interface Entry {
  readonly sha: string;
  readonly subject: string;
}

async function entries({ read }: Pick<GitProgram, 'read'>): Promise<readonly Entry[]> {
  const out = await read(['stash', 'list', '-z', '--format=%H%n%gs']);
  return out.split('\0').flatMap((entry) => {
    const [sha = '', subject = ''] = entry.split('\n');
    return sha === '' ? [] : [{ sha, subject }];
  });
}

/**
 * Stashes uncommitted changes of tracked files. Returns undefined if git stashed nothing, for example because only a
 * submodule has changes. Other programs can add stashes at the same time, so the new one is found by its name.
 */
export async function createStash(git: GitProgram, name: string): Promise<Stash | undefined> {
  const endangered = await replacements(git);
  if (endangered.length > 0) throw new GitNotRunError(endangeredSentence(endangered));
  const before = new Set((await entries(git)).map(({ sha }) => sha));
  const { code, message } = await git.tryChange(['stash', 'push', '--quiet', `--message=${name}`]);
  const added = (await entries(git)).find((entry) => !before.has(entry.sha) && isNamed(entry, name));
  const stash = added && { sha: added.sha, name };
  if (code === 0) return stash;
  // Git may fail after it has created the stash.
  throw stash === undefined ? new GitFailedError(message) : new ChangesStashedError(message, stash);
}

/** Maximum number of paths in a command, because the length of command lines is limited. */
const MAX_PATHS = 100;

/**
 * Returns the untracked files in place of tracked files or folders. Git deletes them when it stashes, to restore the
 * tracked ones.
 */
async function replacements({ read }: Pick<GitProgram, 'read'>): Promise<readonly string[]> {
  const out = await read(['diff', '--name-only', '-z', '--no-renames', '--diff-filter=D', 'HEAD']);
  const deleted = new Set(out.split('\0').filter((path) => path !== ''));
  const folders = new Set([...deleted].flatMap(foldersOf));
  const isInPlace = (path: string): boolean =>
    folders.has(path) || foldersOf(path).some((folder) => deleted.has(folder));
  const places = [...deleted, ...folders];
  if (places.length === 0) return [];
  // Each run searches the folders again, so many places are searched together.
  const where = places.length > MAX_PATHS ? [] : ['--', ...places];
  const others = await read(['--literal-pathspecs', 'ls-files', '--others', '-z', ...where]);
  return others.split('\0').filter((path) => path !== '' && isInPlace(path));
}

/** `a` and `a/b` for `a/b/c`. */
function foldersOf(path: string): readonly string[] {
  const names = path.split('/');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'));
}

/** Git shortens white space in subjects. */
const isNamed = ({ subject }: Entry, name: string): boolean =>
  subject.endsWith(`: ${name.replace(/\s+/g, ' ').trim()}`);

/** Returns the stash with a name that only one stash has; undefined if the list doesn't contain it. */
export async function findStash(git: Pick<GitProgram, 'read'>, name: string): Promise<Stash | undefined> {
  const found = (await entries(git)).find((entry) => isNamed(entry, name));
  return found && { sha: found.sha, name };
}

/**
 * Applies a stash and removes it from the list. Returns false, and applies nothing, if the list no longer contains it.
 * If it can't be applied, it remains in the list.
 */
export async function popStash(git: GitProgram, sha: string): Promise<boolean> {
  if (!(await entries(git)).some((each) => each.sha === safeSha(sha))) return false;
  await apply(git, sha);
  await drop(git, sha);
  return true;
}

async function apply({ read, change, tryChange }: GitProgram, sha: string): Promise<void> {
  // Not `--quiet`, because git reports conflicts on the standard output.
  const { code, out, message } = await tryChange(['stash', 'apply', '--index', sha]);
  if (code === 0) return;
  if ((await read(['ls-files', '--unmerged'])) !== '') {
    const conflicts = out.split('\n').filter((line) => line.startsWith('CONFLICT'));
    throw new GitFailedError(conflicts.length > 0 ? gitMessage(conflicts.join('\n')) : message);
  }
  // Staged changes may not apply to the index of another commit. Git has changed nothing, so try without `--index`.
  await change(['stash', 'apply', sha]);
}

const MAX_ATTEMPTS = 5;

/**
 * Removes a stash from the list. Git takes only positions. If another program adds a stash between reading the list and
 * removing, the wrong one is removed, which is then added again.
 */
async function drop(git: GitProgram, sha: string): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const position = (await entries(git)).findIndex((each) => each.sha === sha);
    if (position === -1) return;
    const dropped = await git.change(['stash', 'drop', `stash@{${position}}`]);
    const removed = /\b(?:[0-9a-f]{64}|[0-9a-f]{40})\b/.exec(dropped)?.[0];
    if (removed === undefined || removed === sha) return;
    const subject = (await git.read(['log', '--no-walk', '--format=%s', removed])).trim();
    await git.change(['stash', 'store', '--quiet', `--message=${subject}`, removed]);
  }
}
