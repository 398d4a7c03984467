import type * as z from 'zod/mini';
import type { discussionSchema, draftNoteSchema, noteSchema, positionSchema } from '../../schemas/discussion';
import type { Call } from '../http/call';
import {
  type Discussion,
  type DraftNote,
  isResolvable,
  type Note,
  type Position,
} from '../world/merge-requests/discussions';
import type { MergeRequest } from '../world/merge-requests/model';
import { suggestionsView } from './suggestions';
import { isoTime } from './time';
import { userView } from './user';

/** Returns a comment of a merge request (server-behavior.md#discussions). */
export function noteView(
  call: Call,
  request: MergeRequest,
  discussion: Discussion,
  note: Note,
): z.input<typeof noteSchema> {
  const { base } = call;
  const type = note.position !== undefined ? 'DiffNote' : discussion.individual ? null : 'DiscussionNote';
  return {
    id: note.id,
    type,
    body: note.body,
    attachment: null,
    author: userView(note.author, base),
    created_at: isoTime(note.at),
    updated_at: isoTime(note.updatedAt),
    system: note.system,
    noteable_id: request.id,
    noteable_type: 'MergeRequest',
    noteable_iid: request.iid,
    project_id: request.project.id,
    internal: note.internal,
    confidential: note.internal,
    suggestions: suggestionsView(call, request, note),
    ...(isResolvable(discussion)
      ? {
          resolvable: true,
          resolved: note.resolvedAt !== undefined,
          resolved_by: note.resolvedBy === undefined ? null : userView(note.resolvedBy, base),
          resolved_at: isoTime(note.resolvedAt),
        }
      : { resolvable: false }),
    ...(note.position === undefined ? {} : { position: positionView(note.position) }),
  };
}

export function discussionView(
  call: Call,
  request: MergeRequest,
  discussion: Discussion,
): z.input<typeof discussionSchema> {
  return {
    id: discussion.id,
    individual_note: discussion.individual,
    notes: discussion.notes.map((note) => noteView(call, request, discussion, note)),
  };
}

function positionView(position: Position): z.input<typeof positionSchema> {
  return {
    base_sha: position.base,
    start_sha: position.start,
    head_sha: position.head,
    position_type: position.type,
    old_path: position.oldPath,
    new_path: position.newPath,
    old_line: position.oldLine,
    new_line: position.newLine,
    line_range: position.lineRange ?? null,
    ...position.image,
  };
}

export function draftNoteView(request: MergeRequest, draft: DraftNote): z.input<typeof draftNoteSchema> {
  return {
    id: draft.id,
    author_id: draft.author.id,
    merge_request_id: request.id,
    resolve_discussion: draft.resolves,
    discussion_id: draft.discussion ?? null,
    note: draft.text,
    commit_id: null,
    line_code: null,
    position: draft.position === undefined ? null : positionView(draft.position),
  };
}
