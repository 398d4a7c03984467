import type { Client } from '../../api/client';
import { getVersion } from '../../api/endpoints/server';
import { hasInternalNotes, InternalNotesMissingError } from '../../domain/discussions/internal-notes';

/** Knows which servers support internal notes on merge requests. */
export class InternalNotes {
  readonly #clientFor: (base: string) => Pick<Client, 'call'>;
  readonly #known = new Map<string, Promise<boolean>>();

  constructor(clientFor: (base: string) => Pick<Client, 'call'>) {
    this.#clientFor = clientFor;
  }

  /**
   * Must be called before an internal note is sent.
   * @throws InternalNotesMissingError if the server is too old, or ApiError if its version can't be read.
   */
  async check(base: string): Promise<void> {
    const supported = this.#known.get(base) ?? this.#read(base);
    this.#known.set(base, supported);
    try {
      if (await supported) return;
    } catch (error) {
      // The next call tries again.
      this.#known.delete(base);
      throw error;
    }
    throw new InternalNotesMissingError(base);
  }

  async #read(base: string): Promise<boolean> {
    const { version } = await this.#clientFor(base).call(getVersion, {});
    return hasInternalNotes(version);
  }
}
