import type { Award, Discussion, Note } from '../world/merge-requests/discussions';
import { EMOJI } from '../world/merge-requests/emoji';
import { generatedMessage } from '../world/merge-requests/merge-message';
import type { MergeRequest } from '../world/merge-requests/model';
import { hasRole } from '../world/merge-requests/rules';
import type { User } from '../world/model';
import type { World } from '../world/world';
import type { Args, GraphqlObject } from './object';
import { QueryError } from './query-error';

const MAX_PER_PAGE = 100;

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
    notes: (args) => connection(visibleTo(user, request), args),
  };
}

/** Returns the threads that a user can read. */
const visibleTo = (user: User | undefined, { discussions, project }: MergeRequest): readonly Discussion[] =>
  user !== undefined && hasRole(project, user, 'reporter')
    ? discussions
    : discussions.filter(({ notes }) => notes[0]?.internal !== true);

function connection(discussions: readonly Discussion[], { first, after }: Args): GraphqlObject {
  const all = discussions
    .flatMap((discussion) => discussion.notes.map((note) => ({ discussion, note })))
    .sort((a, b) => a.note.at - b.note.at || a.note.id - b.note.id);
  const behind = (after ?? '') === '' ? -1 : all.findIndex(({ note }) => cursorOf(note) === after);
  if (behind === -1 && (after ?? '') !== '') throw new QueryError('Invalid cursor');
  const count = Math.max(0, Math.min(Number(first ?? MAX_PER_PAGE), MAX_PER_PAGE));
  const page = all.slice(behind + 1, behind + 1 + count);
  const end = page.at(-1);
  return {
    nodes: () => page.map(({ discussion, note }) => noteObject(discussion, note)),
    pageInfo: () => ({
      hasNextPage: behind + 1 + count < all.length,
      endCursor: end === undefined ? null : cursorOf(end.note),
    }),
  };
}

const cursorOf = ({ id }: Note): string => Buffer.from(`note:${id}`).toString('base64');

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
