import { TabInputText, TabInputTextDiff, type TreeView, window } from 'vscode';
import type { ReadOnlyAccounts } from '../../../app/accounts/read-only-accounts';
import type { Projects } from '../../../app/projects/projects';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { readQuery } from '../../../presentation/shared/address-query';
import type { ContextKeys } from '../../shared/editor/context-keys';
import type { TreeNode } from '../../tree-node';

export interface ReadOnlyKeyDeps {
  readonly readOnly: Pick<ReadOnlyAccounts, 'has' | 'onDidChange'>;
  readonly projects: Pick<Projects, 'servers' | 'onDidChange' | 'onDidFindServer'>;
  readonly views: readonly TreeView<TreeNode>[];
  readonly contextKeys: ContextKeys;
}

/**
 * Sets the context key that hides commands that write while the token can only read. As for the commands, the active
 * editor's account counts first, then that of the selected row, then those of the workspace's projects.
 */
export class ReadOnlyKey implements Disposable {
  readonly #deps: ReadOnlyKeyDeps;
  readonly #store = new DisposableStore();
  #current = false;

  constructor(deps: ReadOnlyKeyDeps) {
    this.#deps = deps;
    const update = (): void => {
      this.#update();
    };
    for (const subscription of [
      deps.readOnly.onDidChange(update),
      deps.projects.onDidChange(update),
      deps.projects.onDidFindServer(update),
      window.tabGroups.onDidChangeTabs(update),
      window.tabGroups.onDidChangeTabGroups(update),
      ...deps.views.map((view) => view.onDidChangeSelection(update)),
    ])
      this.#store.add(subscription);
  }

  /** The value of the context key. */
  get current(): boolean {
    return this.#current;
  }

  dispose(): void {
    this.#store.dispose();
  }

  #update(): void {
    const { readOnly, projects, contextKeys } = this.#deps;
    const item = serverOfActiveEditor() ?? this.#selectedServer();
    const servers = item === undefined ? projects.servers() : [item];
    const isReadOnly = servers.length > 0 && servers.every((base) => readOnly.has(base));
    if (isReadOnly === this.#current) return;
    this.#current = isReadOnly;
    contextKeys.set('switchyard.readOnly', isReadOnly);
  }

  #selectedServer(): string | undefined {
    for (const { visible, selection } of this.#deps.views) {
      const server = visible ? selection.find((node) => node.server !== undefined)?.server : undefined;
      if (server !== undefined) return server;
    }
    return undefined;
  }
}

/** The server in the URI of the active tab; undefined for other editors. */
function serverOfActiveEditor(): string | undefined {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  const uri =
    input instanceof TabInputTextDiff
      ? input.modified
      : input instanceof TabInputText
        ? input.uri
        : undefined;
  return uri?.scheme.startsWith('switchyard-') === true ? readQuery(uri.query).get('base') : undefined;
}
