import type { Repository } from './repository';

interface Span {
  readonly from: number;
  readonly to: number;
}

/** A file at two commits. */
interface FileSince {
  readonly path: string;
  readonly since: string;
  readonly head: string;
}

/** Like git, treats files with null bytes as binary. */
export const isBinary = (bytes: Buffer): boolean => bytes.subarray(0, 8_000).includes(0);

/** Returns the lines of a text with their line breaks. */
export const linesWithEnds = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Returns where lines of a file are at a newer commit; undefined if one of them was changed. */
export function lineSpanNow(repository: Repository, file: FileSince, span: Span): Span | undefined {
  const { path, since, head } = file;
  if (since === head) return span;
  const args = ['diff', '-U0', '--no-color', '--no-ext-diff', since, head, '--', `:(literal)${path}`];
  let shift = 0;
  for (const [, at, removed = '1', , added = '1'] of repository
    .lasting(args)
    .text.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)) {
    const count = Number(removed);
    // If no line is removed, git reports the line before the added ones.
    const start = count === 0 ? Number(at) + 1 : Number(at);
    if (start > span.to) break;
    const isInside = count === 0 ? start > span.from : start + count > span.from;
    if (isInside) return undefined;
    shift += Number(added) - count;
  }
  return { from: span.from + shift, to: span.to + shift };
}
