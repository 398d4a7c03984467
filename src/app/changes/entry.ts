import { createHash } from 'node:crypto';
import type { ResultOf } from '../../api/endpoint';
import type { listDiffs } from '../../api/endpoints/diffs';
import { diffOfEntry } from '../../domain/changes/entry-diff';
import type { FileDiff } from '../../domain/changes/file-diff';
import type { InterdiffFile } from '../../domain/changes/interdiff';
import { hasChangedLines, patchBody } from '../../domain/changes/patch-body';
import type { ChangeComparison, ReviewFile } from '../../domain/changes/review-file';

export type DiffEntry = ResultOf<typeof listDiffs>;

/** A file of a version, created from the server's response. Computes hashes only when needed. */
export class ReviewEntry implements ReviewFile {
  readonly path: string;
  readonly diff: FileDiff;
  readonly generated: boolean;
  readonly withheld: ReviewFile['withheld'];
  readonly #head: string;
  #patchKey: string | undefined;

  /** `head`: the head commit of the version. */
  constructor(entry: DiffEntry, head: string) {
    this.#head = head;
    this.diff = diffOfEntry(entry);
    this.path = pathOf(this.diff);
    this.generated = entry.generated_file;
    this.withheld = withheldOf(entry, this.diff);
  }

  get patchKey(): string {
    // If the diff doesn't contain the change, it may differ in each version, so include the head.
    const isComplete = hasChangedLines(this.diff) && this.withheld === undefined;
    return (this.#patchKey ??= patchKey(this.diff, isComplete ? '' : this.#head));
  }
}

/**
 * Only newer servers report which diffs they omitted. But a modified file without a diff was omitted unless
 * its mode changed. Added, deleted, and renamed files can have an empty diff.
 */
function withheldOf(entry: DiffEntry, { change, oldMode, newMode }: FileDiff): ReviewFile['withheld'] {
  if (entry.diff !== '') return undefined;
  if (entry.too_large) return 'too-large';
  return entry.collapsed || (change === 'modified' && oldMode === newMode) ? 'collapsed' : undefined;
}

/** Returns a file of a comparison of two versions; undefined if it is the same in both. */
export function comparedFile(
  { path, comparison, before, after }: InterdiffFile,
  known: ReadonlyMap<string, ReviewEntry>,
): ReviewFile | undefined {
  const diff = after ?? before;
  if (comparison === 'same' || diff === undefined) return undefined;
  return new ComparedFile({ path, diff, comparison, before }, known.get(path));
}

class ComparedFile implements ReviewFile {
  readonly path: string;
  readonly diff: FileDiff;
  readonly comparison: ChangeComparison;
  readonly before: FileDiff | undefined;
  readonly #entry: ReviewEntry | undefined;
  #patchKey: string | undefined;

  constructor(
    { path, diff, comparison, before }: Pick<ComparedFile, 'path' | 'diff' | 'comparison' | 'before'>,
    entry: ReviewEntry | undefined,
  ) {
    this.path = path;
    this.diff = diff;
    this.comparison = comparison;
    this.before = before;
    this.#entry = entry;
  }

  get generated(): boolean {
    return this.#entry?.generated ?? false;
  }
  get withheld(): ReviewFile['withheld'] {
    return this.#entry?.withheld;
  }
  get patchKey(): string {
    return (this.#patchKey ??= this.#entry?.patchKey ?? patchKey(this.diff));
  }
}

const pathOf = ({ change, oldPath, newPath }: FileDiff): string => (change === 'deleted' ? oldPath : newPath);

/**
 * Identifies the change of a file independent of its location (see `patchBody`). Returns a SHA-256 in
 * hexadecimal. `version`: the head commit of the diff, required if the diff doesn't contain the change
 * (binary files, omitted hunks), because such diffs are the same in every version.
 */
export function patchKey(diff: FileDiff, version = ''): string {
  return createHash('sha256')
    .update(`${patchBody(diff)}\n${version}`)
    .digest('hex');
}
