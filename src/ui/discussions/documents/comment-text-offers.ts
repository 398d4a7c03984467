import { env, type Range, type TextDocument, type TextEditor } from 'vscode';
import type { BoxPlace, UnfinishedBoxes } from '../../../app/discussions/unfinished-boxes';
import type {
  Unfinished,
  UnfinishedComments,
  UnfinishedPlace,
} from '../../../app/discussions/unfinished-comments';
import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import { ignoreFailure } from '../../../base/background';
import { t } from '../../../base/localize';
import { excerpt } from '../../../presentation/discussions/comment-markdown';
import type { MessageAction, Prompts } from '../../shared/editor/prompts';
import { wholeLines } from '../../shared/editor/whole-lines';
import { insertText, noCommentBox } from '../editor/comment-box';

export interface CommentTextOffersDeps {
  readonly unfinished: UnfinishedComments;
  readonly boxes: UnfinishedBoxes;
  readonly prompts: Pick<Prompts, 'showMessage'>;
  /** Returns the side of a file on which VS Code adds comments; undefined if none is visible. */
  readonly sideOf: (place: BoxPlace) => TextEditor | undefined;
  /** Opens an empty comment box. */
  readonly open: (lines: Range, document: TextDocument) => Promise<TextEditor | undefined>;
}

/** Offers unsent comments and replies of earlier sessions once, when their file is visible. */
export class CommentTextOffers {
  readonly #deps: CommentTextOffersDeps;
  /** Replies of earlier sessions that haven't been offered yet, by merge request. */
  readonly #replies = new Map<string, Set<string>>();
  readonly #offered = new Set<string>();

  constructor(deps: CommentTextOffersDeps) {
    this.#deps = deps;
  }

  /** Called when a side of a file is visible. */
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

  /** Called when the box of a thread is visible. */
  reply(place: UnfinishedPlace): void {
    const isEarlier = this.#earlier(place.mergeRequest).delete(place.name);
    const item = isEarlier ? this.#deps.unfinished.get(place) : undefined;
    if (item === undefined) return;
    const preview = excerpt(item.text);
    this.#showMessage(
      t('You have an unsent reply: "{0}". Reply to the thread to continue it.', preview),
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
    // The text may already be in a comment box.
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
    ignoreFailure(this.#deps.unfinished.remove(item));
  }
}
