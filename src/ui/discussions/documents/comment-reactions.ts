import type { Comment, CommentReaction } from 'vscode';
import type { Reactions } from '../../../app/discussions/reactions';
import type { ReadOnlyProjects } from '../../../app/discussions/read-only-projects';
import { t } from '../../../base/localize';
import { commentsReadOnly } from '../../../presentation/discussions/comment-messages';
import type { User } from '../../../schemas/user';
import type { Prompts } from '../../shared/editor/prompts';
import type { Report } from '../../shared/editor/report';
import { ShownComment } from './shown-comment';

export interface ReactionDeps {
  readonly reactions: Pick<Reactions, 'toggle'>;
  /** Returns the current user. */
  readonly userOf: (base: string) => Promise<User>;
  readonly readOnly: Pick<ReadOnlyProjects, 'reasonFor'>;
  readonly prompts: Pick<Prompts, 'showStatus'>;
  readonly report: Report;
}

/** Adds or removes a reaction. The view changes after the server responds. */
export async function toggleReaction(
  { reactions, userOf, readOnly, prompts, report }: ReactionDeps,
  comment: Comment,
  reaction: CommentReaction,
): Promise<void> {
  if (!(comment instanceof ShownComment) || comment.target.kind !== 'note') return;
  const name = comment.emojiOf(reaction);
  if (name === undefined) return;
  const { mergeRequest, note } = comment.target;
  const reason = readOnly.reasonFor(mergeRequest);
  if (reason !== undefined) {
    prompts.showStatus(commentsReadOnly(reason, mergeRequest));
    return;
  }
  try {
    await reactions.toggle(mergeRequest, note, name, await userOf(mergeRequest.base));
  } catch (error) {
    report(t("Couldn't update the reaction."), error);
  }
}
