import type { CallOptions, Client } from '../../api/client';
import { listMergeRequestPipelines } from '../../api/endpoints/merge-requests';
import { listPipelines } from '../../api/endpoints/pipelines';
import { isOutcomeUnknown } from '../../api/errors';
import { orUndefined } from '../../base/background';
import { projectId, type ProjectKey } from '../shared/keys';

/** The ref or merge request of a new pipeline. */
export type PipelineSubject = { readonly ref: string } | { readonly mergeRequest: number };

/** A pipeline that an unconfirmed request may have created. */
export interface PossiblyCreatedPipeline {
  readonly id: number;
  /** ISO 8601, from the server. */
  readonly created_at?: string | null | undefined;
}

export interface UnconfirmedPipelineDeps {
  readonly clientFor: (base: string) => Client;
  /** The user who runs pipelines. */
  readonly userOf: (base: string) => Promise<{ readonly username: string }>;
}

/**
 * Records requests for pipelines that the server didn't confirm, so that the next request for the same ref is
 * preceded by a check. The newest pipeline is read before each request: newer ones were created since,
 * independent of the server's clock.
 */
export class UnconfirmedPipelines {
  readonly #deps: UnconfirmedPipelineDeps;
  /** Keyed by project and subject: ID of the newest pipeline before the unconfirmed request; 0 if there was none. */
  readonly #before = new Map<string, number>();

  constructor(deps: UnconfirmedPipelineDeps) {
    this.#deps = deps;
  }

  /** Sends a request for a pipeline. Records it if it isn't confirmed, until a later one is. */
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

  /** The newest pipeline since the last request if that wasn't confirmed. Otherwise sends no request. */
  async createdMeanwhile(
    project: ProjectKey,
    subject: PipelineSubject,
    options?: CallOptions,
  ): Promise<PossiblyCreatedPipeline | undefined> {
    const before = this.#before.get(idOf(project, subject));
    if (before === undefined) return undefined;
    const newest = await this.#newest(project, subject, options);
    return newest !== undefined && newest.id > before ? newest : undefined;
  }

  /** Removes everything, because another user may be signed in. */
  clear(): void {
    this.#before.clear();
  }

  /** The user's newest pipeline for a ref. Pipelines of merge requests can't be listed by user. */
  async #newest(
    project: ProjectKey,
    subject: PipelineSubject,
    options?: CallOptions,
  ): Promise<PossiblyCreatedPipeline | undefined> {
    const client = this.#deps.clientFor(project.base);
    const page = { id: project.project, per_page: 1 };
    if ('mergeRequest' in subject) {
      const args = { ...page, merge_request_iid: subject.mergeRequest };
      return (await client.page(listMergeRequestPipelines, args, options)).items[0];
    }
    // Tokens that can't read their user can still run pipelines. Then pipelines of all users count.
    const username = (await orUndefined(this.#deps.userOf(project.base)))?.username;
    const args = { ...page, ref: subject.ref, ...(username === undefined ? {} : { username }) };
    return (await client.page(listPipelines, args, options)).items[0];
  }
}

const idOf = (project: ProjectKey, subject: PipelineSubject): string =>
  `${projectId(project)} ${'ref' in subject ? `ref ${subject.ref}` : `merge request ${subject.mergeRequest}`}`;
