import type { Award, Discussion, Note } from '../world/merge-requests/discussions';
import { EMOJI } from '../world/merge-requests/emoji';
import { generatedMessage } from '../world/merge-requests/merge-message';
import type { MergeRequest } from '../world/merge-requests/model';
import { hasRole } from '../world/merge-requests/rules';
import type { User } from '../world/model';
import type { World } from '../world/world';
import { connection } from './connection';
import type { Args, GraphqlObject } from './object';

const iso = (ms: number): string => new Date(ms).toISOString();

/** Returns a merge request with its notes, oldest first. */
export function mergeRequestObject(
  request: MergeRequest,
  { world, user, base }: { readonly world: World; readonly user: User | undefined; readonly base: string },
): GraphqlObject {
  const messageOf = (kind: 'merge' | 'squash') => (): string =>
    generatedMessage({ world, request, user: user ?? request.author, base, kind });
  return {
    id: `gid://gitlab/MergeRequest/${request.id}`,
    iid: String(request.iid),
    title: request.title,
    webUrl: `${base}/${request.project.path}/-/merge_requests/${request.iid}`,
    defaultMergeCommitMessage: messageOf('merge'),
    defaultSquashCommitMessage: messageOf('squash'),
    notes: (args) => notesOf(visibleTo(user, request), args),
  };
}

/** Returns the threads that a user can read. */
const visibleTo = (user: User | undefined, { discussions, project }: MergeRequest): readonly Discussion[] =>
  user !== undefined && hasRole(project, user, 'reporter')
    ? discussions
    : discussions.filter(({ notes }) => notes[0]?.internal !== true);

function notesOf(discussions: readonly Discussion[], args: Args): GraphqlObject {
  const all = discussions
    .flatMap((discussion) => discussion.notes.map((note) => ({ id: note.id, discussion, note })))
    .sort((a, b) => a.note.at - b.note.at || a.note.id - b.note.id);
  return connection(all, args, {
    kind: 'note',
    objectOf: ({ discussion, note }) => noteObject(discussion, note),
  });
}

function noteObject({ individual }: Discussion, note: Note): GraphqlObject {
  const kind = note.position !== undefined ? 'DiffNote' : individual ? 'Note' : 'DiscussionNote';
  return {
    id: `gid://gitlab/${kind}/${note.id}`,
    body: note.body,
    system: note.system,
    createdAt: iso(note.at),
    updatedAt: iso(note.updatedAt),
    awardEmoji: () => ({ nodes: () => note.awards.map(awardObject) }),
  };
}

const awardObject = ({ name, user }: Award): GraphqlObject => ({
  name,
  emoji: EMOJI[name] ?? null,
  user: () => ({ id: `gid://gitlab/User/${user.id}`, username: user.username, name: user.name }),
});
