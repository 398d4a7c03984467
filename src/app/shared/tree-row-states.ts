import type { Disposable } from '../../base/disposable';
import { type StoredTreeRow, storedTreeRowsSchema } from '../../schemas/stored/tree-rows';
import type { StateKey } from './stored-state';
import type { KeyValueStore } from './stores';

/** Maximum number of rows per view. The least recently changed are removed first. */
const MAX = 100;

type Expansion = Exclude<StoredTreeRow['state'], 'selected'>;

/** The rows of a view that the user expanded, collapsed, or selected. VS Code forgets them on reload. */
export class TreeRowStates implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #key: StateKey;
  readonly #subscription: Disposable;
  #rows: readonly StoredTreeRow[] | undefined;

  /** `key`: the storage key of the view. */
  constructor(memory: KeyValueStore, key: Extract<StateKey, `${string}-rows`>) {
    this.#memory = memory;
    this.#key = key;
    this.#subscription = memory.onDidForget(() => {
      this.#rows = undefined;
    });
  }

  /** Undefined if the user neither expanded nor collapsed the row. */
  expansionOf(id: string): Expansion | undefined {
    for (const row of this.#read()) if (row.id === id && row.state !== 'selected') return row.state;
    return undefined;
  }

  get selected(): string | undefined {
    return this.#read().find(({ state }) => state === 'selected')?.id;
  }

  async setExpansion(id: string, state: Expansion): Promise<void> {
    const others = this.#read().filter((row) => row.id !== id || row.state === 'selected');
    await this.#write([...others, { id, state }]);
  }

  async select(id: string): Promise<void> {
    if (this.selected === id) return;
    await this.#write([
      ...this.#read().filter(({ state }) => state !== 'selected'),
      { id, state: 'selected' },
    ]);
  }

  /** Forgets all states but those of rows that were expanded, which are collapsed now. */
  async collapseAll(expanded: readonly string[]): Promise<void> {
    await this.#write(expanded.map((id) => ({ id, state: 'collapsed' })));
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #read(): readonly StoredTreeRow[] {
    return (this.#rows ??= storedTreeRowsSchema.parse(this.#memory.get(this.#key)));
  }

  async #write(rows: readonly StoredTreeRow[]): Promise<void> {
    this.#rows = rows.slice(-MAX);
    await this.#memory.set(this.#key, this.#rows);
  }
}
