import type { StatusBarItem } from 'vscode';
import type { SuggestionBatches } from '../../../app/discussions/apply-suggestions/suggestion-batches';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { t } from '../../../base/localize';
import { suggestionCount } from '../../../presentation/discussions/comment-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { ContextKeys } from '../../shared/editor/context-keys';
import { createStatusItem } from '../../shared/editor/status-bar-item';

/** Shows the batch of suggestions that was last changed in the status bar. A click applies it. */
export class SuggestionBatchItem implements Disposable {
  readonly #batches: Pick<SuggestionBatches, 'latest' | 'of' | 'onDidChange'>;
  readonly #contextKeys: ContextKeys;
  readonly #parts = new DisposableStore();
  #item: StatusBarItem | undefined;

  constructor(batches: Pick<SuggestionBatches, 'latest' | 'of' | 'onDidChange'>, contextKeys: ContextKeys) {
    this.#batches = batches;
    this.#contextKeys = contextKeys;
    this.#parts.add(
      batches.onDidChange(() => {
        this.#show();
      }),
    );
  }

  /** The text in the status bar; empty if the item is hidden. */
  get text(): string {
    return this.#item?.text ?? '';
  }

  dispose(): void {
    this.#parts.dispose();
    this.#item?.dispose();
  }

  #show(): void {
    const key = this.#batches.latest();
    this.#contextKeys.set('switchyard.suggestionBatch', key !== undefined);
    if (key === undefined) {
      this.#item?.dispose();
      this.#item = undefined;
      return;
    }
    this.#item ??= createStatusItem('suggestionBatch');
    const label = suggestionCount(this.#batches.of(key).length);
    this.#item.name = t('Suggestions in Batch');
    this.#item.text = `$(git-commit) ${label}`;
    this.#item.tooltip = t('Apply the suggestions in the batch of !{0}', key.iid);
    this.#item.accessibilityInformation = {
      label: t('{0} in the batch of !{1}. Apply the suggestions.', label, key.iid),
    };
    this.#item.command = {
      command: COMMAND.applySuggestionBatch,
      title: t('Apply Suggestions in Batch...'),
      arguments: [{ target: { kind: 'merge-request', mergeRequest: key } }],
    };
    this.#item.show();
  }
}
