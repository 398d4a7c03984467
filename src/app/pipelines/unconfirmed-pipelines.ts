import type { CallOptions, Client } from '../../api/client';
import { listMergeRequestPipelines } from '../../api/endpoints/merge-requests';
import { listPipelines } from '../../api/endpoints/pipelines';
import { isOutcomeUnknown } from '../../api/errors';
import { projectId, type ProjectKey } from '../shared/keys';

/** What a pipeline is created for. */
export type PipelineSubject = { readonly ref: string } | { readonly mergeRequest: number };

/** A pipeline that may be the one that an unconfirmed request created. */
export interface CreatedMeanwhile {
  readonly id: number;
  /** ISO 8601, as the server says it. */
  readonly created_at?: string | null | undefined;
}

export interface UnconfirmedPipelineDeps {
  readonly clientFor: (base: string) => Client;
  /** Who runs pipelines. */
  readonly userOf: (base: string) => Promise<{ readonly username: string }>;
}

/**
 * Remembers requests for a pipeline that the server didn't confirm, so that the next one for the same ref isn't sent
 * without a check. The newest pipeline is read before each request: whatever is newer afterwards was created meanwhile,
 * whatever the server's clock says.
 */
export class UnconfirmedPipelines {
  readonly #deps: UnconfirmedPipelineDeps;
  /** By project and subject: the newest pipeline before the request that wasn't confirmed; 0 if there was none. */
  readonly #before = new Map<string, number>();

  constructor(deps: UnconfirmedPipelineDeps) {
    this.#deps = deps;
  }

  /** Sends a request for a pipeline, and remembers it until it or a later one is confirmed. */
  async send<T>(
    project: ProjectKey,
    subject: PipelineSubject,
    create: () => Promise<T>,
    options?: CallOptions,
  ): Promise<T> {
    const id = idOf(project, subject);
    const before = (await this.#newest(project, subject, options))?.id ?? 0;
    try {
      const created = await create();
      this.#before.delete(id);
      return created;
    } catch (error) {
      if (isOutcomeUnknown(error)) this.#before.set(id, before);
      throw error;
    }
  }

  /** The newest pipeline since the last request, if that one wasn't confirmed. Asks the server only then. */
  async createdMeanwhile(
    project: ProjectKey,
    subject: PipelineSubject,
    options?: CallOptions,
  ): Promise<CreatedMeanwhile | undefined> {
    const before = this.#before.get(idOf(project, subject));
    if (before === undefined) return undefined;
    const newest = await this.#newest(project, subject, options);
    return newest !== undefined && newest.id > before ? newest : undefined;
  }

  /** Somebody else may be signed in now. */
  clear(): void {
    this.#before.clear();
  }

  /** The user's newest pipeline for a ref; a merge request's pipelines aren't listed by user. */
  async #newest(
    project: ProjectKey,
    subject: PipelineSubject,
    options?: CallOptions,
  ): Promise<CreatedMeanwhile | undefined> {
    const client = this.#deps.clientFor(project.base);
    const page = { id: project.project, per_page: 1 };
    if ('mergeRequest' in subject) {
      const args = { ...page, merge_request_iid: subject.mergeRequest };
      return (await client.page(listMergeRequestPipelines, args, options)).items[0];
    }
    // A token that can't read its user still runs pipelines: then those of everybody count.
    const username = await this.#deps.userOf(project.base).then(
      (user) => user.username,
      () => undefined,
    );
    const args = { ...page, ref: subject.ref, ...(username === undefined ? {} : { username }) };
    return (await client.page(listPipelines, args, options)).items[0];
  }
}

const idOf = (project: ProjectKey, subject: PipelineSubject): string =>
  `${projectId(project)} ${'ref' in subject ? `ref ${subject.ref}` : `merge request ${subject.mergeRequest}`}`;
