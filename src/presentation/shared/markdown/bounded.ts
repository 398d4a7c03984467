import { ByteLru } from '../../../base/byte-lru';
import { finish, type Steps } from '../../../base/slices';
import { linesOf } from '../../../domain/shared/tasks';
import type { MarkdownNode } from './nodes';
import { treeSteps } from './tree';

/** The parsed beginning of a text. */
export interface BoundedMarkdown {
  readonly nodes: readonly MarkdownNode[];
  /** The parsed part of the text. */
  readonly source: string;
  /** True if the text is longer than the parsed part, or has more nodes. */
  readonly isCut: boolean;
  /** Number of lines of the parsed part. */
  readonly lines: number;
}

/** Maximum size of the cached trees, counted in characters of their sources. */
const MAX_KEPT = 3_000_000;
/** Approximate size of a tree in addition to its source. */
const OVERHEAD = 100;

const kept = new ByteLru<string, BoundedMarkdown>(MAX_KEPT);

/** Parses the first `most` characters of a text at once. See `boundedSteps`. */
export const boundedMarkdown = (text: string, most: number): BoundedMarkdown =>
  finish(boundedSteps(text, most));

/**
 * Parses the first `most` characters of a text in steps. All Markdown is parsed here, because texts of the server can
 * be as large as a response, and the parser blocks all extensions. Texts are parsed once, because they are drawn much
 * more often than they change.
 */
export function* boundedSteps(text: string, most: number): Steps<BoundedMarkdown> {
  const isLong = text.length > most;
  const source = isLong ? beginningOf(text, most) : text;
  const name = `${isLong ? 'cut' : 'whole'} ${source}`;
  const known = kept.get(name);
  if (known !== undefined) return known;
  const { nodes, isCut } = yield* treeSteps(source);
  const lines = linesOf(source.replace(/(?:\r\n?|\n)$/, '')).length;
  const made = { nodes, source, isCut: isLong || isCut, lines };
  kept.set(name, made, source.length + OVERHEAD);
  return made;
}

/** Cuts a text after a line, or inside of a very long line. */
function beginningOf(text: string, most: number): string {
  const end = text.lastIndexOf('\n', most - 1);
  // A copy, because a part of a string keeps the whole string in memory.
  const part = Buffer.from(text.slice(0, end > most / 2 ? end : most), 'utf16le');
  return part.toString('utf16le');
}
