import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import { type MergeRequestAction, mergeRequestActions } from '../../../domain/merge-requests/rules';
import type { OverviewDeps } from './overview-deps';

/**
 * Returns the actions that the page of a merge request offers: those that are available, without deleting
 * unless the setting allows it, and without checking out the branch that is already checked out.
 */
export function offeredActions(
  key: MergeRequestKey,
  facts: Parameters<typeof mergeRequestActions>[0],
  { checkedOut, mayDelete }: Pick<OverviewDeps, 'mayDelete'> & { readonly checkedOut: CheckedOut },
): readonly MergeRequestAction[] {
  const id = mergeRequestId(key);
  const isCheckedOut = checkedOut.current().some((each) => mergeRequestId(each) === id);
  return mergeRequestActions(facts).filter(
    (action) => (action !== 'delete' || mayDelete()) && (action !== 'checkOut' || !isCheckedOut),
  );
}

type CheckedOut = Pick<OverviewDeps['checkedOut'], 'current'>;
