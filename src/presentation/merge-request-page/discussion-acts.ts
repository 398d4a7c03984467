import { t } from '../../base/localize';

/** Actions on discussions, and the labels of their buttons. */
export const DISCUSSION_ACT_LABELS = {
  resolveThread: () => t('Resolve Thread'),
  unresolveThread: () => t('Unresolve Thread'),
  openThread: () => t('Open Thread...'),
  nextThread: () => t('Next Unresolved Thread'),
  submitReview: () => t('Submit Review...'),
  sendCommentAgain: () => t('Send Again'),
  discardComment: () => t('Discard'),
} as const satisfies Readonly<Record<string, () => string>>;
export type DiscussionAct = keyof typeof DISCUSSION_ACT_LABELS;

/** True if the name is that of an action. Pages can send any text. */
export const isDiscussionAct = (name: string): name is DiscussionAct =>
  Object.hasOwn(DISCUSSION_ACT_LABELS, name);
