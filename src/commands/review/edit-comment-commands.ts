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
  notConfirmed,
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
      failure: () => t('The comment was not discarded.'),
      run: async (argument) => {
        const target = commentTargetOf(deps, argument);
        if (target !== undefined) await discard(deps, target);
      },
    }),
    commentCommand(deps, {
      id: COMMAND.sendCommentAgain,
      failure: notConfirmed,
      run: async (argument) => {
        const target = commentTargetOf(deps, argument);
        if (target?.kind === 'unsent') showPostResult(deps, notConfirmed(), await talk.sendAgain(target.id));
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
    prompts.showMessage('info', t('A comment without words cannot be saved. Delete it instead.'), []);
    return;
  }
  boxes.cancelEdit(argument?.pressed);
  const said =
    target.kind === 'note'
      ? { body: text, draft: false, discussion: target.discussion, note: target.note }
      : changeOfDraft(deps, target, text);
  showPostResult(
    deps,
    t('The server has not confirmed the change. What you wrote is kept.'),
    await talk.say(target.mergeRequest, said),
  );
}

async function deleteComment(deps: CommentCommandDeps, argument: CommentArgument): Promise<void> {
  const target = commentTargetOf(deps, argument);
  if (target?.kind !== 'note') return;
  const { mergeRequest, discussion, note } = target;
  const known = deps.discussions.peek(mergeRequest)?.threads.find(({ id }) => id === discussion);
  const words = excerpt(known?.notes.find(({ id }) => id === note)?.body ?? '', 200);
  const sure = await deps.prompts.confirm({
    message: t('Delete this comment?'),
    detail: t('"{0}" will be gone for everybody. It cannot be brought back.', words),
    action: t('Delete Comment'),
    safe: t('Keep It'),
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
  const sure = await prompts.confirm({
    message: target.kind === 'draft' ? t('Discard this draft?') : t('Discard what you wrote?'),
    detail: t('"{0}" will be lost. Nobody else has seen it.', excerpt(text, 200)),
    action: t('Discard'),
    safe: t('Keep It'),
  });
  if (!sure) return;
  if (target.kind === 'draft') await talk.removeDraft(target.mergeRequest, target.draft);
  else await talk.discard(target.id);
}
