import type { ReviewFile } from './review-file';

/**
 * How changed files are put together: those that somebody wrote, those that a program made of others, and, between
 * two versions, those whose change only stands elsewhere now.
 */
export const CHANGE_GROUPS = ['files', 'generated', 'rebased'] as const;
export type ChangeGroup = (typeof CHANGE_GROUPS)[number];

/** Which files are in which group, in their order. `generated`: what a person's own patterns say of a path, if anything. */
export function groupChanges(
  files: readonly ReviewFile[],
  generated: (path: string) => boolean | undefined,
): Readonly<Record<ChangeGroup, readonly ReviewFile[]>> {
  const groups: Record<ChangeGroup, ReviewFile[]> = { files: [], generated: [], rebased: [] };
  for (const file of files) {
    if (file.verdict === 'rebased') groups.rebased.push(file);
    else if (generated(file.path) ?? file.generated) groups.generated.push(file);
    else groups.files.push(file);
  }
  return groups;
}

/** Lines that were added and taken away in all of these. */
export function countLines(files: readonly ReviewFile[]): {
  readonly added: number;
  readonly removed: number;
} {
  let added = 0;
  let removed = 0;
  for (const { diff } of files) {
    added += diff.added;
    removed += diff.removed;
  }
  return { added, removed };
}
