import { storedEditorsSchema } from '../../schemas/stored-editors';
import type { KeyValueStore } from './stores';

/** An editor of the extension's own documents, as it was when the window was closed. */
export interface OpenEditor {
  /** The server that the document is from. */
  readonly base: string;
  readonly uri: string;
  /** The left side of a comparison; `uri` is its right side. */
  readonly original?: string | undefined;
  readonly title?: string | undefined;
  /** The group, from 1. */
  readonly column: number;
  readonly preview: boolean;
  /** In front in its group. */
  readonly active: boolean;
  /** A growing log that isn't followed. */
  readonly stopped?: boolean | undefined;
}

const MEMORY_KEY = 'open-editors';
/** Of more editors, the first ones are restored. */
const MAX = 50;

/** The editors that VS Code doesn't restore after a reload, for each workspace its own. */
export class OpenEditorList {
  readonly #memory: KeyValueStore;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
  }

  list(): readonly OpenEditor[] {
    return storedEditorsSchema.parse(this.#memory.get(MEMORY_KEY)).slice(0, MAX);
  }

  /** Writes only what differs from what is stored: tabs change far more often. */
  async set(editors: readonly OpenEditor[]): Promise<void> {
    const kept = editors.slice(0, MAX);
    if (JSON.stringify(kept) === JSON.stringify(this.#memory.get(MEMORY_KEY) ?? [])) return;
    await this.#memory.set(MEMORY_KEY, kept);
  }
}
