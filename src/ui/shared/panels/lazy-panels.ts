import { type WebviewPanel, window } from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';

/** Types of panels that are restored after a reload, as in the manifest. */
export const PANEL_TYPES = [
  'switchyard.query',
  'switchyard.mergeRequest',
  'switchyard.createMergeRequest',
  'switchyard.imageComments',
] as const;
export type PanelType = (typeof PANEL_TYPES)[number];

/** Restores panels after a reload of the window. Their implementation is loaded with the first one. */
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
