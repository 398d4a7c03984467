import { type WebviewPanel, window } from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';

/** Types of the panels that are restored after a reload, as the manifest has them. */
export const PANEL_TYPES = [
  'switchyard.query',
  'switchyard.mergeRequest',
  'switchyard.createMergeRequest',
] as const;
export type PanelType = (typeof PANEL_TYPES)[number];

/** Takes over panels that were open when the window was reloaded. What fills them is loaded with the first of them. */
export function registerPanels(
  restore: (type: PanelType, panel: WebviewPanel, state: unknown) => Promise<void>,
): Disposable {
  const store = new DisposableStore();
  for (const type of PANEL_TYPES) {
    const deserializeWebviewPanel = (panel: WebviewPanel, state: unknown) => restore(type, panel, state);
    store.add(window.registerWebviewPanelSerializer(type, { deserializeWebviewPanel }));
  }
  return store;
}
