import { window } from 'vscode';
import type { Changes } from '../app/changes';
import { fileOfSide } from '../app/side-file';
import type { ViewedFiles } from '../app/viewed-files';
import { DisposableStore, type Disposable } from '../base/disposable';
import { activeReview } from './active-review';
import type { ContextKeys } from './context-keys';

export interface ActiveViewedPorts {
  readonly changes: Pick<Changes, 'peek' | 'onDidChange'>;
  readonly viewed: Pick<ViewedFiles, 'isViewed' | 'onDidChange'>;
  readonly contextKeys: ContextKeys;
}

/** Lets the menus know whether the file whose diff is open is marked as viewed. Asks for nothing. */
export class ActiveViewed implements Disposable {
  readonly #ports: ActiveViewedPorts;
  readonly #parts = new DisposableStore();
  #told: string | undefined;

  constructor(ports: ActiveViewedPorts) {
    this.#ports = ports;
    const tell = (): void => {
      this.#tell();
    };
    this.#parts.add(window.tabGroups.onDidChangeTabs(tell));
    this.#parts.add(window.tabGroups.onDidChangeTabGroups(tell));
    this.#parts.add(window.onDidChangeActiveTextEditor(tell));
    this.#parts.add(ports.changes.onDidChange(tell));
    this.#parts.add(ports.viewed.onDidChange(tell));
    tell();
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #tell(): void {
    const now = this.#state();
    if (now === this.#told) return;
    this.#told = now;
    this.#ports.contextKeys.set('switchyard.activeFileViewed', now);
  }

  #state(): 'viewed' | 'unviewed' | 'unknown' {
    const address = activeReview()?.address;
    if (address === undefined) return 'unknown';
    const { base, project, iid, path } = address;
    const key = { base, project, iid };
    const file = fileOfSide(this.#ports.changes.peek(key)?.files ?? [], path);
    if (file === undefined) return 'unknown';
    return this.#ports.viewed.isViewed(key, file) ? 'viewed' : 'unviewed';
  }
}
