/** Why git can't merge a file. The source branch is that of the merge request, the target that it merges into. */
export const CONFLICT_REASONS = [
  'both-modified',
  'both-added',
  'deleted-in-source',
  'deleted-in-target',
  'renamed',
  'mode',
  'binary',
  'submodule',
  'file-and-folder',
] as const;
export type ConflictReason = (typeof CONFLICT_REASONS)[number];

export interface ConflictingFile {
  readonly path: string;
  readonly reason: ConflictReason;
}

/** The entries of a file in an index with conflicts: 1 is the common ancestor, 2 is ours, 3 is theirs. */
type Stage = '1' | '2' | '3';

interface Entry {
  readonly mode: string;
  readonly id: string;
}

/** Reasons by git's stable names of conflicts, the most specific first. */
const BY_TYPE: readonly (readonly [type: RegExp, reason: ConflictReason])[] = [
  [/^CONFLICT \(.*submodule.*\)$/, 'submodule'],
  [/^CONFLICT \((file\/directory|distinct modes|distinct types)\)$/, 'file-and-folder'],
  [/^CONFLICT \(.*rename.*\)$/, 'renamed'],
  [/^CONFLICT \(binary\)$/, 'binary'],
];

const SUBMODULE_MODE = '160000';

/**
 * Parses the output of `git merge-tree --write-tree -z` with messages for two commits that conflict: the source
 * branch first, then the target branch.
 */
export function parseMergeTree(output: string): readonly ConflictingFile[] {
  const fields = output.split('\0');
  // The first field is the resulting tree. An empty one ends the entries.
  const blank = fields.indexOf('', 1);
  const end = blank === -1 ? fields.length : blank;
  const types = typesByPath(fields.slice(end + 1));
  return [...entriesByPath(fields.slice(1, end))].map(([path, entries]) => ({
    path,
    reason: reasonOf(entries, types.get(path) ?? []),
  }));
}

/** A file with conflicts in the index after a merge. */
export interface IndexConflict extends ConflictingFile {
  /** The blobs of both sides if it is a regular file on both, so that it can be binary. */
  readonly blobs: readonly [ours: string, theirs: string] | undefined;
  /**
   * The path at which the other side may have a folder: git adds the name of a branch to the path of a file that a
   * folder replaces.
   */
  readonly folder: string | undefined;
}

/**
 * Parses the output of `git ls-files --unmerged -z` after a merge of the target branch into the source branch. Without the
 * messages of `git merge-tree`, a binary file counts as modified, and a file that is a folder on the other side as renamed.
 */
export function parseUnmergedIndex(output: string): readonly IndexConflict[] {
  return [...entriesByPath(output.split('\0'))].map(([path, entries]) => {
    const reason = reasonOf(entries, []);
    const [ours, theirs] = [entries.get('2'), entries.get('3')];
    const isText =
      ours !== undefined && theirs !== undefined && isFileMode(ours.mode) && isFileMode(theirs.mode);
    const isOneSided = !entries.has('1') && (ours === undefined) !== (theirs === undefined);
    return {
      path,
      reason: areOtherTypes(ours, theirs) && reason !== 'submodule' ? 'file-and-folder' : reason,
      blobs: isText && ours.id !== theirs.id ? [ours.id, theirs.id] : undefined,
      folder: isOneSided ? path.replace(/~[^~/]*$/, '') : undefined,
    };
  });
}

const areOtherTypes = (ours: Entry | undefined, theirs: Entry | undefined): boolean =>
  ours !== undefined && theirs !== undefined && isFileMode(ours.mode) !== isFileMode(theirs.mode);

/** Parses lines of `<mode> <id> <stage>\t<path>`. */
function entriesByPath(lines: readonly string[]): ReadonlyMap<string, ReadonlyMap<string, Entry>> {
  const files = new Map<string, Map<string, Entry>>();
  for (const line of lines) {
    const [, mode = '', id = '', stage = '', path] = /^(\d+) ([0-9a-f]+) ([123])\t(.*)$/s.exec(line) ?? [];
    if (path === undefined) continue;
    files.set(path, (files.get(path) ?? new Map<string, Entry>()).set(stage, { mode, id }));
  }
  return files;
}

function reasonOf(entries: ReadonlyMap<string, Entry>, types: readonly string[]): ConflictReason {
  if ([...entries.values()].some(({ mode }) => mode === SUBMODULE_MODE)) return 'submodule';
  const [ours, theirs] = [entries.get('2'), entries.get('3')];
  const isSameText = ours !== undefined && ours.id === theirs?.id;
  if (isSameText && isFileMode(ours.mode) && isFileMode(theirs.mode)) return 'mode';
  return specificReason(types) ?? reasonOfStages(new Set(entries.keys()));
}

/** Messages are records of a number of paths, the paths, the type, and a text. */
function typesByPath(fields: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const types = new Map<string, string[]>();
  for (let at = 0; at < fields.length;) {
    const count = Number(fields[at]);
    if (fields[at] === '' || !Number.isInteger(count) || count < 0) break;
    const type = fields[at + count + 1] ?? '';
    for (const path of fields.slice(at + 1, at + 1 + count))
      types.set(path, [...(types.get(path) ?? []), type]);
    at += count + 3;
  }
  return types;
}

const specificReason = (types: readonly string[]): ConflictReason | undefined =>
  BY_TYPE.find(([pattern]) => types.some((type) => pattern.test(type)))?.[1];

function reasonOfStages(stages: ReadonlySet<string>): ConflictReason {
  const has = (stage: Stage): boolean => stages.has(stage);
  if (has('2') && has('3')) return has('1') ? 'both-modified' : 'both-added';
  if (!has('1')) return 'renamed';
  if (has('2')) return 'deleted-in-target';
  return has('3') ? 'deleted-in-source' : 'renamed';
}

/** A file with conflicts in the index of a clone. */
export interface UnmergedFile {
  readonly path: string;
  /** Whether the versions exist. `ours` is that of HEAD: in a rebase, that of the target branch. */
  readonly ours: boolean;
  readonly theirs: boolean;
  /** Whether it is a regular file on both sides, so that its text can be merged. */
  readonly isMergeable: boolean;
  /** Whether one side is executable, the other isn't, and there is no common ancestor that shows which one changed. */
  readonly hasModeConflict: boolean;
  /** The blobs, or commits of submodules, of both sides. */
  readonly ids: readonly [ours: string, theirs: string];
  /** The modes of both sides, for example `100644`; `000000` for a version that doesn't exist. */
  readonly modes: readonly [ours: string, theirs: string];
}

const isFileMode = (mode: string): boolean => mode.startsWith('100');
const ABSENT = '000000';

/** True if a mode is that of a submodule. */
export const isSubmoduleMode = (mode: string): boolean => mode === SUBMODULE_MODE;

/** Parses the entries of files with conflicts from `git status --porcelain=v2 -z`. */
export function parseUnmerged(output: string): readonly UnmergedFile[] {
  return output.split('\0').flatMap((record) => {
    const found = /^u .. \S+ (\d{6}) (\d{6}) (\d{6}) \d{6} [0-9a-f]+ ([0-9a-f]+) ([0-9a-f]+) (.*)$/s.exec(
      record,
    );
    if (found === null) return [];
    const [, base = '', ours = '', theirs = '', oursId = '', theirsId = '', path = ''] = found;
    const isMergeable = isFileMode(ours) && isFileMode(theirs);
    return [
      {
        path,
        ours: ours !== ABSENT,
        theirs: theirs !== ABSENT,
        isMergeable,
        hasModeConflict: isMergeable && ours !== theirs && !isFileMode(base),
        ids: [oursId, theirsId],
        modes: [ours, theirs],
      },
    ];
  });
}

/**
 * The message that the service uses for a merge commit that resolves conflicts. Commit messages aren't translated, and
 * control characters in paths are left out.
 */
export function mergeMessage(target: string, source: string, paths: readonly string[]): string {
  const title = `Merge branch '${target}' into '${source}'`;
  if (paths.length === 0) return title;
  return [title, '', '# Conflicts:', ...paths.map((path) => `#   ${path.replace(/\p{Cc}/gu, '')}`)].join(
    '\n',
  );
}
