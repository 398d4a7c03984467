import { t } from '../../base/localize';
import type { MergeRequestAction } from '../../domain/merge-requests/rules';

/** A quick action of the service. `needs`: the action that must be available to the user. */
interface QuickAction {
  readonly name: string;
  /** Text after the name: the placeholder of a value, or nothing. */
  readonly value?: string;
  readonly title: () => string;
  readonly needs?: readonly MergeRequestAction[];
}

/** Quick actions for merge requests. The server runs them when the comment is sent. */
const QUICK_ACTIONS: readonly QuickAction[] = [
  { name: 'approve', title: () => t('Approve'), needs: ['approve'] },
  { name: 'unapprove', title: () => t('Revoke your approval'), needs: ['unapprove'] },
  { name: 'assign', value: '@user', title: () => t('Assign'), needs: ['edit'] },
  { name: 'unassign', value: '@user', title: () => t('Remove an assignee'), needs: ['edit'] },
  { name: 'assign_reviewer', value: '@user', title: () => t('Request a review'), needs: ['edit'] },
  { name: 'request_review', value: '@user', title: () => t('Request another review'), needs: ['edit'] },
  { name: 'unassign_reviewer', value: '@user', title: () => t('Remove a reviewer'), needs: ['edit'] },
  { name: 'close', title: () => t('Close'), needs: ['close'] },
  { name: 'reopen', title: () => t('Reopen'), needs: ['reopen'] },
  { name: 'draft', title: () => t('Mark as draft'), needs: ['markDraft'] },
  { name: 'ready', title: () => t('Mark as ready'), needs: ['markReady'] },
  { name: 'merge', title: () => t('Merge, or set to auto-merge'), needs: ['merge', 'setAutoMerge'] },
  { name: 'rebase', title: () => t('Rebase'), needs: ['rebase'] },
  { name: 'label', value: '~label', title: () => t('Add a label'), needs: ['edit'] },
  { name: 'unlabel', value: '~label', title: () => t('Remove a label'), needs: ['edit'] },
  { name: 'relabel', value: '~label', title: () => t('Replace all labels'), needs: ['edit'] },
  { name: 'milestone', value: '%milestone', title: () => t('Set the milestone'), needs: ['edit'] },
  { name: 'remove_milestone', title: () => t('Remove the milestone'), needs: ['edit'] },
  { name: 'title', value: 'title', title: () => t('Change the title'), needs: ['edit'] },
  {
    name: 'target_branch',
    value: 'branch',
    title: () => t('Change the target branch'),
    needs: ['changeTarget'],
  },
  { name: 'estimate', value: '1d 3h', title: () => t('Set the estimate'), needs: ['trackTime'] },
  { name: 'remove_estimate', title: () => t('Remove the estimate'), needs: ['trackTime'] },
  { name: 'spend', value: '1h 30m', title: () => t('Add time spent'), needs: ['trackTime'] },
  { name: 'todo', title: () => t('Add a to-do item') },
  { name: 'done', title: () => t('Mark the to-do item as done') },
  { name: 'subscribe', title: () => t('Subscribe'), needs: ['subscribe'] },
  { name: 'unsubscribe', title: () => t('Unsubscribe'), needs: ['unsubscribe'] },
  { name: 'react', value: ':emoji:', title: () => t('Add or remove your reaction') },
  { name: 'lock', title: () => t('Lock the discussion'), needs: ['lockDiscussion'] },
  { name: 'unlock', title: () => t('Unlock the discussion'), needs: ['unlockDiscussion'] },
];

/** Returns the quick actions that are available to the user. */
export const quickActions = (actions: readonly MergeRequestAction[]): readonly QuickAction[] =>
  QUICK_ACTIONS.filter(({ needs }) => needs === undefined || needs.some((each) => actions.includes(each)));
