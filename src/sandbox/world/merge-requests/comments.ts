import type { User } from '../model';
import { addTodosForMentions, completeTodos } from '../todos/causes';
import type { World } from '../world';
import {
  type Award,
  type Discussion,
  discussionId,
  type DraftNote,
  isResolvable,
  type Note,
  type Position,
} from './discussions';
import type { MergeRequest, Reviewer } from './model';
import { noteResolving } from './system-notes';

/** A new comment, optionally with a position in the diff. */
type NewNote = Pick<Note, 'author' | 'body'> & {
  readonly position?: Position | undefined;
  readonly internal?: boolean | undefined;
};

/** Creates a note with the current time. */
function noteOf(world: World, { author, body, position, internal = false }: NewNote): Note {
  return {
    id: world.mergeRequests.nextNumber(),
    author,
    body,
    position,
    awards: [],
    applied: new Set(),
    at: world.time,
    updatedAt: world.time,
    system: false,
    internal,
    resolvedBy: undefined,
    resolvedAt: undefined,
  };
}

/** Changes the text of a comment. Its suggestions are new ones then. */
export function changeText(world: World, note: Note, text: string): void {
  if (note.body !== text) note.applied.clear();
  note.body = text;
  note.updatedAt = world.time;
}

/** Starts a thread, on the merge request or at a position in its diff. */
export function beginDiscussion(world: World, request: MergeRequest, newNote: NewNote): Discussion {
  return begin(world, request, { individual: false, note: noteOf(world, newNote) });
}

/** Adds a single comment that isn't a thread. */
export function comment(
  world: World,
  request: MergeRequest,
  newNote: NewNote,
): { discussion: Discussion; note: Note } {
  const note = noteOf(world, newNote);
  return { discussion: begin(world, request, { individual: true, note }), note };
}

function begin(
  world: World,
  request: MergeRequest,
  { individual, note }: Pick<Discussion, 'individual'> & { readonly note: Note },
): Discussion {
  const id = discussionId(world.mergeRequests.nextNumber());
  const discussion = { id, individual, notes: [note] };
  request.discussions.push(discussion);
  commented(world, request, note);
  return discussion;
}

/** Adds a reply to a thread. A resolved thread stays resolved. */
export function reply(
  world: World,
  request: MergeRequest,
  to: Discussion,
  newNote: Pick<Note, 'author' | 'body'>,
): Note {
  const first = to.notes[0];
  const note = noteOf(world, { ...newNote, position: first?.position, internal: first?.internal });
  note.resolvedBy = first?.resolvedBy;
  note.resolvedAt = first?.resolvedAt;
  to.notes.push(note);
  to.individual = false;
  commented(world, request, note);
  return note;
}

/** Resolves a thread. Returns false if it can't be resolved. */
export function resolve(world: World, discussion: Discussion, user: User): boolean {
  if (!isResolvable(discussion)) return false;
  for (const note of discussion.notes) {
    note.resolvedBy ??= user;
    note.resolvedAt ??= world.time;
  }
  return true;
}

/** Unresolves a thread. Returns false if it can't be resolved. */
export function unresolve(discussion: Discussion): boolean {
  if (!isResolvable(discussion)) return false;
  for (const note of discussion.notes) {
    note.resolvedBy = undefined;
    note.resolvedAt = undefined;
  }
  return true;
}

/** Adds a reaction to a note. Returns undefined if the user has already added this emoji. */
export function award(world: World, { awards }: Note, user: User, name: string): Award | undefined {
  if (awards.some((each) => each.user === user && each.name === name)) return undefined;
  const given = { id: world.mergeRequests.nextNumber(), name, user, at: world.time };
  awards.push(given);
  return given;
}

/** Removes a note. Also removes the thread if it was the last note. */
export function removeNote({ discussions }: MergeRequest, discussion: Discussion, note: Note): void {
  discussion.notes.splice(discussion.notes.indexOf(note), 1);
  if (discussion.notes.length === 0) discussions.splice(discussions.indexOf(discussion), 1);
}

/** Publishes pending comments of a user. */
export function publishDrafts(
  world: World,
  request: MergeRequest,
  user: User,
  drafts: readonly DraftNote[],
): void {
  for (const draft of drafts) {
    request.drafts.splice(request.drafts.indexOf(draft), 1);
    publish(world, request, user, draft);
  }
}

function publish(world: World, request: MergeRequest, user: User, draft: DraftNote): void {
  const thread = request.discussions.find(({ id }) => id === draft.discussion);
  if (thread === undefined) {
    beginDiscussion(world, request, { author: user, body: draft.text, position: draft.position });
    return;
  }
  reply(world, request, thread, { author: user, body: draft.text });
  if (draft.resolves) noteResolving(world, request, user, () => resolve(world, thread, user));
}

function commented(world: World, request: MergeRequest, { author, body }: Note): void {
  request.updatedAt = world.time;
  markReviewed(request, author);
  completeTodos(world, request, author);
  addTodosForMentions(world, request, author, body);
}

/** Sets the review state of a reviewer who has commented. Comments don't withdraw requested changes. */
function markReviewed(request: MergeRequest, user: User): void {
  if (request.reviewers.some((each) => each.user === user && each.state === 'unreviewed'))
    setReviewState(request, user, 'reviewed');
}

/** Sets the review state of a user who is a reviewer. */
export function setReviewState({ reviewers }: MergeRequest, user: User, state: Reviewer['state']): void {
  for (const reviewer of reviewers) if (reviewer.user === user) reviewer.state = state;
}
