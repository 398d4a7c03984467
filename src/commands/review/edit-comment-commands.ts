import type { Said } from '../../app/review/comment-outbox';
import type { CommentTarget } from '../../app/review/comment-targets';
import { t } from '../../base/localize';
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

/** Commands that change, delete, discard, or send again what was written. */
export function editCommentCommands(deps: CommentCommandDeps): readonly CommandRow[] {
  const { talk, boxes } = deps;
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
        if (target?.kind === 'unsent') showPostResult(deps, couldNotSend(), await talk.sendAgain(target.id));
      },
    }),
  ];
}

async function saveComment(deps: CommentCommandDeps, argument: CommentArgument): Promise<void> {
  const { boxes, prompts, talk } = deps;
  const edited = boxes.edited(argument?.pressed);
  const target = edited?.target;
  if (edited === undefined || (target?.kind !== 'note' && target?.kind !== 'draft')) return;
  const text = edited.text.trim();
  if (text === '') {
    prompts.showMessage('info', t("The comment can't be empty. Delete it instead."), []);
    return;
  }
  boxes.cancelEdit(argument?.pressed);
  const said =
    target.kind === 'note'
      ? { body: text, draft: false, discussion: target.discussion, note: target.note }
      : changeOfDraft(deps, target, text);
  showPostResult(deps, t("Couldn't save the comment."), await talk.say(target.mergeRequest, said));
}

async function deleteComment(deps: CommentCommandDeps, argument: CommentArgument): Promise<void> {
  const target = commentTargetOf(deps, argument);
  if (target?.kind !== 'note') return;
  const { mergeRequest, discussion, note } = target;
  const known = deps.discussions.peek(mergeRequest)?.threads.find(({ id }) => id === discussion);
  const words = excerpt(known?.notes.find(({ id }) => id === note)?.body ?? '', 200);
  const sure = await deps.prompts.confirm({
    message: t('Delete this comment?'),
    detail: t('"{0}" will be deleted for everyone. This can\'t be undone.', words),
    action: t('Delete Comment'),
  });
  if (sure) await deps.talk.remove(mergeRequest, discussion, note);
}

/** A draft's new text, with the place of the draft: what is not taken is shown there. */
function changeOfDraft(
  { discussions }: CommentCommandDeps,
  { mergeRequest, draft: note }: Extract<CommentTarget, { kind: 'draft' }>,
  body: string,
): Said {
  const draft = discussions.peek(mergeRequest)?.drafts?.find(({ id }) => id === note);
  return { body, draft: true, note, discussion: draft?.discussion_id ?? undefined };
}

async function discard(
  { talk, outbox, discussions, prompts }: CommentCommandDeps,
  target: CommentTarget,
): Promise<void> {
  if (target.kind !== 'unsent' && target.kind !== 'draft') return;
  const text =
    target.kind === 'unsent'
      ? outbox.find(target.id)?.body
      : discussions.peek(target.mergeRequest)?.drafts?.find(({ id }) => id === target.draft)?.note;
  if (text === undefined) return;
  const isUnconfirmed = target.kind === 'unsent' && outbox.find(target.id)?.unconfirmed === true;
  const words = excerpt(text, 200);
  const sure = await prompts.confirm({
    message: isUnconfirmed
      ? t('Discard the local copy of this comment?')
      : target.kind === 'draft'
        ? t('Discard this pending comment?')
        : t('Discard this comment?'),
    detail: isUnconfirmed
      ? t('"{0}" may have been sent. Only the copy on this computer will be discarded.', words)
      : t('"{0}" is visible only to you and will be lost.', words),
    action: t('Discard'),
  });
  if (!sure) return;
  if (target.kind === 'draft') await talk.removeDraft(target.mergeRequest, target.draft);
  else await talk.discard(target.id);
}
