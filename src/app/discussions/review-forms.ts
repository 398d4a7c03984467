import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Verdict } from '../../schemas/verdict';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import { type UnfinishedComments, unfinishedReviewPlace } from './unfinished-comments';

/**
 * The reviews that the user is writing: which forms are open, and their verdicts. The summary and the verdict are
 * stored with the unsent comments, so that they remain until the review is submitted.
 */
export class ReviewForms implements Disposable {
  readonly #unfinished: Pick<UnfinishedComments, 'get' | 'put' | 'remove'>;
  /** Forms that were opened or closed in this session. Others are open if they have a stored review. */
  readonly #shown = new Map<string, 'open' | 'closed'>();
  readonly #opened = new Emitter<MergeRequestKey>();

  /** Fires when a form is opened, also if it was already open. */
  readonly onDidOpen = this.#opened.event;

  constructor(unfinished: Pick<UnfinishedComments, 'get' | 'put' | 'remove'>) {
    this.#unfinished = unfinished;
  }

  isOpen(key: MergeRequestKey): boolean {
    const shown = this.#shown.get(mergeRequestId(key));
    if (shown !== undefined) return shown === 'open';
    return this.#unfinished.get(unfinishedReviewPlace(key)) !== undefined;
  }

  verdict(key: MergeRequestKey): Verdict {
    return this.#unfinished.get(unfinishedReviewPlace(key))?.verdict ?? 'comment';
  }

  /** Opens the form. Without a verdict, the stored one is kept. */
  async open(key: MergeRequestKey, verdict: Verdict = this.verdict(key)): Promise<void> {
    this.#shown.set(mergeRequestId(key), 'open');
    const stored = this.setVerdict(key, verdict);
    this.#opened.fire(key);
    await stored;
  }

  async setVerdict(key: MergeRequestKey, verdict: Verdict): Promise<void> {
    if (verdict === this.verdict(key)) return;
    const place = unfinishedReviewPlace(key);
    await this.#unfinished.put(place, this.#unfinished.get(place)?.text ?? '', { verdict });
  }

  /** Closes the form. The summary and the verdict are kept. */
  close(key: MergeRequestKey): void {
    this.#shown.set(mergeRequestId(key), 'closed');
  }

  /** Closes the form of a submitted review, and removes what was stored. */
  async finish(key: MergeRequestKey): Promise<void> {
    this.#shown.set(mergeRequestId(key), 'closed');
    await this.#unfinished.remove(unfinishedReviewPlace(key));
  }

  dispose(): void {
    this.#opened.dispose();
  }
}
