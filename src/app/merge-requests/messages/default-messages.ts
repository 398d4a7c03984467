import { orUndefined } from '../../../base/background';
import type { CallOptions, Client } from '../../../api/client';
import { getUser } from '../../../api/endpoints/server';
import { isApiError, isCancelled } from '../../../api/errors';
import { getDefaultMessages } from '../../../api/queries/default-messages';
import { defaultMergeMessage, defaultSquashMessage } from '../../../domain/merge-requests/default-message';
import { expandedMessage, type MessageFacts } from '../../../domain/merge-requests/message-template';
import type { MergeRequestKey } from '../../shared/keys';
import type { MergeRequests } from '../merge-requests';
import type { MessageKind } from './merge-messages';
import { messageFacts } from './message-facts';

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
        if (!isApiError(error) || isCancelled(error)) throw error;
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
      if (isCancelled(error) || !isApiError(error)) throw error;
      return undefined;
    }
  }
}
