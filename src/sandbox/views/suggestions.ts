import type * as z from 'zod/mini';
import type { suggestionSchema } from '../../schemas/discussion';
import type { Call } from '../http/call';
import type { Note } from '../world/merge-requests/discussions';
import type { MergeRequest } from '../world/merge-requests/model';
import { refusalOf, type Suggestion, suggestionsOf } from '../world/merge-requests/suggestions';

/** Returns the suggestions of a comment with the lines that they replace, as newer versions of the service do. */
export const suggestionsView = (call: Call, request: MergeRequest, note: Note) =>
  suggestionsOf(call.world, request, note).map((each) => suggestionView(call, each));

export function suggestionView({ world }: Call, suggestion: Suggestion): z.input<typeof suggestionSchema> {
  const { id, from, to, note, index, before, after } = suggestion;
  return {
    id,
    from_line: from,
    to_line: to,
    appliable: refusalOf(world, suggestion) === undefined,
    applied: note.applied.has(index),
    from_content: before ?? '',
    to_content: after,
  };
}
