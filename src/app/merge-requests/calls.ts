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
import { DraftUnchangedError } from '../../domain/merge-requests/action-errors';
import { draftTitle, readyTitle } from '../../domain/merge-requests/draft-title';
import type { MergeRequestAction } from '../../domain/merge-requests/rules';
import type { MergeRequest } from '../../schemas/merge-request';
import type { MergeRequestKey } from '../shared/keys';
import type { MergeRequestPart } from './parts';

/** Actions without arguments other than the merge request. */
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

/** A merge request before and after an action in this window. */
export interface MergeRequestActed {
  readonly key: MergeRequestKey;
  readonly action: MergeRequestAction | undefined;
  readonly before: MergeRequest | undefined;
  readonly after: MergeRequest;
  /** The commit that the user approved, if it is known. */
  readonly approved: string | undefined;
}

/** The fields that an edit sends; at least one. `labels: []` removes all labels, 0 removes the milestone. */
export type MergeRequestEdit = Omit<
  ArgsOf<typeof updateMergeRequest>,
  'id' | 'merge_request_iid' | 'state_event'
>;

export const argsOf = ({ project, iid }: MergeRequestKey) => ({ id: project, merge_request_iid: iid });

interface Plain {
  /**
   * Resolves to undefined if the server reports that nothing changed, and to `null` if the response contains
   * no merge request.
   */
  readonly call: (
    client: Client,
    key: MergeRequestKey,
    known: MergeRequest,
  ) => Promise<MergeRequest | null | undefined>;
  /** Parts that the action changes. */
  readonly changes?: readonly MergeRequestPart[];
  /** True if the request depends on the current values, which must then be read again first. */
  readonly needsFresh?: true;
}

/** Sends only the changed fields. */
export const sendEdit = (
  client: Client,
  key: MergeRequestKey,
  changes: MergeRequestEdit & { state_event?: 'close' | 'reopen' },
) => client.call(updateMergeRequest, { ...argsOf(key), ...changes });

/**
 * Throws `DraftUnchangedError` if the response has another draft state: the server may not support the title
 * prefix.
 */
function expectDraft({ iid }: MergeRequestKey, draft: boolean, response: MergeRequest): MergeRequest {
  if (response.draft !== draft) throw new DraftUnchangedError(iid, response);
  return response;
}

/** The request of each action. */
export const PLAIN_CALLS: Readonly<Record<PlainAction, Plain>> = {
  close: { call: (client, key) => sendEdit(client, key, { state_event: 'close' }) },
  reopen: { call: (client, key) => sendEdit(client, key, { state_event: 'reopen' }) },
  markDraft: {
    call: async (client, key, { title }) =>
      expectDraft(key, true, await sendEdit(client, key, { title: draftTitle(title) })),
    needsFresh: true,
  },
  markReady: {
    call: async (client, key, { title }) =>
      expectDraft(key, false, await sendEdit(client, key, { title: readyTitle(title) })),
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
      // Some servers return a merge request, others a text. The merge request is read again in either case.
      await client.call(cancelAutoMerge, argsOf(key));
      return null;
    },
  },
  approve: {
    // Sends the commit that the user reviewed, so that later commits aren't approved.
    call: async (client, key, { sha }) => {
      const response = await client.call(approveMergeRequest, { ...argsOf(key), ...(sha ? { sha } : {}) });
      return response === undefined ? undefined : null;
    },
    changes: ['approvals', 'approvalState', 'reviewers', 'participants'],
  },
  unapprove: {
    call: async (client, key) => {
      await client.call(unapproveMergeRequest, argsOf(key));
      return null;
    },
    changes: ['approvals', 'approvalState', 'reviewers'],
  },
  delete: {
    call: async (client, key) => {
      await client.call(deleteMergeRequest, argsOf(key));
      return null;
    },
  },
};
