import { type Globs, globs } from '../../domain/changes/file-globs';
import type { ReviewFile } from '../../domain/changes/review-file';

/** Returns whether the user's patterns classify a path as generated; undefined if no pattern matches. */
export type GeneratedPatterns = Globs;

/** The files of a diff. */
export type ChangedFiles = readonly ReviewFile[];

/** Parses the value of the setting, which may be invalid. */
export const generatedPatterns = (held: unknown, usual: readonly string[]): GeneratedPatterns =>
  globs(Array.isArray(held) ? held : usual);

/**
 * Returns the patterns for these changes. Ignores the workspace's patterns if the changes include workspace
 * settings, so that a change can't hide itself or others.
 */
export function patternsFor(
  files: ChangedFiles,
  patterns: { readonly all: GeneratedPatterns; readonly withoutWorkspace: GeneratedPatterns },
): GeneratedPatterns {
  return files.some(({ diff }) => isSettings(diff.oldPath) || isSettings(diff.newPath))
    ? patterns.withoutWorkspace
    : patterns.all;
}

/** Workspace settings and workspace files. Ignores case, because some file systems do. */
const isSettings = (path: string): boolean =>
  /(?:^|\/)\.vscode\/settings\.json$|\.code-workspace$/i.test(path);
