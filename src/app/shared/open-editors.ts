import { storedEditorsSchema } from '../../schemas/stored/editors';
import type { KeyValueStore } from './stores';

/** An open editor of one of the extension's documents. */
export interface OpenEditor {
  /** The server of the document. */
  readonly base: string;
  readonly uri: string;
  /** The left side of a comparison; `uri` is its right side. */
  readonly original?: string | undefined;
  readonly title?: string | undefined;
  /** The editor group, from 1. */
  readonly column: number;
  /** The position among the tabs of the group that are restored, from 0. Earlier versions didn't store it. */
  readonly index?: number | undefined;
  /** Whether the tab is pinned, that is, stays at the beginning of its group. */
  readonly sticky?: boolean | undefined;
  readonly preview: boolean;
  /** Whether it is the active tab of its group. */
  readonly active: boolean;
  /** Whether it is the log of an unfinished job that isn't followed. */
  readonly stopped?: boolean | undefined;
}

const MEMORY_KEY = 'open-editors';
/** Maximum number of editors to restore. */
const MAX = 50;

/** The workspace's editors that VS Code doesn't restore after a reload. */
export class OpenEditorList {
  readonly #memory: KeyValueStore;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
  }

  list(): readonly OpenEditor[] {
    return storedEditorsSchema.parse(this.#memory.get(MEMORY_KEY)).slice(0, MAX);
  }

  /** Writes only if the list differs from the stored one, because tabs change frequently. */
  async set(editors: readonly OpenEditor[]): Promise<void> {
    const kept = editors.slice(0, MAX);
    if (JSON.stringify(kept) === JSON.stringify(this.#memory.get(MEMORY_KEY) ?? [])) return;
    await this.#memory.set(MEMORY_KEY, kept);
  }
}
