import { env, type Range, type TextDocument, type TextEditor } from 'vscode';
import type { BoxPlace, UnfinishedBoxes } from '../../app/review/unfinished-boxes';
import type { Unfinished, UnfinishedComments, UnfinishedPlace } from '../../app/review/unfinished-comments';
import { mergeRequestId, type MergeRequestKey } from '../../app/shared/keys';
import { t } from '../../base/localize';
import { unheeded } from '../../base/log-failure';
import { insertText, noCommentBox } from '../../editor/review/comment-box';
import type { MessageAction, Prompts } from '../../editor/shared/prompts';
import { wholeLines } from '../../editor/shared/whole-lines';
import { excerpt } from '../../presentation/review/comment-markdown';

export interface CommentTextOffersDeps {
  readonly unfinished: UnfinishedComments;
  readonly boxes: UnfinishedBoxes;
  readonly prompts: Pick<Prompts, 'showMessage'>;
  /** The side of a file that VS Code adds comments to; undefined while none is in sight. */
  readonly sideOf: (place: BoxPlace) => TextEditor | undefined;
  /** Opens an empty comment box. */
  readonly open: (lines: Range, document: TextDocument) => Promise<TextEditor | undefined>;
}

/** Offers comments and replies that an earlier session left unsent, each once, when their file is in sight. */
export class CommentTextOffers {
  readonly #deps: CommentTextOffersDeps;
  /** Replies of earlier sessions that weren't offered yet, by merge request. */
  readonly #replies = new Map<string, Set<string>>();
  readonly #offered = new Set<string>();

  constructor(deps: CommentTextOffersDeps) {
    this.#deps = deps;
  }

  /** A side of a file is in sight. */
  file(place: BoxPlace): void {
    this.#earlier(place.mergeRequest);
    for (const item of this.#deps.boxes.left(place)) {
      if (this.#offered.has(item.name)) continue;
      this.#offered.add(item.name);
      this.#showMessage(
        t(
          'You have an unsent comment on {0}: "{1}". Select its lines to restore it.',
          place.path,
          excerpt(item.text),
        ),
        item,
        [{ title: t('Restore Comment'), run: () => this.#restore(item, place) }],
      );
    }
  }

  /** The box of a thread is in sight. */
  reply(place: UnfinishedPlace): void {
    const isEarlier = this.#earlier(place.mergeRequest).delete(place.name);
    const item = isEarlier ? this.#deps.unfinished.get(place) : undefined;
    if (item === undefined) return;
    const words = excerpt(item.text);
    this.#showMessage(
      t('You have an unsent reply: "{0}". Reply to the thread to continue it.', words),
      item,
      [],
    );
  }

  #earlier(mergeRequest: MergeRequestKey): Set<string> {
    const id = mergeRequestId(mergeRequest);
    const known = this.#replies.get(id);
    if (known !== undefined) return known;
    const names = this.#deps.unfinished.list(mergeRequest).map(({ name }) => name);
    const earlier = new Set(names);
    this.#replies.set(id, earlier);
    return earlier;
  }

  #showMessage(message: string, item: Unfinished, actions: readonly MessageAction[]): void {
    this.#deps.prompts.showMessage('info', message, [
      ...actions,
      { title: t('Copy Text'), run: async () => env.clipboard.writeText(item.text) },
      { title: t('Discard'), run: () => this.#remove(item) },
    ]);
  }

  async #restore(item: Unfinished, place: BoxPlace): Promise<void> {
    // It may be in a box by now.
    if (this.#deps.unfinished.get(item) === undefined) return;
    const diff = this.#deps.sideOf(place);
    if (diff === undefined) {
      const message = t('Open the diff of {0}, then add a comment to restore the text.', place.path);
      this.#deps.prompts.showMessage('info', message, []);
      return;
    }
    const box = await this.#deps.open(wholeLines(diff.selection), diff.document);
    if (box === undefined) {
      this.#deps.prompts.showMessage('info', noCommentBox(), []);
      return;
    }
    if (await insertText(box, item.text)) this.#remove(item);
  }

  #remove(item: Unfinished): void {
    unheeded(this.#deps.unfinished.remove(item));
  }
}
