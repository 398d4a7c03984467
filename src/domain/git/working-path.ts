/** Characters that macOS leaves out when it compares names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
/** Git's own folder, by its name or by the short name that Windows gives it. */
const GIT_FOLDER = /^(?:\.git|git~\d+)$/i;

/**
 * Whether a path that a server gave may name a file of a working tree: below the root, and not in git's own folder,
 * however Windows or macOS would read it. Says nothing about symbolic links.
 */
export function isWorkingPath(path: string): boolean {
  if (path.includes('\0')) return false;
  return path.split(/[\\/]/).every(isWorkingName);
}

function isWorkingName(name: string): boolean {
  // A part of dots and spaces alone means this folder or the one above for Windows; so does an empty one.
  if (/^[. ]*$/.test(name) || /^[a-z]:/i.test(name)) return false;
  // Windows ignores dots and spaces at the end, and reads what follows a colon as a stream of the file.
  const plain = name
    .replace(IGNORED, '')
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '');
  return !GIT_FOLDER.test(plain);
}
