/** Characters that macOS ignores when it compares names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
/** The `.git` folder, by name or Windows short name. */
const GIT_FOLDER = /^(?:\.git|git~\d+)$/i;

/**
 * True if a path from a server may name a file in a working tree: below the root and not in the `.git`
 * folder, on Windows and macOS too. Doesn't consider symbolic links.
 */
export function isWorkingPath(path: string): boolean {
  if (path.includes('\0')) return false;
  return path.split(/[\\/]/).every(isWorkingName);
}

function isWorkingName(name: string): boolean {
  // On Windows, a segment of only dots and spaces means this folder or its parent; so does an empty one.
  if (/^[. ]*$/.test(name) || /^[a-z]:/i.test(name)) return false;
  // Windows ignores trailing dots and spaces, and reads the part after a colon as a stream of the file.
  const plain = name
    .replace(IGNORED, '')
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '');
  return !GIT_FOLDER.test(plain);
}
