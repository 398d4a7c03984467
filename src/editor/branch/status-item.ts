import { StatusBarAlignment, type StatusBarItem, window } from 'vscode';
import type { Disposable } from '../../base/disposable';
import { t } from '../../base/localize';
import type { BranchStatus } from '../../presentation/branch/status';
import { COMMAND } from '../../presentation/shared/command-ids';
import { escapeInvisibleLine } from '../../presentation/shared/escape-invisible';
import { tooltip } from '../shared/tree-item';

/** The item of the status bar that tells of the workspace's branch. */
export class BranchStatusItem implements Disposable {
  readonly #item: StatusBarItem;
  #shown: BranchStatus | undefined;

  constructor() {
    this.#item = window.createStatusBarItem('switchyard.branch', StatusBarAlignment.Left);
    this.#item.name = t('Branch Pipeline');
    this.#item.command = COMMAND.showBranchPipeline;
  }

  /** What a person sees now; undefined while it is hidden. */
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
