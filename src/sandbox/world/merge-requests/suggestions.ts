import { blobAt } from '../repositories/blobs';
import type { Repository } from '../repositories/repository';
import type { World } from '../world';
import type { Note } from './discussions';
import type { MergeRequest } from './model';

const BLOCK = /^(`{3,})suggestion(?::-(\d{1,3})\+(\d{1,3}))?[ \t]*\n((?:(?!\1).*\n)*)\1`*[ \t]*$/gm;
/** Maximum number of suggestions per comment. Their IDs are derived from the comment's ID. */
const MAX = 1_000;

/** A suggested change in a comment (server-behavior.md#suggestions). */
export interface Suggestion {
  readonly id: number;
  readonly request: MergeRequest;
  readonly note: Note;
  /** Counts the suggestions of the comment from 0. */
  readonly index: number;
  readonly path: string;
  /** The lines that it replaces, in the version of the comment's position. Counted from 1. */
  readonly from: number;
  readonly to: number;
  /** The replaced lines; undefined if the version doesn't contain the file. */
  readonly before: string | undefined;
  readonly after: string;
}

/** Returns the suggestions of a comment, in order. */
export function suggestionsOf(world: World, request: MergeRequest, note: Note): Suggestion[] {
  const { position, body, id } = note;
  const { newLine: line, newPath: path, head } = position ?? {};
  if (typeof line !== 'number' || typeof path !== 'string' || head === undefined) return [];
  // Forms send line ends as CR LF.
  const blocks = [...`${body.replaceAll('\r\n', '\n')}\n`.matchAll(BLOCK)].slice(0, MAX);
  if (blocks.length === 0) return [];
  const file = blobAt(world.repositories.of(request.project), head, path)?.bytes.toString();
  const lines = file?.split('\n') ?? [];
  return blocks.map(([, , above = '0', below = '0', after = ''], index) => {
    const [from, to] = [Math.max(1, line - Number(above)), Math.min(lines.length, line + Number(below))];
    const before = lines
      .slice(from - 1, to)
      .map((text) => `${text}\n`)
      .join('');
    return {
      id: id * MAX + index,
      request,
      note,
      index,
      path,
      from,
      to,
      after,
      before: file === undefined ? undefined : before,
    };
  });
}

export function findSuggestion(world: World, id: number): Suggestion | undefined {
  const noteId = Math.floor(id / MAX);
  for (const request of world.mergeRequests.all) {
    const note = request.discussions.flatMap(({ notes }) => notes).find((each) => each.id === noteId);
    if (note !== undefined) return suggestionsOf(world, request, note).find((each) => each.id === id);
  }
  return undefined;
}

/** The lines that a suggestion replaces at the head of the source branch. */
interface CurrentLines {
  readonly head: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the lines that a suggestion replaces now; undefined if a newer version changed them. The real service
 * moves the positions of comments with each push, the sandbox doesn't.
 */
function currentLines(world: World, suggestion: Suggestion): CurrentLines | undefined {
  const { request, note, path, from, to, before } = suggestion;
  const head = headOf(world, request);
  const since = note.position?.head;
  if (head === undefined || since === undefined || before === undefined) return undefined;
  const repository = world.repositories.of(request.project);
  repository.take(world.repositories.of(request.source), head);
  const span = lineSpanNow(repository, { path, since, head }, { from, to });
  return span && { head, ...span };
}

const headOf = (world: World, { source, sourceBranch }: MergeRequest): string | undefined =>
  world.repositories.of(source).head(sourceBranch);

type Test = (world: World, suggestion: Suggestion) => boolean;

/** The reasons why a suggestion can't be applied, in the real service's order and words. */
const REFUSALS: readonly (readonly [Test, (suggestion: Suggestion) => string])[] = [
  [isWithoutFile, () => 'A file was not found.'],
  [(_, { note, index }) => note.applied.has(index), () => "Can't apply this suggestion."],
  [
    (_, { request }) => request.state === 'merged',
    () => 'This merge request was merged. To apply this suggestion, edit this file directly.',
  ],
  [
    (_, { request }) => request.state !== 'opened',
    () => 'This merge request is closed. To apply this suggestion, edit this file directly.',
  ],
  [
    (world, { request }) => headOf(world, request) === undefined,
    () => "Can't apply as the source branch was deleted.",
  ],
  [
    (world, suggestion) => currentLines(world, suggestion) === undefined,
    ({ from, to }) =>
      from === to
        ? "Can't apply as this line was changed in a more recent version."
        : "Can't apply as these lines were changed in a more recent version.",
  ],
  [(_, { before, after }) => before === after, () => 'This suggestion already matches its content.'],
  [
    (_, { path }) => path.endsWith('ipynb'),
    () => "This file was modified for readability, and can't accept suggestions. Edit it directly.",
  ],
  [(world, { request }) => headOf(world, request) !== request.head, () => 'A file has been changed.'],
];

function isWithoutFile(world: World, { request, path }: Suggestion): boolean {
  const head = headOf(world, request);
  if (head === undefined) return false;
  const blob = blobAt(world.repositories.of(request.source), head, path);
  return blob === undefined || isBinary(blob.bytes);
}

/** Returns why a suggestion can't be applied; undefined if it can. */
export const refusalOf = (world: World, suggestion: Suggestion): string | undefined =>
  REFUSALS.find(([test]) => test(world, suggestion))?.[1](suggestion);

/** Returns why several suggestions can't be applied together; undefined if they can. */
export function refusalOfAll(world: World, suggestions: readonly Suggestion[]): string | undefined {
  const [first] = suggestions;
  for (const each of suggestions) {
    if (each.request !== first?.request) return 'Suggestions must all be on the same branch.';
    const refusal = refusalOf(world, each);
    if (refusal !== undefined) return refusal;
  }
  const spans = suggestions.flatMap((each) => {
    const now = currentLines(world, each);
    return now === undefined ? [] : [{ path: each.path, ...now }];
  });
  const overlap = spans.some((one, index) =>
    spans
      .slice(index + 1)
      .some((other) => one.path === other.path && one.from <= other.to && other.from <= one.to),
  );
  return overlap ? 'Suggestions are not applicable as their lines cannot overlap.' : undefined;
}

/** Returns the content of a file with suggestions applied. They don't overlap. */
export function contentWith(world: World, suggestions: readonly Suggestion[], content: string): string {
  const lines: string[] = linesWithEnds(content);
  const spans = suggestions.flatMap((each) => {
    const now = currentLines(world, each);
    return now === undefined ? [] : [{ ...now, after: each.after }];
  });
  for (const { from, to, after } of spans.sort((one, other) => other.from - one.from))
    lines.splice(from - 1, to - from + 1, after);
  return lines.join('');
}

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
const isBinary = (bytes: Buffer): boolean => bytes.subarray(0, 8_000).includes(0);

/** Returns the lines of a text with their line breaks. */
const linesWithEnds = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Returns where lines of a file are at a newer commit; undefined if one of them was changed. */
function lineSpanNow(repository: Repository, file: FileSince, span: Span): Span | undefined {
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
