import { TEXT_EDITOR_ACTS } from '../shared/forms/text-editor';

/** Actions of the text boxes for comments and of the buttons of comments. */
const EDITOR_ACTS = [
  ...TEXT_EDITOR_ACTS,
  'openReply',
  'postComment',
  'startThread',
  'toggleInternal',
  'postReply',
  'addToReview',
  'replyAndResolve',
  'editComment',
  'saveComment',
  'cancelText',
  'deleteComment',
  'editDraft',
  'discardDraft',
  'openReactions',
  'toggleReaction',
  'sendReview',
  'sendReviewAndOpenNext',
] as const;
export type EditorAct = (typeof EDITOR_ACTS)[number];

/** True if the name is that of an action. Pages can send any text. */
export const isEditorAct = (name: string): name is EditorAct => EDITOR_ACTS.some((each) => each === name);

/** Actions that submit a review. */
export type SubmitAct = Extract<EditorAct, 'sendReview' | 'sendReviewAndOpenNext'>;

export const isSubmitAct = (act: EditorAct): act is SubmitAct =>
  act === 'sendReview' || act === 'sendReviewAndOpenNext';
