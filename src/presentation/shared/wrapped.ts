/** Columns that an editor shows also where others stand beside it. Our read-only texts are not wrapped by editors. */
const COLUMNS = 70;
const BREAK = new RegExp(`(?=.{${COLUMNS + 1}})(.{1,${COLUMNS}}) +`, 'gu');

/** A notice as lines that a narrow editor shows whole; only a single word may be wider. */
export const wrapped = (notice: string): readonly string[] => notice.replace(BREAK, '$1\n').split('\n');
