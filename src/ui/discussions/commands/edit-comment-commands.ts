import type { CommentTarget } from '../../../app/discussions/comment-targets';
import type { CommentToPost } from '../../../app/discussions/comment-to-post';
import { t } from '../../../base/localize';
import { excerpt } from '../../../presentation/discussions/comment-markdown';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { CommandRow } from '../../shared/commands/command-row';
import type { Prompts } from '../../shared/editor/prompts';
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
  const { was } = edited;
  const comment: CommentToPost =
    target.kind === 'note'
      ? { kind: 'edit', body: text, discussion: target.discussion, note: target.note, was }
      : { ...changeOfDraft(deps, target, text), was };
  showPostResult(
    deps,
    t("Couldn't save the comment."),
    await discussionActions.post(target.mergeRequest, comment),
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
): Extract<CommentToPost, { readonly kind: 'pending-edit' }> {
  const draft = discussions.peek(mergeRequest)?.drafts?.find(({ id }) => id === note);
  return { kind: 'pending-edit', body, note, discussion: draft?.discussion_id ?? undefined };
}

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

/** Asks, and discards a pending comment. Resolves to true if it was discarded. */
export async function askAndDiscardDraft(
  {
    discussions,
    discussionActions,
    prompts,
  }: Pick<CommentCommandDeps, 'discussions' | 'discussionActions'> & {
    readonly prompts: Pick<Prompts, 'confirm'>;
  },
  { mergeRequest, draft }: Omit<Extract<CommentTarget, { kind: 'draft' }>, 'kind'>,
): Promise<boolean> {
  const text = discussions.peek(mergeRequest)?.drafts?.find(({ id }) => id === draft)?.note;
  if (text === undefined) return false;
  const sure = await prompts.confirm({
    message: t('Discard this pending comment?'),
    detail: onlyYours(excerpt(text, 200)),
    action: t('Discard'),
  });
  if (sure) await discussionActions.removeDraft(mergeRequest, draft);
  return sure;
}

const onlyYours = (quote: string): string => t('"{0}" is visible only to you and will be lost.', quote);
