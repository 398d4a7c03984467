import { type CommentToPost, isEdit } from '../../../app/discussions/comment-to-post';
import type { Reactions } from '../../../app/discussions/reactions';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { excerpt } from '../../../presentation/discussions/comment-markdown';
import type { User } from '../../../schemas/user';
import type { Prompts } from '../../shared/editor/prompts';
import { type CommentCommandDeps, couldNotSend, showPostResult } from './comment-deps';
import { askAndDelete, askAndDiscardDraft } from './edit-comment-commands';
import { appendedReply } from './pending-reply';

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

  /** Sends a comment, or the new text of a comment. Text that wasn't sent is kept and can be sent again. */
  async post(key: MergeRequestKey, comment: CommentToPost): Promise<void> {
    const what = isEdit(comment) ? t("Couldn't save the comment.") : couldNotSend();
    try {
      showPostResult(this.#deps, what, await this.#deps.discussionActions.post(key, comment));
    } catch (error) {
      this.#deps.report(what, error);
    }
  }

  /** Asks if the comment would be a second pending reply, as `appendedReply`. */
  appended(key: MergeRequestKey, comment: CommentToPost): Promise<CommentToPost | undefined> | undefined {
    return appendedReply(this.#deps, key, comment);
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
