import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import type { MergeRequestPart } from '../../../app/merge-requests/parts';
import type { MergeRequestKey } from '../../../app/shared/keys';
import type { OverviewParts } from '../../../presentation/merge-request-page/model';

/** The data that is loaded in addition to the merge request. */
export const PAGE_PARTS: readonly MergeRequestPart[] = [
  'approvals',
  'approvalState',
  'reviewers',
  'closes',
  'labels',
  'commits',
  'pipelines',
  'participants',
  'project',
];

/** Returns the parts that are loaded. */
export const loadedParts = (store: Pick<MergeRequests, 'peekPart'>, key: MergeRequestKey): OverviewParts => ({
  approvals: store.peekPart(key, 'approvals'),
  approvalState: store.peekPart(key, 'approvalState'),
  reviewers: store.peekPart(key, 'reviewers'),
  participants: store.peekPart(key, 'participants'),
  commits: store.peekPart(key, 'commits'),
  pipelines: store.peekPart(key, 'pipelines'),
  closes: store.peekPart(key, 'closes'),
  project: store.peekPart(key, 'project'),
  labels: store
    .peekPart(key, 'labels')
    ?.map((label) => (typeof label === 'string' ? { name: label } : label)),
});
