import type { ArgsOf } from '../../api/endpoint';
import type { createDiscussion } from '../../api/endpoints/discussions';
import type { Call } from '../http/call';
import type { Position } from '../world/merge-requests/discussions';
import type { MergeRequest } from '../world/merge-requests/model';
import { diffOf, type FileDiff } from '../world/repositories/diff';
import { refuseMerge } from './merge-request-refusals';

type Given = NonNullable<ArgsOf<typeof createDiscussion>['position']>;

/** Returns the position of a comment. Responds with 400 if the diff doesn't contain it. */
export function positionOf(call: Call, request: MergeRequest, given: Given): Position {
  const { base_sha: base, start_sha: start, head_sha: head, position_type: type } = given;
  const known = request.versions.some((version) => version.base === base && version.head === head);
  const path = given.new_path ?? given.old_path;
  const file = known
    ? diffOf(call.world.repositories.of(request.project), base, head).find(
        ({ oldPath, newPath }) => newPath === path || oldPath === path,
      )
    : undefined;
  const oldLine = given.old_line ?? null;
  const newLine = given.new_line ?? null;
  if (file === undefined || (type === 'text' && !hasLine(file, oldLine, newLine))) {
    throw refuseMerge.lineCode();
  }
  if (type === 'image' && [given.x, given.y, given.width, given.height].includes(undefined))
    throw refuseMerge.fields({ position: ['is incomplete'] });
  return {
    base,
    start,
    head,
    type,
    oldPath: given.old_path ?? file.oldPath,
    newPath: given.new_path ?? file.newPath,
    oldLine,
    newLine,
    lineRange: given.line_range,
    image:
      type === 'image' ? { x: given.x, y: given.y, width: given.width, height: given.height } : undefined,
  };
}

/**
 * True for a changed line, given by its number on one side, and for an unchanged line, given by both numbers,
 * even if the hunks don't contain it. A file without hunks was only renamed, or has another mode.
 */
function hasLine({ text }: FileDiff, oldLine: number | null, newLine: number | null): boolean {
  if (!text.startsWith('@@')) return false;
  if (oldLine !== null && newLine !== null) return oldLine > 0 && newLine > 0;
  let [before, after] = [0, 0];
  for (const line of text.split('\n')) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
    if (hunk !== null) [before, after] = [Number(hunk[1]), Number(hunk[2])];
    else if (line.startsWith('-')) {
      if (before++ === oldLine) return true;
    } else if (line.startsWith('+')) {
      if (after++ === newLine) return true;
    } else if (line.startsWith(' ')) {
      before++;
      after++;
    }
  }
  return false;
}
