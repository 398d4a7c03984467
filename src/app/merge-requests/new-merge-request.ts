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
import { type FactsQuestion, openFrom } from './create/details';
import type { MergeRequests } from './merge-requests';

/** Thrown before anything is sent where an open merge request goes from the branch into the same one. */
export class AlreadyOpen extends Error {
  override readonly name = 'AlreadyOpen';
  readonly key: MergeRequestKey;

  constructor(key: MergeRequestKey) {
    super(`merge request ${key.iid} is open for this branch`);
    this.key = key;
  }
}

export interface CreateOptions {
  /** The branch to push first, by its name here; undefined where nothing is pushed. */
  readonly push: string | undefined;
  /** Runs the push where a person sees it and can give it up. */
  readonly whilePushing: (work: (signal: AbortSignal) => Promise<void>) => Promise<void>;
}

/** Makes merge requests. Nothing that is sent here is sent twice. */
export class MergeRequestMaker {
  readonly #clientFor: (base: string) => Client;
  readonly #git: Pick<GitPort, 'push'>;
  readonly #store: MergeRequests;

  constructor(clientFor: (base: string) => Client, git: Pick<GitPort, 'push'>, store: MergeRequests) {
    this.#clientFor = clientFor;
    this.#git = git;
    this.#store = store;
  }

  /** Pushes where asked to, then makes it. Rejects with `AlreadyOpen` before either where there is one. */
  async create(
    base: string,
    question: FactsQuestion,
    asked: NewMergeRequest,
    { push, whilePushing }: CreateOptions,
  ): Promise<MergeRequestKey> {
    const client = this.#clientFor(base);
    const open = await openFrom(client, question).catch(() => []);
    const same = open.find(({ target_branch: into }) => into === asked.target.branch);
    if (same !== undefined) {
      throw new AlreadyOpen({ base, project: same.project_id, iid: same.iid });
    }
    if (push !== undefined) {
      const { clone, remote } = question.source;
      await whilePushing((signal) =>
        orGivenUp(this.#git.push(clone.repository, remote.name, push, true), signal),
      );
    }
    const made = await client.call(createMergeRequest, { id: asked.source.project, ...bodyOf(asked) });
    return this.#apply(base, made);
  }

  #apply(base: string, made: MergeRequest): MergeRequestKey {
    const key: MergeRequestKey = { base, project: made.project_id, iid: made.iid };
    this.#store.apply(key, made);
    background(this.#store.reloadLists(key));
    return key;
  }
}

/** What was not said is left out, so that the project decides. */
function bodyOf(asked: NewMergeRequest) {
  const { source, target, squash, allowCollaboration, assignees, reviewers, labels, milestone } = asked;
  const description = descriptionToSend(asked);
  return {
    source_branch: source.branch,
    target_branch: target.branch,
    title: titleToSend(asked),
    remove_source_branch: asked.removeSourceBranch,
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

/** The git extension cannot be told to stop: who gives up waits no longer, and nothing is made after that. */
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
