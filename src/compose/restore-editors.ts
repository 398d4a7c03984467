import type { Memento } from 'vscode';
import { background } from '../base/background';
import type { Parts } from './parts';

/** Loads the extension if editors of the last session must be restored. */
export function restoreEditors(state: Pick<Memento, 'get'>, parts: () => Promise<Parts>): void {
  const stored = state.get('open-editors');
  if (Array.isArray(stored) && stored.length > 0) background(parts());
}
