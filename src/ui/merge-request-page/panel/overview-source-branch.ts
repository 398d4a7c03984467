import type { SourceBranch, SourceBranches } from '../../../app/merge-requests/after-merge/source-branches';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { background } from '../../../base/background';
import { obstacleToMergeRequest } from '../../../domain/merge-requests/rules';
import type { MergeRequest } from '../../../schemas/merge-request';
import type { Panel } from '../../shared/panels/panel-frame';

/**
 * Returns the source branch of a merged or closed merge request. If it isn't known and the page is visible,
 * starts to read it: the store fires an event when it is known.
 */
export function shownSourceBranch(
  branches: Pick<SourceBranches, 'peek' | 'refresh'>,
  key: MergeRequestKey,
  mergeRequest: MergeRequest,
  panel: Pick<Panel, 'visible'>,
): SourceBranch | undefined {
  if (obstacleToMergeRequest('deleteSourceBranch', mergeRequest) !== undefined) return undefined;
  const known = branches.peek(key, mergeRequest);
  if (known === undefined && panel.visible) background(branches.refresh(key, mergeRequest));
  return known;
}
