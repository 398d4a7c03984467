import { type Globs, globs } from '../../domain/review/file-globs';
import type { ReviewFile } from '../../domain/review/review-file';

/** Says of a path whether a person's patterns take it for made by a program; undefined where they say nothing. */
export type GeneratedPatterns = Globs;

/** The changes that are shown together. */
export type ChangedFiles = readonly ReviewFile[];

/** Reads patterns as they stand in settings, where anything may stand. */
export const generatedPatterns = (held: unknown, usual: readonly string[]): GeneratedPatterns =>
  globs(Array.isArray(held) ? held : usual);

/**
 * The patterns for these changes. Changes of the workspace's own settings must not hide others, or themselves: then
 * what the workspace says doesn't apply.
 */
export function patternsFor(
  files: ChangedFiles,
  patterns: { readonly all: GeneratedPatterns; readonly withoutWorkspace: GeneratedPatterns },
): GeneratedPatterns {
  return files.some(({ diff }) => isSettings(diff.oldPath) || isSettings(diff.newPath))
    ? patterns.withoutWorkspace
    : patterns.all;
}

/** Settings of a folder, in whatever case a file system takes for the same, and files of workspaces. */
const isSettings = (path: string): boolean =>
  /(?:^|\/)\.vscode\/settings\.json$|\.code-workspace$/i.test(path);
