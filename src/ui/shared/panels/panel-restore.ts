import type { WebviewPanel } from 'vscode';
import { keptPageSchema } from '../../../schemas/panel-message';

/** Restores panels of one kind. */
export interface Restorable {
  restore(panel: WebviewPanel, kept: unknown): void;
}

/** Restores a panel after a reload of the window. Closes it if its state is invalid. */
export async function restorePanel(
  panel: WebviewPanel,
  state: unknown,
  load: () => Promise<Restorable>,
): Promise<void> {
  const read = keptPageSchema.safeParse(state);
  if (read.success) (await load()).restore(panel, read.data.kept);
  else panel.dispose();
}
