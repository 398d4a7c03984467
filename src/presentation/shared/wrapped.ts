/**
 * Columns that are visible in an editor next to others. Editors don't wrap the extension's read-only
 * documents.
 */
const COLUMNS = 70;
const BREAK = new RegExp(`(?=.{${COLUMNS + 1}})(.{1,${COLUMNS}}) +`, 'gu');

/** Returns a notice as lines that fit in a narrow editor; only a single word can be longer. */
export const wrapped = (notice: string): readonly string[] => notice.replace(BREAK, '$1\n').split('\n');
