import type { Moved } from '../../api/moved';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { movedProjectsSchema } from '../../schemas/stored-projects';
import type { KeyValueStore } from '../shared/stores';

/** Under this name the ids of moved projects are remembered. */
const MEMORY_KEY = 'moved-projects';

/** The oldest moves are forgotten above this number: they only save a redirect. */
const MAX = 100;

/**
 * Which projects are found under another reference than a remote names (server-behavior.md#moved-projects). Reading
 * follows a redirect, writing does not: who goes by the id can do both.
 */
export class ProjectRenames {
  readonly #memory: KeyValueStore;
  readonly #subscription: Disposable;
  readonly #changed = new Emitter<void>();

  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
    this.#subscription = memory.onDidForget(() => {
      this.#changed.fire();
    });
  }

  /** The id of a project that is known to have moved away from this path. */
  idOf(base: string, path: string): number | undefined {
    return this.#read().get(nameOf(base, path));
  }

  async remember(base: string, { from, to }: Moved): Promise<void> {
    const name = nameOf(base, from);
    const known = this.#read();
    if (known.get(name) === to) return;
    known.delete(name);
    known.set(name, to);
    await this.#write([...known].slice(-MAX));
    this.#changed.fire();
  }

  /** For a path where the id no longer leads anywhere; the path itself may name a new project. */
  async forget(base: string, path: string): Promise<void> {
    const known = this.#read();
    if (known.delete(nameOf(base, path))) await this.#write([...known]);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #read(): Map<string, number> {
    return new Map(Object.entries(movedProjectsSchema.parse(this.#memory.get(MEMORY_KEY))));
  }

  #write(moves: readonly (readonly [string, number])[]): Promise<void> {
    return this.#memory.set(MEMORY_KEY, Object.fromEntries(moves));
  }
}

/** Paths of projects are found without regard to case. */
const nameOf = (base: string, path: string): string => `${base} ${path.toLowerCase()}`;
