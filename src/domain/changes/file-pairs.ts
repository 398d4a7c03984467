import type { FileDiff } from './file-diff';
import { linesOfHunk } from './hunk-lines';
import { changeBody } from './patch-body';

/** Maximum number of changed lines in unpaired files, and of steps, when searching for similar changes. */
const MAX_LINES = 100_000;
const MAX_STEPS = 2_000_000;
/**
 * Minimum share of the changed lines that two changes of the same file have in common. Git uses the same
 * value to detect renames.
 */
const MIN_LIKE = 0.5;

/** Returns a key for the file that a change belongs to; undefined if the rule doesn't apply. */
type Rule = (diff: FileDiff) => string | undefined;

/** Applied in this order. Files that were paired by a rule aren't available to later rules. */
const RULES: readonly Rule[] = [
  ({ oldPath, newPath }) => JSON.stringify([oldPath, newPath]),
  ({ change, oldPath, newPath }) => (change === 'deleted' ? oldPath : newPath),
  // Renamed in one version, or to different names.
  ({ change, oldPath }) => (change === 'added' || change === 'copied' ? undefined : oldPath),
  // The same changed lines with another path: renamed by the author or in the base commit.
  (diff) => changeBody(diff) || undefined,
];

/**
 * Returns for each change of the newer version the change of the same file in the older version, if there is
 * one.
 */
export function pairsOf(from: readonly FileDiff[], to: readonly FileDiff[]): ReadonlyMap<FileDiff, FileDiff> {
  const pairs = new Map<FileDiff, FileDiff>();
  const free = new Set(from);
  const pair = (after: FileDiff, before: FileDiff): void => {
    pairs.set(after, before);
    free.delete(before);
  };
  const open = (): FileDiff[] => (free.size === 0 ? [] : to.filter((diff) => !pairs.has(diff)));
  for (const rule of RULES) {
    const unpaired = open();
    if (unpaired.length === 0) break;
    const byName = new Map<string, FileDiff>();
    for (const before of free) {
      const name = rule(before);
      if (name !== undefined && !byName.has(name)) byName.set(name, before);
    }
    for (const after of unpaired) {
      const name = rule(after);
      const before = name === undefined ? undefined : byName.get(name);
      if (before !== undefined && free.has(before)) pair(after, before);
    }
  }
  for (const { before, after } of alike([...free], open()))
    if (free.has(before) && !pairs.has(after)) pair(after, before);
  return pairs;
}

interface SimilarPair {
  readonly before: FileDiff;
  readonly after: FileDiff;
  /** The share of changed lines that both have in common, from 0 to 1. */
  readonly like: number;
}

/** Returns pairs that have at least half of their changed lines in common, the most similar ones first. */
function alike(from: readonly FileDiff[], to: readonly FileDiff[]): readonly SimilarPair[] {
  const lines = [...from, ...to].reduce((sum, diff) => sum + sizeOf(diff), 0);
  if (from.length === 0 || to.length === 0 || lines > MAX_LINES) return [];
  const found: SimilarPair[] = [];
  const holders = new Map<string, { readonly before: FileDiff; readonly times: number }[]>();
  let steps = 0;
  for (const before of from)
    for (const [line, times] of changedLines(before)) {
      const known = holders.get(line);
      if (known === undefined) holders.set(line, [{ before, times }]);
      else known.push({ before, times });
    }
  for (const after of to) {
    const common = new Map<FileDiff, number>();
    for (const [line, times] of changedLines(after))
      for (const holder of holders.get(line) ?? []) {
        if (++steps > MAX_STEPS) return bySimilarity(found);
        common.set(holder.before, (common.get(holder.before) ?? 0) + Math.min(times, holder.times));
      }
    for (const [before, count] of common) {
      const like = count / Math.max(sizeOf(before), sizeOf(after));
      if (like >= MIN_LIKE) found.push({ before, after, like });
    }
  }
  return bySimilarity(found);
}

const bySimilarity = (found: readonly SimilarPair[]): readonly SimilarPair[] =>
  [...found].sort((one, other) => other.like - one.like);

/** Returns the changed lines with their signs, and the number of their occurrences. */
function changedLines(diff: FileDiff): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const hunk of diff.hunks)
    for (const { kind, text } of linesOfHunk(diff, hunk)) {
      if (kind === 'same') continue;
      const line = `${kind === 'added' ? '+' : '-'}${text}`;
      lines.set(line, (lines.get(line) ?? 0) + 1);
    }
  return lines;
}

const sizeOf = ({ added, removed }: FileDiff): number => added + removed;
