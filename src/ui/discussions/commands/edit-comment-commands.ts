import type { CommentTarget } from '../../../app/discussions/comment-targets';
import type { CommentToPost } from '../../../app/discussions/comment-to-post';
import { t } from '../../../base/localize';
import { excerpt } from '../../../presentation/discussions/comment-markdown';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { CommandRow } from '../../shared/commands/command-row';
import {
  type CommentArgument,
  commentCommand,
  type CommentCommandDeps,
  commentTargetOf,
} from './comment-deps';
import { couldNotSend, sendComment, type SendCommentDeps, showPostResult } from './send-comment';

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
        if (target?.kind === 'unsent') showPostResult(deps, await discussionActions.sendAgain(target.id));
      },
    }),
  ];
}

async function saveComment(deps: CommentCommandDeps, argument: CommentArgument): Promise<void> {
  const { boxes, prompts } = deps;
  const edited = boxes.edited(argument?.pressed);
  const target = edited?.target;
  if (edited === undefined || (target?.kind !== 'note' && target?.kind !== 'draft')) return;
  const text = edited.text.trim();
  if (text === '') {
    prompts.showMessage('info', t("The comment can't be empty. Delete it instead."), []);
    return;
  }
  boxes.cancelEdit(argument?.pressed);
  const { was } = edited;
  const { mergeRequest } = target;
  const comment: CommentToPost =
    target.kind === 'note'
      ? { kind: 'edit', body: text, discussion: target.discussion, note: target.note, was }
      : {
          kind: 'pending-edit',
          body: text,
          note: target.draft,
          // The text is shown in the thread if it can't be sent.
          discussion: draftOf(deps, target)?.discussion_id ?? undefined,
          was,
        };
  await sendComment(deps, mergeRequest, comment);
}

async function deleteComment(deps: CommentCommandDeps, argument: CommentArgument): Promise<void> {
  const target = commentTargetOf(deps, argument);
  if (target?.kind === 'note') await askAndDelete(deps, target);
}

/** Asks, and deletes a comment. */
export async function askAndDelete(
  { discussions, discussionActions, prompts }: Omit<SendCommentDeps, 'report'>,
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

const draftOf = (
  { discussions }: Pick<CommentCommandDeps, 'discussions'>,
  { mergeRequest, draft }: Omit<Extract<CommentTarget, { kind: 'draft' }>, 'kind'>,
) => discussions.peek(mergeRequest)?.drafts?.find(({ id }) => id === draft);

async function discard(deps: CommentCommandDeps, target: CommentTarget): Promise<void> {
  if (target.kind === 'draft') await askAndDiscardDraft(deps, target);
  if (target.kind !== 'unsent') return;
  const { discussionActions, outbox, prompts } = deps;
  const unsent = outbox.find(target.id);
  if (unsent === undefined) return;
  const isUnconfirmed = unsent.unconfirmed === true;
  const quote = excerpt(unsent.body, 200);
  const sure = await prompts.confirm({
    message: isUnconfirmed ? t('Discard the local copy of this comment?') : t('Discard this comment?'),
    detail: isUnconfirmed
      ? t('"{0}" may have been sent. Only the copy on this computer will be discarded.', quote)
      : onlyYours(quote),
    action: t('Discard'),
  });
  if (sure) await discussionActions.discard(target.id);
}

/** Asks, and discards a pending comment. */
export async function askAndDiscardDraft(
  deps: Omit<SendCommentDeps, 'report'>,
  target: Omit<Extract<CommentTarget, { kind: 'draft' }>, 'kind'>,
): Promise<void> {
  const text = draftOf(deps, target)?.note;
  if (text === undefined) return;
  const sure = await deps.prompts.confirm({
    message: t('Discard this pending comment?'),
    detail: onlyYours(excerpt(text, 200)),
    action: t('Discard'),
  });
  if (sure) await deps.discussionActions.removeDraft(target.mergeRequest, target.draft);
}

const onlyYours = (quote: string): string => t('"{0}" is visible only to you and will be lost.', quote);
