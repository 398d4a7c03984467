import type { Moved } from '../api/moved';
import { Emitter } from '../base/emitter';
import { isRecord } from '../base/record';
import type { KeyValueStore } from './ports';

/** Under this name the ids of moved projects are remembered. */
const MEMORY_KEY = 'moved-projects';

/** The oldest moves are forgotten above this number: they only save a redirect. */
const MOST = 100;

/**
 * Which projects are found under another reference than a remote names (doc 1 §1, redirects). Reading follows a
 * redirect, writing does not: who goes by the id can do both.
 */
export class Moves {
  readonly #memory: KeyValueStore;
  readonly #changed = new Emitter<void>();

  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
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
    await this.#write([...known].slice(-MOST));
    this.#changed.fire();
  }

  /** For a path where the id no longer leads anywhere; the path itself may name a new project. */
  async forget(base: string, path: string): Promise<void> {
    const known = this.#read();
    if (known.delete(nameOf(base, path))) await this.#write([...known]);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #read(): Map<string, number> {
    const held = this.#memory.get(MEMORY_KEY);
    if (!isRecord(held)) return new Map();
    return new Map(
      Object.entries(held).flatMap(([name, id]) => (typeof id === 'number' ? [[name, id] as const] : [])),
    );
  }

  #write(moves: readonly (readonly [string, number])[]): Promise<void> {
    return this.#memory.set(MEMORY_KEY, Object.fromEntries(moves));
  }
}

/** Paths of projects are found without regard to case. */
const nameOf = (base: string, path: string): string => `${base} ${path.toLowerCase()}`;
