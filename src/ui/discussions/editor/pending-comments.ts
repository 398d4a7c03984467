import type { StatusBarItem } from 'vscode';
import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import { type Disposable } from '../../../base/disposable';
import { t } from '../../../base/localize';
import { pendingComments } from '../../../presentation/discussions/comment-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { ContextKeys } from '../../shared/editor/context-keys';
import { createStatusItem } from '../../shared/editor/status-bar-item';

/** Shows whether the user has pending comments: with the buttons of comment boxes, and in the status bar. */
export class PendingComments implements Disposable {
  readonly #contextKeys: ContextKeys;
  #item: StatusBarItem | undefined;
  #review: 'none' | 'ready' | 'begun' | undefined;
  /** The merge request and the number that the item shows. */
  #shown: string | undefined;

  constructor(contextKeys: ContextKeys) {
    this.#contextKeys = contextKeys;
  }

  /** The text in the status bar; empty if the item is hidden. */
  get text(): string {
    return this.#item?.text ?? '';
  }

  /** `count`: number of pending comments on the merge request; undefined if they aren't available. */
  show(key: MergeRequestKey | undefined, count: number | undefined): void {
    const review = count === undefined ? 'none' : count === 0 ? 'ready' : 'begun';
    // The editor updates all menus for each call.
    if (review !== this.#review) this.#contextKeys.set('switchyard.review', review);
    this.#review = review;
    if (key === undefined || count === undefined || count === 0) {
      this.#item?.dispose();
      [this.#item, this.#shown] = [undefined, undefined];
      return;
    }
    // The editor draws the item again for each change, and a click on it at this time has no effect.
    const shown = `${mergeRequestId(key)} ${count}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#item ??= createStatusItem('pendingComments');
    const label = pendingComments(count);
    this.#item.name = t('Pending Comments');
    this.#item.text = `$(comment-draft) ${label}`;
    this.#item.tooltip = t('Submit your review of !{0}', key.iid);
    this.#item.accessibilityInformation = { label: t('{0}. Submit your review of !{1}.', label, key.iid) };
    this.#item.command = {
      command: COMMAND.submitReview,
      title: t('Submit Review...'),
      arguments: [{ target: { kind: 'merge-request', mergeRequest: key } }],
    };
    this.#item.show();
  }

  dispose(): void {
    this.#item?.dispose();
  }
}
