import assert from 'node:assert/strict';
import type { ResultOf } from '../../src/api/endpoint';
import {
  createMergeRequest,
  getMergeRequest,
  listProjectMergeRequests,
} from '../../src/api/endpoints/merge-requests';
import type { DETAILED_MERGE_STATUSES } from '../../src/schemas/merge-request';
import type { Stage, Who } from './stage';

export type MergeRequest = ResultOf<typeof getMergeRequest>;

/** Identifies a merge request in a call. */
export interface Named {
  readonly id: string;
  readonly merge_request_iid: number;
}

/** Finds and creates merge requests of one project as one user. */
export class Requests {
  readonly #stage: Stage;
  readonly #who: Who;
  readonly #id: string;

  constructor(stage: Stage, who: Who = 'owner', id = 'acme/storefront') {
    this.#stage = stage;
    this.#who = who;
    this.#id = id;
  }

  named({ iid }: Pick<MergeRequest, 'iid'>): Named {
    return { id: this.#id, merge_request_iid: iid };
  }

  get(iid: number): Promise<MergeRequest> {
    return this.#stage.client(this.#who).call(getMergeRequest, {
      ...this.named({ iid }),
      include_rebase_in_progress: true,
    });
  }

  /** Returns the merge request after the server has checked whether it can be merged. */
  async settled(iid: number): Promise<MergeRequest> {
    for (let steps = 0; steps < 30; steps++) {
      const request = await this.get(iid);
      const isChecking = ['checking', 'unchecked', 'preparing'].includes(request.detailed_merge_status ?? '');
      if (!isChecking && !request.rebase_in_progress) return request;
      this.#stage.sandbox.advance(2_000);
    }
    return assert.fail(`!${iid} does not settle`);
  }

  /** Returns the first open merge request that meets the condition. */
  async find(fits: (request: MergeRequest) => boolean = () => true): Promise<MergeRequest> {
    const args = { id: this.#id, state: 'opened', scope: 'all', per_page: 100 } as const;
    for await (const page of this.#stage.client(this.#who).pages(listProjectMergeRequests, args)) {
      assert.deepEqual(page.problems, []);
      for (const { iid } of page.items) {
        const request = await this.settled(iid);
        if (fits(request)) return request;
      }
    }
    return assert.fail('the world has no fitting merge request');
  }

  thatIs(status: (typeof DETAILED_MERGE_STATUSES)[number]): Promise<MergeRequest> {
    return this.find(({ detailed_merge_status }) => detailed_merge_status === status);
  }

  open(source_branch: string, target_branch: string): Promise<MergeRequest> {
    const args = { id: this.#id, source_branch, target_branch, title: `Bring ${source_branch} along` };
    return this.#stage.client(this.#who).call(createMergeRequest, args);
  }
}
