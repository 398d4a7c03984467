import { type StatusBarItem, type TextDocument, window } from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { Event } from '../../../base/emitter';
import { t } from '../../../base/localize';
import { workingStatus } from '../../../presentation/changes/working-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { createStatusItem } from '../../shared/editor/status-bar-item';
import { workingLinesOf, workingSide } from './shown-side';

export interface WorkingItemDeps {
  readonly sides: { readonly onDidChange: Event<unknown> };
  readonly texts: { readonly onDidChange: Event<TextDocument> };
}

/** Shows in the status bar how the active file differs from the reviewed one. A click suggests the changes. */
export class WorkingItem implements Disposable {
  readonly #parts = new DisposableStore();
  #item: StatusBarItem | undefined;

  constructor({ sides, texts }: WorkingItemDeps) {
    const update = (): void => {
      this.#update();
    };
    this.#parts.add(window.onDidChangeActiveTextEditor(update));
    this.#parts.add(sides.onDidChange(update));
    this.#parts.add(texts.onDidChange(update));
    update();
  }

  /** The text in the status bar; empty if the item is hidden. */
  get text(): string {
    return this.#item?.text ?? '';
  }

  dispose(): void {
    this.#parts.dispose();
    this.#item?.dispose();
  }

  #update(): void {
    const document = window.activeTextEditor?.document;
    // While the user types in a comment box, the file stays the same.
    if (document?.uri.scheme === 'comment') return;
    const side = document && workingSide(document.uri);
    const isChanged = document !== undefined && workingLinesOf(document)?.isSame === false;
    const status = side && workingStatus({ iid: side.address.iid, isChanged, unpushed: side.unpushed });
    if (document === undefined || status === undefined) {
      this.#item?.dispose();
      this.#item = undefined;
      return;
    }
    this.#item ??= createStatusItem('workingFile');
    this.#item.name = t('Local Changes in Merge Request');
    this.#item.text = `$(git-compare) ${status.text}`;
    this.#item.tooltip = status.tooltip;
    this.#item.accessibilityInformation = { label: status.tooltip };
    this.#item.command = isChanged
      ? { command: COMMAND.suggestMyEdits, title: t('Suggest My Edits...'), arguments: [] }
      : undefined;
    this.#item.show();
  }
}
