import { orUndefined } from '../../../base/background';
import type { CallOptions } from '../../../api/client';
import type { MessageFacts } from '../../../domain/merge-requests/message-template';
import type { MergeRequest } from '../../../schemas/merge-request';
import type { MergeRequestKey } from '../../shared/keys';
import type { MergeRequests } from '../merge-requests';

/** Reads the values of the variables in commit message templates. Those that can't be read stay unknown. */
export async function messageFacts(
  store: Pick<MergeRequests, 'part'>,
  key: MergeRequestKey,
  request: MergeRequest,
  options: CallOptions,
): Promise<MessageFacts> {
  const [closes, commits, approvals, reviewers] = await Promise.all([
    orUndefined(store.part(key, 'closes', options)),
    orUndefined(store.part(key, 'commits', options)),
    orUndefined(store.part(key, 'approvals', options)),
    orUndefined(store.part(key, 'reviewers', options)),
  ]);
  const local = `!${request.iid}`;
  return {
    sourceBranch: request.source_branch ?? '',
    targetBranch: request.target_branch ?? '',
    title: request.title,
    description: request.description ?? '',
    closes: closes?.items.map(({ id, iid }) => (typeof id === 'string' ? id : `#${iid ?? id}`)),
    reference: request.references?.full ?? local,
    localReference: local,
    sourceProject: request.source_project_id ?? undefined,
    url: request.web_url ?? undefined,
    commits: commits?.cut === false ? commits.items : undefined,
    approvedBy: approvals?.approved_by?.map(({ user }) => user),
    reviewedBy: reviewers?.items.filter(({ state }) => state !== 'unreviewed').map(({ user }) => user),
    mergedBy: undefined,
    author: request.author ?? undefined,
    commitAuthor: undefined,
  };
}
