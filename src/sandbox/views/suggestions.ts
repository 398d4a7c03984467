import type { Call } from '../http/call';
import type { Note } from '../world/merge-requests/discussions';
import type { MergeRequest } from '../world/merge-requests/model';
import { blobAt } from '../world/repositories/blobs';

const BLOCK = /^(`{3,})suggestion(?::-(\d{1,3})\+(\d{1,3}))?[ \t]*\n((?:(?!\1).*\n)*)\1`*[ \t]*$/gm;
/** Maximum number of suggestions per comment. Their IDs are derived from the comment's ID. */
const MAX = 1_000;

/**
 * Returns the suggestions of a comment with the lines that they replace, as newer versions of the service do.
 */
export function suggestionsView({ world }: Call, { project, state }: MergeRequest, note: Note) {
  const { position, body, id } = note;
  const line = position?.newLine;
  if (position === undefined || typeof line !== 'number' || position.newPath === null) return [];
  const blocks = [...`${body}\n`.matchAll(BLOCK)].slice(0, MAX);
  if (blocks.length === 0) return [];
  const file = blobAt(world.repositories.of(project), position.head, position.newPath)?.bytes.toString();
  const lines = file?.split('\n') ?? [];
  return blocks.map(([, , above = '0', below = '0', wanted = ''], index) => {
    const [from, to] = [Math.max(1, line - Number(above)), Math.min(lines.length, line + Number(below))];
    return {
      id: id * MAX + index,
      from_line: from,
      to_line: to,
      appliable: state === 'opened' && file !== undefined,
      // The sandbox can't apply suggestions.
      applied: false,
      from_content: lines
        .slice(from - 1, to)
        .map((text) => `${text}\n`)
        .join(''),
      to_content: wanted,
    };
  });
}
