import type { StatusBarItem } from 'vscode';
import type { Disposable } from '../../../base/disposable';
import { t } from '../../../base/localize';
import type { BranchStatus } from '../../../presentation/branch/status';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import { createStatusItem } from '../../shared/editor/status-bar-item';
import { tooltip } from '../../shared/editor/tree-item';

/** The status bar item for the workspace's branch. */
export class BranchStatusItem implements Disposable {
  readonly #item: StatusBarItem;
  #shown: BranchStatus | undefined;

  constructor() {
    this.#item = createStatusItem('branch');
    this.#item.name = t('Branch Pipeline');
    this.#item.command = COMMAND.showBranchPipeline;
  }

  /** The displayed status; undefined while the item is hidden. */
  get shown(): BranchStatus | undefined {
    return this.#shown;
  }

  show(status: BranchStatus | undefined): void {
    this.#shown = status;
    if (status === undefined) {
      this.#item.hide();
      return;
    }
    this.#item.text = status.text;
    this.#item.tooltip = tooltip(status.details);
    this.#item.accessibilityInformation = { label: escapeInvisibleLine(status.accessibleLabel) };
    this.#item.show();
  }

  dispose(): void {
    this.#item.dispose();
  }
}
