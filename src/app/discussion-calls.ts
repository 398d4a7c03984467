import type { Client } from '../api/client';
import {
  createDiscussion,
  createDraftNote,
  createReply,
  editDraftNote,
  editNote,
} from '../api/endpoints/discussions';
import type { Said } from './comment-outbox';
import type { Discussion, DraftNote, Note, Talk } from './discussions';
import { argsOf } from './merge-request-calls';
import type { MergeRequestKey } from './keys';

/** Sends what was written, and gives what the talk is with it. */
export async function sendSaid(
  client: Client,
  key: MergeRequestKey,
  said: Said,
): Promise<(talk: Talk) => Talk> {
  const { body, discussion, note, position, draft } = said;
  if (draft && note !== undefined) {
    const now = await client.call(editDraftNote, { ...argsOf(key), draft_note_id: note, note: body });
    return (talk) => ({ ...talk, drafts: talk.drafts?.map((each) => (each.id === note ? now : each)) });
  }
  if (draft) {
    const given = { note: body, in_reply_to_discussion_id: discussion, position };
    const made = await client.call(createDraftNote, { ...argsOf(key), ...given });
    return (talk) => withDraft(talk, made);
  }
  if (discussion === undefined) {
    const made = await client.call(createDiscussion, { ...argsOf(key), body, position });
    return (talk) => ({ ...talk, threads: [...without(talk.threads, made.id), made] });
  }
  const at = { ...argsOf(key), discussion_id: discussion };
  if (note === undefined) {
    const made = await client.call(createReply, { ...at, body });
    return (talk) => changed(talk, discussion, (notes) => [...without(notes, made.id), made]);
  }
  const now = await client.call(editNote, { ...at, note_id: note, body });
  return (talk) => changed(talk, discussion, (notes) => notes.map((each) => (each.id === note ? now : each)));
}

const without = <T extends { readonly id: unknown }>(list: readonly T[], id: T['id']): readonly T[] =>
  list.filter((each) => each.id !== id);

const withDraft = (talk: Talk, draft: DraftNote): Talk => ({
  ...talk,
  drafts: [...without(talk.drafts ?? [], draft.id), draft],
});

/** A thread with other notes; one without any is gone. */
export function changed(
  talk: Talk,
  discussion: string,
  change: (notes: readonly Note[]) => readonly Note[],
): Talk {
  const threads = talk.threads
    .map((thread): Discussion =>
      thread.id === discussion ? { ...thread, notes: [...change(thread.notes)] } : thread,
    )
    .filter(({ notes }) => notes.length > 0);
  return { ...talk, threads };
}

/** Whether something that was sent, and whose answer was lost, is there: then it is not to be sent again. */
export function hasArrived({ threads, drafts = [] }: Talk, said: Said, by: number, since: number): boolean {
  const isSame = (text: string): boolean => text.trim() === said.body.trim();
  if (said.draft) {
    if (said.note !== undefined) return drafts.some(({ id, note }) => id === said.note && isSame(note));
    return drafts.some(
      (draft) =>
        isSame(draft.note) && (draft.discussion_id ?? undefined) === said.discussion && isAt(draft, said),
    );
  }
  const own = ({ author, body, created_at: at, updated_at: edited }: Note): boolean =>
    author?.id === by &&
    isSame(body) &&
    Math.max(Date.parse(at ?? ''), Date.parse(edited ?? '')) >= since - CLOCKS_DIFFER_MS;
  if (said.note !== undefined) {
    return threads.some(({ notes }) => notes.some((note) => note.id === said.note && isSame(note.body)));
  }
  return threads.some(({ id, notes: [first, ...replies] }) =>
    said.discussion === undefined
      ? first !== undefined && own(first) && isAt(first, said)
      : id === said.discussion && replies.some(own),
  );
}

/** The clock of a server may go behind ours. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

function isAt({ position: at }: Pick<Note, 'position'>, { position }: Said): boolean {
  return (
    (at?.new_path ?? undefined) === position?.new_path &&
    (at?.new_line ?? undefined) === position?.new_line &&
    (at?.old_line ?? undefined) === position?.old_line
  );
}
