/** The change of a file as returned by the server (server-behavior.md#diff-entries). */
export interface PatchEntry {
  readonly old_path: string;
  readonly new_path: string;
  readonly a_mode?: string | null | undefined;
  readonly b_mode?: string | null | undefined;
  /** Hunks, with or without the two header lines that `unidiff` adds; empty if the server omitted them. */
  readonly diff: string;
  readonly new_file: boolean;
  readonly renamed_file: boolean;
  readonly deleted_file: boolean;
  readonly collapsed: boolean;
  readonly too_large: boolean;
}

/** Returns a patch of all files in the format of git, which `git apply` accepts. */
export function patchText(entries: readonly PatchEntry[]): string {
  return entries.map(filePatch).join('');
}

function filePatch(entry: PatchEntry): string {
  const lines = [
    `diff --git ${quoted(`a/${entry.old_path}`)} ${quoted(`b/${entry.new_path}`)}`,
    ...headOf(entry),
  ];
  const body = entry.diff === '' || entry.diff.endsWith('\n') ? entry.diff : `${entry.diff}\n`;
  if (body.startsWith('@@')) lines.push(...sidesOf(entry));
  return `${lines.join('\n')}\n${body}`;
}

function headOf({ a_mode: before, b_mode: after, ...entry }: PatchEntry): string[] {
  const lines: string[] = [];
  if (entry.new_file) lines.push(`new file mode ${mode(after)}`);
  else if (entry.deleted_file) lines.push(`deleted file mode ${mode(before)}`);
  else if (mode(before) !== mode(after)) lines.push(`old mode ${mode(before)}`, `new mode ${mode(after)}`);
  if (entry.renamed_file)
    lines.push(`rename from ${quoted(entry.old_path)}`, `rename to ${quoted(entry.new_path)}`);
  return lines;
}

function sidesOf(entry: PatchEntry): string[] {
  return [
    `--- ${entry.new_file ? '/dev/null' : quoted(`a/${entry.old_path}`)}`,
    `+++ ${entry.deleted_file ? '/dev/null' : quoted(`b/${entry.new_path}`)}`,
  ];
}

const mode = (given: string | null | undefined): string =>
  given === null || given === undefined || given === '0' ? '100644' : given;

/** Quotes a path like git if it contains quotes, backslashes, or control characters. */
function quoted(path: string): string {
  if (!/["\\\p{Cc}]/u.test(path)) return path;
  const inside = path.replace(/["\\\p{Cc}]/gu, (character) => {
    if (character === '"' || character === '\\') return `\\${character}`;
    const bytes = new TextEncoder().encode(character);
    return [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  });
  return `"${inside}"`;
}

/** Returns the paths of files whose hunks the server omitted. */
export function leftOut(entries: readonly PatchEntry[]): readonly string[] {
  return entries
    .filter(({ collapsed, too_large: large, diff }) => (collapsed || large) && diff === '')
    .map(({ new_path: path }) => path);
}
