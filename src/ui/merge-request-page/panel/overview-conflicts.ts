import type { ConflictFiles } from '../../../app/git/conflict-files';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { background } from '../../../base/background';
import { obstacleToMergeRequest } from '../../../domain/merge-requests/rules';
import type { ShownConflicts } from '../../../presentation/merge-request-page/model';
import { explain } from '../../../presentation/shared/error-messages';
import type { MergeRequest } from '../../../schemas/merge-request';
import type { Panel } from '../../shared/panels/panel-frame';

/** True if the conflicts of the merge request can be resolved. */
export const hasConflicts = (mergeRequest: MergeRequest): boolean =>
  obstacleToMergeRequest('resolveConflicts', mergeRequest) === undefined;

/**
 * Returns the conflicting files of a merge request; undefined if it has none. If they aren't known and the
 * page is visible, starts to find them: the store fires an event when they are found.
 */
export function shownConflicts(
  conflictFiles: Pick<ConflictFiles, 'get' | 'peek'>,
  key: MergeRequestKey,
  mergeRequest: MergeRequest,
  panel: Pick<Panel, 'visible'>,
): ShownConflicts | undefined {
  if (!hasConflicts(mergeRequest)) return undefined;
  const known = conflictFiles.peek(key, mergeRequest);
  if (known?.kind === 'failed') return { kind: 'failed', why: explain(known.error).why };
  if (known === undefined && panel.visible) background(conflictFiles.get(key, mergeRequest));
  return known ?? { kind: 'finding' };
}
