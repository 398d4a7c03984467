import { t } from '../../base/localize';

/** What can be clicked where a merge request is talked about, and what its button says. */
export const TALK_WORDS = {
  addComment: () => t('Add Comment...'),
  startThread: () => t('Start Thread...'),
  replyToThread: () => t('Reply...'),
  resolveThread: () => t('Resolve Thread'),
  reopenThread: () => t('Unresolve Thread'),
  openThread: () => t('Open Thread...'),
  nextThread: () => t('Next Unresolved Thread'),
  publishReview: () => t('Submit Review'),
  sendCommentAgain: () => t('Send Again'),
  discardComment: () => t('Discard...'),
} as const satisfies Readonly<Record<string, () => string>>;
export type TalkAct = keyof typeof TALK_WORDS;

/** A page may say anything. */
export const isTalkAct = (name: string): name is TalkAct => Object.hasOwn(TALK_WORDS, name);
