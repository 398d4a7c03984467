import { TabInputCustom, TabInputText, TabInputTextDiff, window, type Tab } from 'vscode';
import type { MergeRequestKey } from '../app/keys';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { ContextKeys } from './context-keys';

/** A commit that is shown in an editor of many files. */
export interface ShownCommit {
  readonly key: MergeRequestKey;
  readonly sha: string;
}

/** Editors whose commits are remembered; those opened longest ago are forgotten. */
const MOST_KNOWN = 30;

/** Which commit stands in front. Of an editor of many files the editor tells nothing but its label. */
export class ActiveCommit implements Disposable {
  readonly #contextKeys: ContextKeys;
  readonly #known = new Map<string, ShownCommit>();
  readonly #parts = new DisposableStore();
  #told: boolean | undefined;

  constructor(contextKeys: ContextKeys) {
    this.#contextKeys = contextKeys;
    const tell = (): void => {
      this.#tell();
    };
    this.#parts.add(window.tabGroups.onDidChangeTabs(tell));
    this.#parts.add(window.tabGroups.onDidChangeTabGroups(tell));
  }

  get current(): ShownCommit | undefined {
    return commitOf(this.#known, window.tabGroups.activeTabGroup.activeTab);
  }

  /** An editor with this title is opened. */
  opens(title: string, commit: ShownCommit): void {
    this.#known.delete(title);
    this.#known.set(title, commit);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    this.#tell();
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #tell(): void {
    const now = this.current !== undefined;
    if (now === this.#told) return;
    this.#told = now;
    this.#contextKeys.set('switchyard.activeCommit', now);
  }
}

function commitOf(known: ReadonlyMap<string, ShownCommit>, tab: Tab | undefined): ShownCommit | undefined {
  if (tab === undefined || isOfOneFile(tab.input)) return undefined;
  // The editor puts the number of files behind the title.
  return known.get(tab.label) ?? known.get(tab.label.replace(/ \([^()]*\)$/, ''));
}

const isOfOneFile = (input: unknown): boolean =>
  input instanceof TabInputText || input instanceof TabInputTextDiff || input instanceof TabInputCustom;
