import type { StatusBarItem } from 'vscode';
import type { ResolutionWatch } from '../../../app/git/resolution-watch';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { t } from '../../../base/localize';
import {
  leftText,
  resolvedText,
  resolvingTooltip,
} from '../../../presentation/merge-requests/resolve-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { plainText } from '../../../presentation/shared/plain-text';
import type { ContextKeys } from '../../shared/editor/context-keys';
import { createStatusItem } from '../../shared/editor/status-bar-item';

/** The status bar item while the conflicts of a merge request are being resolved. */
export class ResolvingItem implements Disposable {
  readonly #item: StatusBarItem;
  readonly #watch: ResolutionWatch;
  readonly #contextKeys: ContextKeys;
  readonly #subscriptions = new DisposableStore();

  constructor(watch: ResolutionWatch, contextKeys: ContextKeys) {
    this.#watch = watch;
    this.#contextKeys = contextKeys;
    this.#item = this.#subscriptions.add(createStatusItem('resolving'));
    this.#item.name = t('Merge Request Conflicts');
    this.#item.command = COMMAND.continueResolving;
    this.#subscriptions.add(
      watch.onDidChange(() => {
        this.#draw();
      }),
    );
    this.#draw();
  }

  /** The displayed text; undefined while no conflicts are being resolved. */
  get shown(): string | undefined {
    return this.#watch.resolution === undefined ? undefined : this.#item.text;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #draw(): void {
    const { resolution, count } = this.#watch;
    this.#contextKeys.set('switchyard.resolving', resolution?.place.kind ?? false);
    if (resolution === undefined) {
      this.#item.hide();
      return;
    }
    const { key, way, source, target } = resolution;
    const left = count?.left ?? 0;
    const text = left === 0 ? resolvedText() : leftText(left, count?.of ?? left);
    this.#item.text = `$(${left === 0 ? 'check' : 'git-merge'}) ${text}`;
    const tooltip = resolvingTooltip(key.iid, {
      way,
      source: source.branch,
      target: target.branch,
      step: count?.step,
    });
    this.#item.tooltip = plainText(tooltip);
    this.#item.accessibilityInformation = { label: `${text}, ${tooltip.replaceAll('\n', ', ')}` };
    this.#item.show();
  }
}
