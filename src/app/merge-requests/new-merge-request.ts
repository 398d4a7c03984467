import type { Client } from '../../api/client';
import { createMergeRequest } from '../../api/endpoints/merge-requests';
import { abortReason } from '../../base/abort';
import { background } from '../../base/background';
import {
  descriptionToSend,
  type NewMergeRequest,
  titleToSend,
} from '../../domain/merge-requests/new-merge-request';
import type { MergeRequest } from '../../schemas/merge-request';
import type { GitPort } from '../shared/git-port';
import type { MergeRequestKey } from '../shared/keys';
import { type CreateFactsParams, openFrom } from './create/details';
import type { MergeRequests } from './merge-requests';

/** An open merge request with the same source and target branch exists. Thrown before anything is sent. */
export class AlreadyOpenError extends Error {
  override readonly name = 'AlreadyOpenError';
  readonly key: MergeRequestKey;

  constructor(key: MergeRequestKey) {
    super(`merge request ${key.iid} is open for this branch`);
    this.key = key;
  }
}

export interface CreateOptions {
  /** The local name of the branch to push first; undefined to push nothing. */
  readonly push: string | undefined;
  /** Runs the push with progress that the user can cancel. */
  readonly whilePushing: (work: (signal: AbortSignal) => Promise<void>) => Promise<void>;
}

/** Creates merge requests. Never sends a request twice. */
export class MergeRequestCreator {
  readonly #clientFor: (base: string) => Client;
  readonly #git: Pick<GitPort, 'push'>;
  readonly #store: MergeRequests;

  constructor(clientFor: (base: string) => Client, git: Pick<GitPort, 'push'>, store: MergeRequests) {
    this.#clientFor = clientFor;
    this.#git = git;
    this.#store = store;
  }

  /**
   * Pushes if requested, then creates the merge request. Rejects with `AlreadyOpenError` before both if it exists.
   */
  async create(
    base: string,
    question: CreateFactsParams,
    request: NewMergeRequest,
    { push, whilePushing }: CreateOptions,
  ): Promise<MergeRequestKey> {
    const client = this.#clientFor(base);
    const open = await openFrom(client, question).catch(() => []);
    const same = open.find(({ target_branch: into }) => into === request.target.branch);
    if (same !== undefined) {
      throw new AlreadyOpenError({ base, project: same.project_id, iid: same.iid });
    }
    if (push !== undefined) {
      const { clone, remote } = question.source;
      await whilePushing((signal) =>
        orGivenUp(this.#git.push(clone.repository, remote.name, push, true), signal),
      );
    }
    const made = await client.call(createMergeRequest, { id: request.source.project, ...bodyOf(request) });
    return this.#apply(base, made);
  }

  #apply(base: string, made: MergeRequest): MergeRequestKey {
    const key: MergeRequestKey = { base, project: made.project_id, iid: made.iid };
    this.#store.apply(key, made);
    background(this.#store.reloadLists(key));
    return key;
  }
}

/** Omits fields without a value, so that the project's defaults apply. */
function bodyOf(request: NewMergeRequest) {
  const { source, target, squash, allowCollaboration, assignees, reviewers, labels, milestone } = request;
  const description = descriptionToSend(request);
  return {
    source_branch: source.branch,
    target_branch: target.branch,
    title: titleToSend(request),
    remove_source_branch: request.removeSourceBranch,
    ...(target.project !== source.project && typeof target.project === 'number'
      ? { target_project_id: target.project }
      : {}),
    ...(description === '' ? {} : { description }),
    ...(squash === undefined ? {} : { squash }),
    ...(allowCollaboration === undefined ? {} : { allow_collaboration: allowCollaboration }),
    ...(assignees.length === 0 ? {} : { assignee_ids: [...assignees] }),
    ...(reviewers.length === 0 ? {} : { reviewer_ids: [...reviewers] }),
    ...(labels.length === 0 ? {} : { labels: [...labels] }),
    ...(milestone === undefined ? {} : { milestone_id: milestone }),
  };
}

/** The Git extension can't cancel a push. Canceling only stops the wait; no merge request is created then. */
function orGivenUp(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener(
      'abort',
      () => {
        reject(abortReason(signal));
      },
      { once: true },
    );
    work.then(resolve, reject);
  });
}
