import type { CallOptions, Client } from '../../api/client';
import { isApiError, isCancelled } from '../../api/errors';
import { getDefaultMessages } from '../../api/queries/default-messages';
import { defaultMergeMessage, defaultSquashMessage } from '../../domain/merge-requests/default-message';
import type { MergeRequestKey } from '../shared/keys';
import type { MessageKind } from './merge-messages';
import type { MergeRequests } from './merge-requests';

export type DefaultTexts = Readonly<Record<MessageKind, string>>;

/** What a merge request's commits are called if a person writes nothing else. */
export class DefaultMessages {
  readonly #clientFor: (base: string) => Client;
  readonly #store: Pick<MergeRequests, 'get' | 'part'>;

  constructor(clientFor: (base: string) => Client, store: Pick<MergeRequests, 'get' | 'part'>) {
    this.#clientFor = clientFor;
    this.#store = store;
  }

  /** The server's own texts, which follow the project's templates; the documented defaults if it doesn't return them. */
  async of(key: MergeRequestKey, options: CallOptions = {}): Promise<DefaultTexts> {
    const request = await this.#store.get(key, options);
    const told = await this.#ask(key, request.references?.full, options);
    if (told?.defaultMergeCommitMessage && told.defaultSquashCommitMessage)
      return { merge: told.defaultMergeCommitMessage, squash: told.defaultSquashCommitMessage };
    const closes = await this.#store.part(key, 'closes', options).catch(() => undefined);
    const named = closes?.items.map(({ id, iid }) => (typeof id === 'string' ? id : `#${iid ?? id}`));
    return {
      merge: told?.defaultMergeCommitMessage ?? defaultMergeMessage(request, named ?? []),
      squash: told?.defaultSquashCommitMessage ?? defaultSquashMessage(request),
    };
  }

  async #ask({ base, project, iid }: MergeRequestKey, full: string | null | undefined, options: CallOptions) {
    const fullPath = typeof project === 'string' ? project : full?.split('!')[0];
    if (fullPath === undefined) return undefined;
    try {
      const args = { fullPath, iid: String(iid) };
      return (await this.#clientFor(base).query(getDefaultMessages, args, options)).project?.mergeRequest;
    } catch (error) {
      // An older server doesn't know the fields; any other failure is no reason to refuse to edit the message.
      if (isCancelled(error) || !isApiError(error)) throw error;
      return undefined;
    }
  }
}
