import type { Memento } from 'vscode';
import { background } from '../base/background';
import type { Parts } from './parts';

/** Loads what restores the editors of the last session, if there were any: it restores them when it is loaded. */
export function restoreEditors(state: Pick<Memento, 'get'>, parts: () => Promise<Parts>): void {
  const stored = state.get('open-editors');
  if (Array.isArray(stored) && stored.length > 0) background(parts());
}
