import { window, type WebviewPanel } from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import { keptPageSchema } from '../schemas/panel-message';

/** Panels that can be filled again. */
export interface Restorable {
  restore(panel: WebviewPanel, kept: unknown): void;
}

/**
 * Takes over panels that were open when the window was reloaded. It is there from the start and loads what fills them
 * only when there is one.
 */
export function restorePanels(kinds: Readonly<Record<string, () => Promise<Restorable>>>): Disposable {
  const store = new DisposableStore();
  for (const [viewType, load] of Object.entries(kinds)) {
    store.add(
      window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: async (panel: WebviewPanel, state: unknown) => {
          const read = keptPageSchema.safeParse(state);
          if (read.success) (await load()).restore(panel, read.data.kept);
          else panel.dispose();
        },
      }),
    );
  }
  return store;
}
