import type { CallOptions, Client, Collected, PagesOptions } from '../../api/client';
import type { ResultOf } from '../../api/endpoint';
import { getApprovals, getApprovalState } from '../../api/endpoints/approvals';
import {
  listClosedIssues,
  listMergeRequestCommits,
  listMergeRequestPipelines,
  listParticipants,
  listProjectMergeRequests,
  listReviewers,
} from '../../api/endpoints/merge-requests';
import { getProject } from '../../api/endpoints/projects';
import { getTimeStats } from '../../api/endpoints/time-tracking';
import { isApiError } from '../../api/errors';
import type { MergeRequest } from '../../schemas/merge-request';
import type { MergeRequestKey } from '../shared/keys';

/** A list as far as it was read; `cut` is true if the server has more items. */
export interface PartList<T> {
  readonly items: readonly T[];
  readonly cut: boolean;
}

/** Data of a merge request that requires additional requests. */
export interface MergeRequestParts {
  readonly reviewers: PartList<ResultOf<typeof listReviewers>>;
  readonly participants: PartList<ResultOf<typeof listParticipants>>;
  /** Latest first. */
  readonly commits: PartList<ResultOf<typeof listMergeRequestCommits>>;
  readonly pipelines: PartList<ResultOf<typeof listMergeRequestPipelines>>;
  /** Issues that the merge closes. */
  readonly closes: PartList<ResultOf<typeof listClosedIssues>>;
  readonly approvals: ResultOf<typeof getApprovals>;
  /** Who has to approve. Only servers with paid tiers have it. */
  readonly approvalState: ResultOf<typeof getApprovalState>;
  /** The current times: those in lists may be hours old (server-behavior.md#stale-lists). */
  readonly time: ResultOf<typeof getTimeStats>;
  /** With their colors, which the merge request doesn't contain. */
  readonly labels: NonNullable<MergeRequest['labels']>;
  /** The target project, with its rules for merges. */
  readonly project: ResultOf<typeof getProject>;
}
export type MergeRequestPart = keyof MergeRequestParts;

export const PART_NAMES = [
  'reviewers',
  'participants',
  'commits',
  'pipelines',
  'closes',
  'approvals',
  'approvalState',
  'time',
  'labels',
  'project',
] as const satisfies readonly MergeRequestPart[];

const PAGE_SIZE = 100;
const MAX_PAGES = 3;

type Read<T> = (client: Client, key: MergeRequestKey, options?: CallOptions) => Promise<T>;

const argsOf = ({ project, iid }: MergeRequestKey) =>
  ({ id: project, merge_request_iid: iid, per_page: PAGE_SIZE }) as const;

const atMost = (options?: CallOptions) => ({ ...options, maxPages: MAX_PAGES });

const READS: { readonly [K in MergeRequestPart]: Read<MergeRequestParts[K]> } = {
  reviewers: (client, key, options) => listOf(client.collect(listReviewers, argsOf(key), atMost(options))),
  participants: (client, key, options) =>
    listOf(client.collect(listParticipants, argsOf(key), atMost(options))),
  commits: (client, key, options) =>
    listOf(client.collect(listMergeRequestCommits, argsOf(key), atMost(options))),
  pipelines: (client, key, options) =>
    listOf(client.collect(listMergeRequestPipelines, argsOf(key), atMost(options))),
  closes: (client, key, options) => listOf(client.collect(listClosedIssues, argsOf(key), atMost(options))),
  approvals: (client, { project, iid }, options) =>
    client.call(getApprovals, { id: project, merge_request_iid: iid }, options),
  approvalState: (client, { project, iid }, options) =>
    client.call(getApprovalState, { id: project, merge_request_iid: iid }, options),
  time: (client, { project, iid }, options) =>
    client.call(getTimeStats, { id: project, merge_request_iid: iid }, options),
  // Only lists support the parameter (server-behavior.md#merge-request-fields).
  labels: async (client, { project, iid }, options) => {
    const args = { id: project, iids: [iid], with_labels_details: true, per_page: 1 } as const;
    return (await client.page(listProjectMergeRequests, args, options)).items[0]?.labels ?? [];
  },
  project: (client, { project: id }, options) => client.call(getProject, { id }, options),
};

/** Reads a part; undefined if the server doesn't have it or denies access. */
export async function readPart<K extends MergeRequestPart>(
  name: K,
  client: Client,
  key: MergeRequestKey,
  options?: PagesOptions,
): Promise<MergeRequestParts[K] | undefined> {
  try {
    return await READS[name](client, key, options);
  } catch (error) {
    if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return undefined;
    throw error;
  }
}

async function listOf<T>(reading: Promise<Collected<T>>): Promise<PartList<T>> {
  const { items, cut } = await reading;
  return { items, cut };
}
