import type { Repository } from './repository';

/** The change of a file in git's format. */
export interface FileDiff {
  readonly oldPath: string;
  readonly newPath: string;
  readonly oldMode: string;
  readonly newMode: string;
  readonly kind: 'added' | 'deleted' | 'renamed' | 'modified';
  /**
   * The hunks, starting with the first `@@`, or the line about binary files; empty if only the name or mode
   * changed.
   */
  readonly text: string;
}

const OPTIONS = ['-M', '--no-color', '--no-ext-diff', '--no-textconv'];

/** Returns the changed files between two commits, in git's order (server-behavior.md#diff-entries). */
export function diffOf(repository: Repository, base: string, head: string): FileDiff[] {
  const raw = repository.lasting(['diff', '--raw', '-z', ...OPTIONS, base, head, '--']).text;
  const patch = repository.lasting(['diff', '-p', ...OPTIONS, base, head, '--']).text;
  // Lines of hunks never start with a letter, so this doesn't split them.
  const sections = patch.split(/(?<=\n)(?=diff --git )/);
  let next = 0;
  return entriesOf(raw).map(({ status, ...entry }) => {
    // If a file is replaced by a symbolic link, git writes two sections: a deletion and an addition.
    const count = status === 'T' ? 2 : 1;
    const text = sections
      .slice(next, next + count)
      .map(hunksOf)
      .join('');
    next += count;
    return { ...entry, text };
  });
}

/** Returns the number of changed files. */
export function changedFiles(repository: Repository, base: string, head: string): number {
  return entriesOf(repository.lasting(['diff', '--raw', '-z', ...OPTIONS, base, head, '--']).text).length;
}

interface Entry extends Omit<FileDiff, 'text'> {
  readonly status: string;
}

const KINDS: Readonly<Record<string, FileDiff['kind']>> = {
  A: 'added',
  C: 'added',
  D: 'deleted',
  R: 'renamed',
};

/**
 * Parses entries like `:100644 100755 <sha> <sha> M`, each followed by one path, or two paths for a rename.
 */
function entriesOf(raw: string): Entry[] {
  const parts = raw.split('\0');
  const entries: Entry[] = [];
  for (let index = 0; index < parts.length;) {
    const [oldMode = '', newMode = '', , , status = ''] = (parts[index++] ?? '').slice(1).split(' ');
    const letter = status.charAt(0);
    if (letter === '') break;
    const oldPath = parts[index++] ?? '';
    const newPath = letter === 'R' || letter === 'C' ? (parts[index++] ?? '') : oldPath;
    entries.push({ oldPath, newPath, oldMode, newMode, kind: KINDS[letter] ?? 'modified', status: letter });
  }
  return entries;
}

function hunksOf(section: string): string {
  const start = /^(?:@@ |Binary files )/m.exec(section)?.index;
  return start === undefined ? '' : section.slice(start);
}
