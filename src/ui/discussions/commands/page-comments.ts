import { type CommentToPost, isEdit } from '../../../app/discussions/comment-to-post';
import type { Reactions } from '../../../app/discussions/reactions';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { excerpt } from '../../../presentation/discussions/comment-markdown';
import type { User } from '../../../schemas/user';
import type { Prompts } from '../../shared/editor/prompts';
import type { CommentCommandDeps } from './comment-deps';
import { askAndDelete, askAndDiscardDraft } from './edit-comment-commands';
import { couldNotSend, sendComment } from './send-comment';

export interface PageCommentDeps extends Pick<
  CommentCommandDeps,
  'discussions' | 'discussionActions' | 'report'
> {
  readonly reactions: Pick<Reactions, 'toggle'>;
  readonly userOf: (base: string) => Promise<User>;
  readonly prompts: Pick<Prompts, 'confirm' | 'showMessage' | 'showStatus'>;
}

/** Actions of users with comments on the page of a merge request. Failures are reported. */
export class PageComments {
  readonly #deps: PageCommentDeps;

  constructor(deps: PageCommentDeps) {
    this.#deps = deps;
  }

  /** Sends a comment, or the new text of a comment, as `sendComment`. Resolves to false if the user canceled. */
  async post(key: MergeRequestKey, comment: CommentToPost, stored: () => void): Promise<boolean> {
    try {
      return (await sendComment(this.#deps, key, comment, stored)) !== undefined;
    } catch (error) {
      this.#deps.report(isEdit(comment) ? t("Couldn't save the comment.") : couldNotSend(), error);
      return true;
    }
  }

  async remove(mergeRequest: MergeRequestKey, discussion: string, note: number): Promise<void> {
    try {
      await askAndDelete(this.#deps, { mergeRequest, discussion, note });
    } catch (error) {
      this.#deps.report(t("Couldn't delete the comment."), error);
    }
  }

  async discardDraft(mergeRequest: MergeRequestKey, draft: number): Promise<void> {
    try {
      await askAndDiscardDraft(this.#deps, { mergeRequest, draft });
    } catch (error) {
      this.#deps.report(t("Couldn't discard the comment."), error);
    }
  }

  async toggleReaction(key: MergeRequestKey, note: number, name: string): Promise<void> {
    try {
      await this.#deps.reactions.toggle(key, note, name, await this.#deps.userOf(key.base));
    } catch (error) {
      this.#deps.report(t("Couldn't update the reaction."), error);
    }
  }

  isSureToDiscard(what: 'comment' | 'edit', text: string): Promise<boolean> {
    return this.#deps.prompts.confirm({
      message: what === 'edit' ? t('Discard your changes to this comment?') : t('Discard this comment?'),
      detail: t('"{0}" is visible only to you and will be lost.', excerpt(text, 200)),
      action: t('Discard'),
    });
  }
}
