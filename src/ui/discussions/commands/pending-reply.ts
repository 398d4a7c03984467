import type { CommentToPost } from '../../../app/discussions/comment-to-post';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import type { Prompts } from '../../shared/editor/prompts';
import type { CommentCommandDeps } from './comment-deps';

export interface PendingReplyDeps {
  readonly discussions: Pick<CommentCommandDeps['discussions'], 'peek'>;
  readonly prompts: Pick<Prompts, 'confirm'>;
}

/**
 * The server keeps one pending reply of a user per thread. For a second one, asks whether to append it to the first, and
 * resolves to what to send, or to undefined if the user cancels. Returns undefined for all other comments.
 */
export function appendedReply(
  { discussions, prompts }: PendingReplyDeps,
  key: MergeRequestKey,
  comment: CommentToPost,
): Promise<CommentToPost | undefined> | undefined {
  if (comment.kind !== 'pending' || comment.discussion === undefined) return undefined;
  const { body, discussion } = comment;
  const pending = discussions.peek(key)?.drafts?.find((each) => each.discussion_id === discussion);
  if (pending === undefined) return undefined;
  const asking = prompts.confirm({
    message: t('Append this text to your pending reply?'),
    detail: t('You already have a pending reply in this thread. The server keeps one per thread.'),
    action: t('Append'),
  });
  return asking.then((isConfirmed) =>
    isConfirmed ? { kind: 'pending-edit', body: `${pending.note}\n\n${body}`, note: pending.id } : undefined,
  );
}
