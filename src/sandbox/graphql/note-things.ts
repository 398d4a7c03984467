import type { Award, Discussion, Note } from '../world/merge-requests/discussions';
import { EMOJI } from '../world/merge-requests/emoji';
import { mergeMessage } from '../world/merge-requests/merging';
import type { MergeRequest } from '../world/merge-requests/model';
import { QueryError } from './query-error';
import type { Args, Thing } from './thing';

const MAX_PER_PAGE = 100;

const iso = (ms: number): string => new Date(ms).toISOString();

/** Returns a merge request with its notes, oldest first. */
export function mergeRequestThing(request: MergeRequest, base: string): Thing {
  return {
    id: `gid://gitlab/MergeRequest/${request.id}`,
    iid: String(request.iid),
    title: request.title,
    webUrl: `${base}/${request.project.path}/-/merge_requests/${request.iid}`,
    defaultMergeCommitMessage: () => mergeMessage(request),
    defaultSquashCommitMessage: request.title,
    notes: (args) => connection(request, args),
  };
}

function connection({ discussions }: MergeRequest, { first, after }: Args): Thing {
  const all = discussions
    .flatMap((discussion) => discussion.notes.map((note) => ({ discussion, note })))
    .sort((a, b) => a.note.at - b.note.at || a.note.id - b.note.id);
  const behind = (after ?? '') === '' ? -1 : all.findIndex(({ note }) => cursorOf(note) === after);
  if (behind === -1 && (after ?? '') !== '') throw new QueryError('Invalid cursor');
  const count = Math.max(0, Math.min(Number(first ?? MAX_PER_PAGE), MAX_PER_PAGE));
  const page = all.slice(behind + 1, behind + 1 + count);
  const end = page.at(-1);
  return {
    nodes: () => page.map(({ discussion, note }) => noteThing(discussion, note)),
    pageInfo: () => ({
      hasNextPage: behind + 1 + count < all.length,
      endCursor: end === undefined ? null : cursorOf(end.note),
    }),
  };
}

const cursorOf = ({ id }: Note): string => Buffer.from(`note:${id}`).toString('base64');

function noteThing({ individual }: Discussion, note: Note): Thing {
  const kind = note.position !== undefined ? 'DiffNote' : individual ? 'Note' : 'DiscussionNote';
  return {
    id: `gid://gitlab/${kind}/${note.id}`,
    body: note.body,
    system: note.system,
    createdAt: iso(note.at),
    updatedAt: iso(note.updatedAt),
    awardEmoji: () => ({ nodes: () => note.awards.map(awardThing) }),
  };
}

const awardThing = ({ name, user }: Award): Thing => ({
  name,
  emoji: EMOJI[name] ?? null,
  user: () => ({ id: `gid://gitlab/User/${user.id}`, username: user.username, name: user.name }),
});
