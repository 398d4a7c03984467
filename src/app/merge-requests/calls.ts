import type { Client } from '../../api/client';
import type { ArgsOf } from '../../api/endpoint';
import { approveMergeRequest, unapproveMergeRequest } from '../../api/endpoints/approvals';
import {
  cancelAutoMerge,
  createTodo,
  subscribe,
  unsubscribe,
} from '../../api/endpoints/merge-request-actions';
import { deleteMergeRequest, updateMergeRequest } from '../../api/endpoints/merge-requests';
import { DraftUnchanged } from '../../domain/merge-requests/action-errors';
import { draftTitle, readyTitle } from '../../domain/merge-requests/draft-title';
import type { MergeRequest } from '../../schemas/merge-request';
import type { MergeRequestKey } from '../shared/keys';
import type { MergeRequestPart } from './parts';

/** Actions that take nothing but the merge request. */
export type PlainAction =
  | 'cancelAutoMerge'
  | 'close'
  | 'reopen'
  | 'markDraft'
  | 'markReady'
  | 'delete'
  | 'approve'
  | 'unapprove'
  | 'subscribe'
  | 'unsubscribe'
  | 'addTodo'
  | 'lockDiscussion'
  | 'unlockDiscussion';

/** What an edit sends; at least one of them. `labels: []` takes all away, 0 takes a milestone away. */
export type MergeRequestEdit = Omit<
  ArgsOf<typeof updateMergeRequest>,
  'id' | 'merge_request_iid' | 'state_event'
>;

export const argsOf = ({ project, iid }: MergeRequestKey) => ({ id: project, merge_request_iid: iid });

interface Plain {
  /** Undefined where it was so before. `null`: done, and nothing is told about it. */
  readonly call: (
    client: Client,
    key: MergeRequestKey,
    known: MergeRequest,
  ) => Promise<MergeRequest | null | undefined>;
  /** Parts that look otherwise then. */
  readonly changes?: readonly MergeRequestPart[];
  /** What is sent is made of what is there: that has to be fresh. */
  readonly needsFresh?: true;
}

/** Sends what is to be changed, and nothing else. */
export const sendEdit = (
  client: Client,
  key: MergeRequestKey,
  changes: MergeRequestEdit & { state_event?: 'close' | 'reopen' },
) => client.call(updateMergeRequest, { ...argsOf(key), ...changes });

/** A server may not know the mark, or know others. */
function asAsked({ iid }: MergeRequestKey, draft: boolean, answer: MergeRequest): MergeRequest {
  if (answer.draft !== draft) throw new DraftUnchanged(iid, answer);
  return answer;
}

/** What each action sends. */
export const PLAIN_CALLS: Readonly<Record<PlainAction, Plain>> = {
  close: { call: (client, key) => sendEdit(client, key, { state_event: 'close' }) },
  reopen: { call: (client, key) => sendEdit(client, key, { state_event: 'reopen' }) },
  markDraft: {
    call: async (client, key, { title }) =>
      asAsked(key, true, await sendEdit(client, key, { title: draftTitle(title) })),
    needsFresh: true,
  },
  markReady: {
    call: async (client, key, { title }) =>
      asAsked(key, false, await sendEdit(client, key, { title: readyTitle(title) })),
    needsFresh: true,
  },
  lockDiscussion: { call: (client, key) => sendEdit(client, key, { discussion_locked: true }) },
  unlockDiscussion: { call: (client, key) => sendEdit(client, key, { discussion_locked: false }) },
  subscribe: { call: (client, key) => client.call(subscribe, argsOf(key)), changes: ['participants'] },
  unsubscribe: { call: (client, key) => client.call(unsubscribe, argsOf(key)) },
  addTodo: {
    call: async (client, key) =>
      (await client.call(createTodo, argsOf(key))) === undefined ? undefined : null,
  },
  cancelAutoMerge: {
    call: async (client, key) => {
      // Some servers answer with a merge request, others with a word: it is read again in any case.
      await client.call(cancelAutoMerge, argsOf(key));
      return null;
    },
  },
  approve: {
    // Approved is what was looked at.
    call: async (client, key, { sha }) => {
      const answer = await client.call(approveMergeRequest, { ...argsOf(key), ...(sha ? { sha } : {}) });
      return answer === undefined ? undefined : null;
    },
    changes: ['approvals', 'reviewers', 'participants'],
  },
  unapprove: {
    call: async (client, key) => {
      await client.call(unapproveMergeRequest, argsOf(key));
      return null;
    },
    changes: ['approvals', 'reviewers'],
  },
  delete: {
    call: async (client, key) => {
      await client.call(deleteMergeRequest, argsOf(key));
      return null;
    },
  },
};
