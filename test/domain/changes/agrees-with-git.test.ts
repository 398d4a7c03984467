import assert from 'node:assert/strict';
import fc from 'fast-check';
import { diffOfEntry } from '../../../src/domain/changes/entry-diff';
import type { FileDiff } from '../../../src/domain/changes/file-diff';
import { linesOfHunk } from '../../../src/domain/changes/hunk-lines';
import { readPatch } from '../../../src/domain/changes/patch-reader';
import { knowsLine, newSide, sidesFromHunks } from '../../../src/domain/changes/sides';
import { type PatchEntry, patchText } from '../../../src/domain/shared/patch-text';
import { type Git, type Tree, type Trees, treesOf, withTrees } from './git-trees';

/**
 * Formats in which Git writes the same change: options for comparing and writing, and the number of path
 * components that `git apply` strips.
 */
interface Form {
  readonly compare: readonly string[];
  readonly write: readonly string[];
  readonly strip?: number;
}
const FORMS: readonly Form[] = [
  { compare: ['--find-renames'], write: [] },
  { compare: ['--find-copies', '--find-copies-harder'], write: ['--binary', '-U0'] },
  { compare: ['--no-renames', '--patience'], write: ['--full-index', '-U1'] },
  { compare: ['--find-renames'], write: ['--no-prefix', '-U10'], strip: 0 },
  { compare: ['--find-renames=30%', '--break-rewrites'], write: ['--src-prefix=i/', '--dst-prefix=w/'] },
  { compare: ['--find-copies', '-R'], write: ['--inter-hunk-context=5'] },
];

/** Commands that write several commits, with text between them. */
const SEVERAL_COMMITS: readonly (readonly string[])[] = [
  ['log', '--patch', '--root', 'before', 'after'],
  ['format-patch', '--stdout', '--root', '--numbered', 'after'],
];

interface Change {
  readonly patch: Buffer;
  /**
   * Lines added, lines removed, and path of each file. `git apply` rejects patches with a folder whose name
   * ends with a space.
   */
  readonly applied: readonly Count[] | undefined;
  readonly counted: readonly Count[];
  readonly raw: readonly Raw[];
}
type Count = readonly [added: string, removed: string, path: string];
type Raw = readonly [oldMode: string, newMode: string, status: string, oldPath: string, newPath: string];

describe('patch parser compared with Git', () => {
  it('returns the same counts, paths, and modes as Git, and restores both sides', async () => {
    let applied = 0;
    await fc.assert(
      fc.asyncProperty(treesOf(60), fc.boolean(), async (trees, quotes) => {
        await withTrees(trees, async (git) => {
          for (const form of FORMS) applied += await compare(trees, git, form, quotes);
          for (const commits of SEVERAL_COMMITS) await compareCounts(git, commits);
        });
      }),
      { numRuns: 8, endOnFailure: true },
    );
    assert.ok(applied >= 1_000, `${applied} changes of files were compared with git apply`);
  });
});

/** Returns the number of changes that were compared with `git apply`. */
async function compare(trees: Trees, git: Git, form: Form, quotes: boolean): Promise<number> {
  const change = await changeOf(git, form, quotes);
  const text = change.patch.toString();
  const files = readPatch(text);
  const turned = new Set(change.raw.flatMap(([, , status, path]) => (status === 'T' ? [path] : [])));
  const counts = files.map(countOf);
  if (change.applied !== undefined)
    assert.deepEqual(counts, change.applied, 'counts and paths are as applied');
  assert.deepEqual(once(counts, turned), once(change.counted, turned), 'counts and paths are as compared');
  assert.deepEqual(wholeTypeChanges(files), change.raw.map(rawOf));
  // Content in any encoding: one character for each byte.
  const bytewise = readPatch(change.patch.toString('latin1'));
  const [before, after] = form.compare.includes('-R')
    ? [trees.after, trees.before]
    : [trees.before, trees.after];
  files.forEach((file, index) => {
    const raw = bytewise[index];
    assert.ok(raw);
    agreesWithBlobs({ ...raw, oldPath: file.oldPath, newPath: file.newPath }, before, after);
    isReadAsEntry(file);
  });
  return change.applied === undefined ? 0 : files.length;
}

async function compareCounts(git: Git, commits: readonly string[]): Promise<void> {
  const patch = await git(commits);
  const applied = await git(['apply', '--numstat', '-z'], patch).catch(() => undefined);
  if (applied !== undefined) assert.deepEqual(readPatch(patch.toString()).map(countOf), fieldsOf(applied));
}

/**
 * Removes files whose type changes: a patch contains them twice, as deleted and as added, and `git diff
 * --numstat` once. A patch doesn't show that a file that was only moved is binary.
 */
const once = (counts: readonly Count[], turned: ReadonlySet<string>): readonly Count[] =>
  counts
    .filter(([, , path]) => !turned.has(path))
    .map(([added, removed, path]) => (added === '-' ? ['0', '0', path] : [added, removed, path]));

async function changeOf(
  git: Git,
  { compare: options, write, strip = 1 }: Form,
  quotes: boolean,
): Promise<Change> {
  const diff = (...more: string[]): Promise<Buffer> =>
    git(['-c', `core.quotePath=${quotes}`, 'diff', ...options, ...more, 'before', 'after', '--']);
  const patch = await diff('--patch', ...write);
  const applied = git(['apply', '--numstat', '-z', `-p${strip}`], patch).catch(() => undefined);
  const [counted, raw] = await Promise.all([diff('--numstat', '-z'), diff('--raw', '-z', '--no-abbrev')]);
  return { patch, applied: fieldsOf(await applied), counted: countsOf(counted), raw: rawsOf(raw) };
}

const parts = (out: Buffer): string[] => out.toString().split('\0').slice(0, -1);

const countAt = (field = ''): Count => {
  const [, added = '', removed = '', path = ''] = /^([^\t]*)\t([^\t]*)\t(.*)$/s.exec(field) ?? [];
  return [added, removed, path];
};
const fieldsOf = (out: Buffer | undefined): readonly Count[] | undefined => out && parts(out).map(countAt);

/** `git diff` writes both paths of a rename in separate fields. */
function countsOf(out: Buffer): readonly Count[] {
  const fields = parts(out);
  const counts: Count[] = [];
  while (fields.length > 0) {
    const [added, removed, path] = countAt(fields.shift());
    counts.push([added, removed, path === '' ? (fields.splice(0, 2)[1] ?? '') : path]);
  }
  return counts;
}

function rawsOf(out: Buffer): readonly Raw[] {
  const fields = parts(out);
  const raws: Raw[] = [];
  while (fields.length > 0) {
    const [oldMode = '', newMode = '', , , status = ''] = fields.shift()?.slice(1).split(' ') ?? [];
    const [oldPath = '', newPath = oldPath] = fields.splice(0, /^[RC]/.test(status) ? 2 : 1);
    raws.push([oldMode, newMode, status[0] ?? '', oldPath, newPath]);
  }
  return raws;
}

const countOf = (file: FileDiff): Count => [
  file.binary ? '-' : `${file.added}`,
  file.binary ? '-' : `${file.removed}`,
  file.change === 'deleted' ? file.oldPath : file.newPath,
];

const STATUS = { added: 'A', deleted: 'D', modified: 'M', renamed: 'R', copied: 'C' } as const;
interface RawEntry {
  readonly status: string;
  readonly paths: readonly [string, string];
  readonly modes: readonly string[];
}

const rawOf = ([oldMode, newMode, status, ...paths]: Raw): RawEntry => {
  const existingModes = [oldMode, newMode].filter((mode) => mode !== '000000');
  // A file that was only moved or copied has no line with its mode.
  const modes = /[RC]/.test(status) && oldMode === newMode ? [] : existingModes;
  return { status, paths, modes };
};

/** A patch contains a file whose type changes twice: as deleted and as added. */
function wholeTypeChanges(files: readonly FileDiff[]): readonly RawEntry[] {
  const entries: RawEntry[] = [];
  for (const file of files) {
    const modes = [file.oldMode, file.newMode].filter((mode) => mode !== undefined);
    const status: string = STATUS[file.change];
    const previous = entries.at(-1);
    if (previous?.status === 'D' && status === 'A' && previous.paths[0] === file.oldPath) {
      entries[entries.length - 1] = { ...previous, status: 'T', modes: [...previous.modes, ...modes] };
    } else {
      const moved = /[RC]/.test(status) && modes[0] === modes[1];
      entries.push({ status, paths: [file.oldPath, file.newPath], modes: moved ? [] : modes });
    }
  }
  return entries;
}

function agreesWithBlobs(file: FileDiff, before: Tree, after: Tree): void {
  const old = file.change === 'added' ? '' : before.get(file.oldPath)?.content.toString('latin1');
  const now = file.change === 'deleted' ? '' : after.get(file.newPath)?.content.toString('latin1');
  assert.ok(old !== undefined && now !== undefined, 'the paths are those of the trees');
  assert.equal(file.incomplete, false);
  if (file.binary) return;
  assert.ok(newSide(old, file) === now, 'the new side is rebuilt byte for byte');
  const sides = sidesFromHunks(file, (lines) => `${lines ?? 'some'} lines\nare not shown`);
  agreesLineByLine(file, 'old', sides.old, old);
  agreesLineByLine(file, 'new', sides.new, now);
}

function agreesLineByLine(file: FileDiff, side: 'old' | 'new', partial: string, whole: string): void {
  const [partialLines, wholeLines] = [partial.split('\n'), whole.split('\n')];
  const inHunks = new Set(
    file.hunks.flatMap((hunk) =>
      linesOfHunk(file, hunk).flatMap(({ oldLine, newLine }) => (side === 'old' ? oldLine : newLine) ?? []),
    ),
  );
  for (let at = 1; at <= Math.max(partialLines.length, wholeLines.length); at++) {
    assert.equal(knowsLine(file, side, at), inHunks.has(at));
    if (inHunks.has(at)) assert.equal(partialLines[at - 1], wholeLines[at - 1], `line ${at} is the file's`);
  }
}

/** Servers return the same change as an entry: its hunks, with or without the lines that name both sides. */
function isReadAsEntry(file: FileDiff): void {
  const body = /^(?:--- |@@ -|Binary files |GIT binary patch)/m.exec(file.text)?.index ?? file.text.length;
  const hunks = /^@@ -/m.exec(file.text)?.index ?? file.text.length;
  for (const begin of [body, hunks]) {
    const entry: PatchEntry = {
      old_path: file.oldPath,
      new_path: file.newPath,
      a_mode: file.oldMode ?? '0',
      b_mode: file.newMode ?? '0',
      diff: file.text.slice(begin),
      new_file: file.change === 'added',
      deleted_file: file.change === 'deleted',
      renamed_file: file.change === 'renamed',
      collapsed: false,
      too_large: false,
    };
    const read = diffOfEntry(entry);
    const summaryOf = ({ added, removed, oldPath, newPath, oldMode, newMode }: FileDiff): unknown[] => [
      ...[added, removed, oldPath, newPath, oldMode, newMode],
    ];
    assert.deepEqual(summaryOf(read), summaryOf(file));
    assert.deepEqual(
      read.hunks.map((hunk) => linesOfHunk(read, hunk)),
      file.hunks.map((hunk) => linesOfHunk(file, hunk)),
    );
    if (read.hunks.length > 0 && file.change !== 'copied') {
      const [again] = readPatch(patchText([entry]));
      assert.deepEqual(again && [countOf(again), again.change], [countOf(file), file.change]);
    }
  }
}
