import type { CommentToPost } from '../../app/review/comment-outbox';
import type { CommentTarget } from '../../app/review/comment-targets';
import { t } from '../../base/localize';
import type { Prompts } from '../../editor/shared/prompts';
import { excerpt } from '../../presentation/review/comment-markdown';
import { COMMAND } from '../../presentation/shared/command-ids';
import type { CommandRow } from '../shared/command-row';
import {
  type CommentArgument,
  commentCommand,
  type CommentCommandDeps,
  commentTargetOf,
  couldNotSend,
  showPostResult,
} from './comment-deps';

/** Commands that edit, delete, discard, or resend comments. */
export function editCommentCommands(deps: CommentCommandDeps): readonly CommandRow[] {
  const { discussionActions, boxes } = deps;
  return [
    commentCommand(deps, {
      id: COMMAND.editComment,
      failure: () => t("Couldn't edit the comment."),
      run: (argument) => {
        boxes.edit(argument?.pressed);
      },
    }),
    commentCommand(deps, {
      id: COMMAND.cancelComment,
      failure: () => t("Couldn't cancel the edit."),
      run: (argument) => {
        boxes.cancelEdit(argument?.pressed);
      },
    }),
    commentCommand(deps, {
      id: COMMAND.saveComment,
      failure: () => t("Couldn't save the comment."),
      run: (argument) => saveComment(deps, argument),
    }),
    commentCommand(deps, {
      id: COMMAND.deleteComment,
      failure: () => t("Couldn't delete the comment."),
      run: (argument) => deleteComment(deps, argument),
    }),
    commentCommand(deps, {
      id: COMMAND.discardComment,
      failure: () => t("Couldn't discard the comment."),
      run: async (argument) => {
        const target = commentTargetOf(deps, argument);
        if (target !== undefined) await discard(deps, target);
      },
    }),
    commentCommand(deps, {
      id: COMMAND.sendCommentAgain,
      failure: couldNotSend,
      run: async (argument) => {
        const target = commentTargetOf(deps, argument);
        if (target?.kind === 'unsent')
          showPostResult(deps, couldNotSend(), await discussionActions.sendAgain(target.id));
      },
    }),
  ];
}

async function saveComment(deps: CommentCommandDeps, argument: CommentArgument): Promise<void> {
  const { boxes, prompts, discussionActions } = deps;
  const edited = boxes.edited(argument?.pressed);
  const target = edited?.target;
  if (edited === undefined || (target?.kind !== 'note' && target?.kind !== 'draft')) return;
  const text = edited.text.trim();
  if (text === '') {
    prompts.showMessage('info', t("The comment can't be empty. Delete it instead."), []);
    return;
  }
  boxes.cancelEdit(argument?.pressed);
  const comment =
    target.kind === 'note'
      ? { body: text, draft: false, discussion: target.discussion, note: target.note }
      : changeOfDraft(deps, target, text);
  showPostResult(
    deps,
    t("Couldn't save the comment."),
    await discussionActions.post(target.mergeRequest, { ...comment, was: edited.was }),
  );
}

async function deleteComment(deps: CommentCommandDeps, argument: CommentArgument): Promise<void> {
  const target = commentTargetOf(deps, argument);
  if (target?.kind === 'note') await askAndDelete(deps, target);
}

/** Asks, and deletes a comment. */
export async function askAndDelete(
  {
    discussions,
    discussionActions,
    prompts,
  }: Pick<CommentCommandDeps, 'discussions' | 'discussionActions'> & {
    readonly prompts: Pick<Prompts, 'confirm'>;
  },
  { mergeRequest, discussion, note }: Omit<Extract<CommentTarget, { kind: 'note' }>, 'kind'>,
): Promise<void> {
  const known = discussions.peek(mergeRequest)?.threads.find(({ id }) => id === discussion);
  const quote = excerpt(known?.notes.find(({ id }) => id === note)?.body ?? '', 200);
  const sure = await prompts.confirm({
    message: t('Delete this comment?'),
    detail: t('"{0}" will be deleted for everyone. This can\'t be undone.', quote),
    action: t('Delete Comment'),
  });
  if (sure) await discussionActions.remove(mergeRequest, discussion, note);
}

/** Returns the new text of a draft with its thread, in which the text is shown if it can't be sent. */
function changeOfDraft(
  { discussions }: CommentCommandDeps,
  { mergeRequest, draft: note }: Extract<CommentTarget, { kind: 'draft' }>,
  body: string,
): CommentToPost {
  const draft = discussions.peek(mergeRequest)?.drafts?.find(({ id }) => id === note);
  return { body, draft: true, note, discussion: draft?.discussion_id ?? undefined };
}

async function discard(
  { discussionActions, outbox, discussions, prompts }: CommentCommandDeps,
  target: CommentTarget,
): Promise<void> {
  if (target.kind !== 'unsent' && target.kind !== 'draft') return;
  const text =
    target.kind === 'unsent'
      ? outbox.find(target.id)?.body
      : discussions.peek(target.mergeRequest)?.drafts?.find(({ id }) => id === target.draft)?.note;
  if (text === undefined) return;
  const isUnconfirmed = target.kind === 'unsent' && outbox.find(target.id)?.unconfirmed === true;
  const quote = excerpt(text, 200);
  const sure = await prompts.confirm({
    message: isUnconfirmed
      ? t('Discard the local copy of this comment?')
      : target.kind === 'draft'
        ? t('Discard this pending comment?')
        : t('Discard this comment?'),
    detail: isUnconfirmed
      ? t('"{0}" may have been sent. Only the copy on this computer will be discarded.', quote)
      : t('"{0}" is visible only to you and will be lost.', quote),
    action: t('Discard'),
  });
  if (!sure) return;
  if (target.kind === 'draft') await discussionActions.removeDraft(target.mergeRequest, target.draft);
  else await discussionActions.discard(target.id);
}
