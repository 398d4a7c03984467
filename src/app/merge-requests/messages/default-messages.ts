import type { CallOptions, Client } from '../../../api/client';
import { getUser } from '../../../api/endpoints/server';
import { isApiError, isCanceled } from '../../../api/errors';
import { getDefaultMessages } from '../../../api/queries/default-messages';
import { orUndefined } from '../../../base/background';
import {
  expandedMessage,
  type MessageFacts,
  defaultMergeMessage,
  defaultSquashMessage,
} from '../../../domain/merge-requests/message-template';
import type { MergeRequest } from '../../../schemas/merge-request';
import type { MergeRequestKey } from '../../shared/keys';
import type { MergeRequests } from '../merge-requests';
import type { MessageKind } from './merge-messages';

/** Reads the values of the variables in commit message templates. Those that can't be read stay unknown. */
async function messageFacts(
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

export type DefaultTexts = Readonly<Record<MessageKind, string>>;

/** The default messages of a merge request's merge commit and squash commit. */
export class DefaultMessages {
  readonly #clientFor: (base: string) => Client;
  readonly #store: Pick<MergeRequests, 'get' | 'part'>;

  constructor(clientFor: (base: string) => Client, store: Pick<MergeRequests, 'get' | 'part'>) {
    this.#clientFor = clientFor;
    this.#store = store;
  }

  /**
   * Returns the server's messages, which follow the project's templates. If the server doesn't return them, expands
   * the templates, or returns the documented defaults if there are none.
   */
  async of(key: MergeRequestKey, options: CallOptions = {}): Promise<DefaultTexts> {
    const request = await this.#store.get(key, options);
    const response = await this.#ask(key, request.references?.full, options);
    if (response?.defaultMergeCommitMessage && response.defaultSquashCommitMessage)
      return { merge: response.defaultMergeCommitMessage, squash: response.defaultSquashCommitMessage };
    const templates = await orUndefined(this.#store.part(key, 'project', options));
    const facts = await messageFacts(this.#store, key, request, options);
    const { merge_commit_template: merge, squash_commit_template: squash } = templates ?? {};
    return {
      merge:
        response?.defaultMergeCommitMessage ??
        (merge
          ? expandedMessage(merge, await this.#withMe(key, facts, options))
          : defaultMergeMessage(request, facts.closes ?? [])),
      squash:
        response?.defaultSquashCommitMessage ??
        (squash
          ? expandedMessage(squash, {
              ...(await this.#withMe(key, facts, options)),
              commitAuthor: facts.author,
            })
          : defaultSquashMessage(request)),
    };
  }

  /** The user who merges is the author of the merge commit. */
  async #withMe({ base }: MergeRequestKey, facts: MessageFacts, options: CallOptions): Promise<MessageFacts> {
    const me = await this.#clientFor(base)
      .call(getUser, {}, options)
      .catch((error: unknown) => {
        if (!isApiError(error) || isCanceled(error)) throw error;
        return undefined;
      });
    const mergedBy = me && { name: me.name, email: me.commit_email ?? me.email };
    return { ...facts, mergedBy, commitAuthor: mergedBy };
  }

  async #ask({ base, project, iid }: MergeRequestKey, full: string | null | undefined, options: CallOptions) {
    const fullPath = typeof project === 'string' ? project : full?.split('!')[0];
    if (fullPath === undefined) return undefined;
    try {
      const args = { fullPath, iid: String(iid) };
      return (await this.#clientFor(base).query(getDefaultMessages, args, options)).project?.mergeRequest;
    } catch (error) {
      // Older servers don't have the fields. Other API errors are ignored too, so that the message can still
      // be edited.
      if (isCanceled(error) || !isApiError(error)) throw error;
      return undefined;
    }
  }
}
