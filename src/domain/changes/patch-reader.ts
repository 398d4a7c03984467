import type { FileChange, FileDiff } from './file-diff';
import { lineEnd, readHunks, withoutLineEnd } from './patch-hunks';
import { NO_FILE, type Paths, pathsOfGitLine, pathsOfSideLines, unquoted } from './patch-paths';

/**
 * Parses the files of a patch, in its order. Supports the output of `git diff`, `git show`, `git log -p`, and
 * `git format-patch`, and plain unified diffs. The time is proportional to the length of the text for any
 * input. Never throws.
 *
 * Ignores text around the files, `diff --git` lines without other header lines (as `git apply` does), files
 * without a path, and hunks without a file. If a hunk is truncated, its existing lines are returned, and the
 * rest of the file is ignored. A hunk that doesn't follow the previous one is skipped. In these cases the
 * file is `incomplete`. Combined diffs of merges (`diff --cc`) are also `incomplete`: only path, modes, and
 * kind of change are returned.
 */
export function readPatch(text: string): readonly FileDiff[] {
  const files: FileDiff[] = [];
  let at = 0;
  while (at < text.length) {
    const { diff, end } = readNext(text, at);
    if (diff !== undefined) files.push(diff);
    at = end;
  }
  return files;
}

interface Step {
  readonly diff?: FileDiff | undefined;
  readonly end: number;
}

const D = 100;
const MINUS = 45;
const AT = 64;

/** Reads the item that starts at a line. */
function readNext(text: string, at: number): Step {
  const first = text.charCodeAt(at);
  if (first === D) {
    if (text.startsWith('diff --git ', at)) return readGitFile(text, at);
    if (text.startsWith('diff --cc ', at)) return readCombined(text, at, 'diff --cc '.length);
    if (text.startsWith('diff --combined ', at)) return readCombined(text, at, 'diff --combined '.length);
  }
  if (first === MINUS && text.startsWith('--- ', at)) return readPlainFile(text, at);
  // Skips the lines of a hunk without a file by its counts, so that none of them is parsed as a header.
  if (first === AT) return { end: Math.max(readHunks(text, at, at).end, lineEnd(text, at)) };
  return { end: lineEnd(text, at) };
}

/** The data of the lines between `diff --git` and the first hunk. */
interface Head {
  change: FileChange;
  oldMode?: string | undefined;
  newMode?: string | undefined;
  from?: string;
  to?: string;
  oldSide?: string;
  newSide?: string;
  binary: boolean;
  end: number;
}

/** Most frequent first. `rest` is the rest of the line without its line end. */
const HEADER_LINES: readonly (readonly [begin: string, read: (head: Head, rest: string) => void])[] = [
  ['index ', (head, rest) => both(head, rest.slice(rest.indexOf(' ') + 1))],
  ['--- ', (head, rest) => void (head.oldSide = rest)],
  ['+++ ', (head, rest) => void (head.newSide = rest)],
  ['new file mode ', (head, rest) => Object.assign(head, { change: 'added', newMode: mode(rest) })],
  ['deleted file mode ', (head, rest) => Object.assign(head, { change: 'deleted', oldMode: mode(rest) })],
  ['old mode ', (head, rest) => void (head.oldMode = mode(rest))],
  ['new mode ', (head, rest) => void (head.newMode = mode(rest))],
  ['similarity index ', () => undefined],
  ['dissimilarity index ', () => undefined],
  ['rename from ', (head, rest) => Object.assign(head, { change: 'renamed', from: unquoted(rest) })],
  ['rename to ', (head, rest) => Object.assign(head, { change: 'renamed', to: unquoted(rest) })],
  ['copy from ', (head, rest) => Object.assign(head, { change: 'copied', from: unquoted(rest) })],
  ['copy to ', (head, rest) => Object.assign(head, { change: 'copied', to: unquoted(rest) })],
  ['Binary files ', (head) => void (head.binary = true)],
  ['GIT binary patch', (head) => void (head.binary = true)],
  // In combined diffs: the mode of each parent and that of the result.
  ['mode ', (head, rest) => void (head.newMode = mode(rest.slice(rest.indexOf('..') + 2)))],
];

const mode = (word: string): string | undefined => (/^[0-7]{6}$/.test(word) ? word : undefined);

/** The mode at the end of an index line applies to both sides. */
function both(head: Head, word: string): void {
  const fileMode = mode(word);
  if (fileMode === undefined) return;
  head.oldMode ??= fileMode;
  head.newMode ??= fileMode;
}

function readHead(text: string, at: number): Head {
  const head: Head = { change: 'modified', binary: false, end: at };
  while (head.end < text.length) {
    const line = HEADER_LINES.find(([begin]) => text.startsWith(begin, head.end));
    if (line === undefined) break;
    const [begin, read] = line;
    const end = lineEnd(text, head.end);
    const from = head.end + begin.length;
    read(head, text.slice(from, withoutLineEnd(text, from, end)));
    head.end = end;
  }
  return head;
}

function readGitFile(text: string, at: number): Step {
  const begin = lineEnd(text, at);
  const head = readHead(text, begin);
  if (head.end === begin) return { end: begin };
  const from = at + 'diff --git '.length;
  const paths = gitPaths(head, text.slice(from, withoutLineEnd(text, from, begin)));
  return readFile(text, at, head, paths);
}

function gitPaths(head: Head, line: string): Paths | undefined {
  if (head.from !== undefined && head.to !== undefined) return [head.from, head.to];
  const { oldSide, newSide } = head;
  const sides =
    oldSide === undefined || newSide === undefined ? undefined : pathsOfSideLines(oldSide, newSide);
  const named = pathsOfGitLine(line);
  // Different paths without a rename: files that were compared outside a repository. The `---` and `+++`
  // lines separate their paths more reliably.
  return named === undefined || named[0] !== named[1] ? (sides ?? named) : named;
}

/** Reads `--- `, `+++ `, and at least one hunk with lines, without a `diff --git` line. */
function readPlainFile(text: string, at: number): Step {
  const second = lineEnd(text, at);
  const third = lineEnd(text, second);
  if (!text.startsWith('+++ ', second) || !text.startsWith('@@ -', third)) return { end: second };
  const oldSide = text.slice(at + 4, withoutLineEnd(text, at + 4, second));
  const newSide = text.slice(second + 4, withoutLineEnd(text, second + 4, third));
  const paths = pathsOfSideLines(oldSide, newSide);
  const none = (line: string): boolean => line === NO_FILE || line.startsWith(`${NO_FILE}\t`);
  const change = none(oldSide) ? 'added' : none(newSide) ? 'deleted' : 'modified';
  const step = readFile(text, at, { change, binary: false, end: third }, paths);
  return step.diff?.hunks.length === 0 ? { end: step.end } : step;
}

function readFile(text: string, at: number, head: Head, paths: Paths | undefined): Step {
  const { hunks, added, removed, whole, end } = readHunks(text, head.end, at);
  if (paths === undefined) return { end };
  return { diff: fileDiff(head, paths, { hunks, added, removed, text: text.slice(at, end), whole }), end };
}

/**
 * Lines of a combined diff start with one sign for each parent, so they can't be mistaken for a header of
 * another file.
 */
function readCombined(text: string, at: number, prefix: number): Step {
  const begin = lineEnd(text, at);
  const path = unquoted(text.slice(at + prefix, withoutLineEnd(text, at + prefix, begin)));
  const head = readHead(text, begin);
  let end = head.end;
  while (end < text.length && (' +-\\'.includes(text.charAt(end)) || text.startsWith('@@@', end))) {
    end = lineEnd(text, end);
  }
  if (path === '' || end === begin) return { end };
  const lines = { hunks: [], added: 0, removed: 0, text: text.slice(at, end), whole: false };
  return { diff: fileDiff(head, [path, path], lines), end };
}

type Lines = Pick<FileDiff, 'hunks' | 'added' | 'removed' | 'text'> & { readonly whole: boolean };

function fileDiff({ change, binary, ...head }: Head, [oldPath, newPath]: Paths, lines: Lines): FileDiff {
  return {
    oldPath,
    newPath,
    oldMode: change === 'added' ? undefined : head.oldMode,
    newMode: change === 'deleted' ? undefined : head.newMode,
    change,
    binary,
    added: lines.added,
    removed: lines.removed,
    text: lines.text,
    hunks: lines.hunks,
    incomplete: !lines.whole,
  };
}
