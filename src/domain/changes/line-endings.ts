import type { FileDiff } from './file-diff';
import { linesOfHunk } from './hunk-lines';

/** How line endings change: from LF to CRLF, from CRLF to LF, or otherwise. */
export type LineEndingChange = 'to-crlf' | 'to-lf' | 'mixed';

/** Returns how line endings change if a diff changes nothing else; otherwise undefined. */
export function lineEndingChange(diff: FileDiff): LineEndingChange | undefined {
  const mayBe = !diff.binary && diff.incomplete !== true && diff.added > 0 && diff.added === diff.removed;
  if (!mayBe || !diff.text.includes('\r')) return undefined;
  const found = new Set<LineEndingChange>();
  for (const hunk of diff.hunks) {
    const lines = linesOfHunk(diff, hunk);
    const removed = lines.filter(({ kind }) => kind === 'removed');
    const added = lines.filter(({ kind }) => kind === 'added');
    if (removed.length !== added.length) return undefined;
    for (const [index, old] of removed.entries()) {
      const now = added[index];
      if (now === undefined || now.ended !== old.ended || now.newLine !== old.oldLine) return undefined;
      if (withoutReturns(old.text) !== withoutReturns(now.text)) return undefined;
      found.add(changeOf(returnsOf(old.text), returnsOf(now.text)));
    }
  }
  const [only] = found;
  return found.size === 1 ? only : 'mixed';
}

const withoutReturns = (line: string): string => line.slice(0, line.length - returnsOf(line));

/** The number of carriage returns at the end of a line. */
function returnsOf(line: string): number {
  let count = 0;
  while (line[line.length - 1 - count] === '\r') count++;
  return count;
}

const changeOf = (before: number, after: number): LineEndingChange =>
  before === 0 && after === 1 ? 'to-crlf' : before === 1 && after === 0 ? 'to-lf' : 'mixed';
