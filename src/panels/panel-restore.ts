import type { WebviewPanel } from 'vscode';
import { keptPageSchema } from '../schemas/panel-message';

/** Panels that can be filled again. */
export interface Restorable {
  restore(panel: WebviewPanel, kept: unknown): void;
}

/** Fills a panel that was open when the window was reloaded, or closes it where its state can't be read. */
export async function restorePanel(
  panel: WebviewPanel,
  state: unknown,
  load: () => Promise<Restorable>,
): Promise<void> {
  const read = keptPageSchema.safeParse(state);
  if (read.success) (await load()).restore(panel, read.data.kept);
  else panel.dispose();
}
