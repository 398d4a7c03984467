import { ignoreError } from '../../base/background';
import { LruMap } from '../../base/lru-map';
import type { GitRemote, Repository } from './stores';

const MAX_REPOSITORIES = 100;

/**
 * Remotes of repositories as git uses them. The editor's git support reads them from `.git/config` without settings such
 * as `insteadOf`, and without included files. Asks git once for each repository, and again when its remotes change.
 */
export class EffectiveRemotes {
  readonly #ask: ((repository: string) => Promise<readonly GitRemote[]>) | undefined;
  readonly #known = new LruMap<string, Promise<readonly GitRemote[]>>(MAX_REPOSITORIES);

  /** Without `ask`, the remotes are those of the editor. */
  constructor(ask: ((repository: string) => Promise<readonly GitRemote[]>) | undefined) {
    this.#ask = ask;
  }

  /** Resolves with the remotes of the editor if git can't be asked. */
  async of({ id, remotes }: Pick<Repository, 'id' | 'remotes'>): Promise<readonly GitRemote[]> {
    if (this.#ask === undefined) return remotes;
    const key = JSON.stringify([id, remotes]);
    const known = this.#known.get(key) ?? this.#ask(id);
    this.#known.set(key, known);
    try {
      return await known;
    } catch (error) {
      ignoreError(error);
      // The repository was closed, or git isn't available at the moment.
      this.#known.delete(key);
      return remotes;
    }
  }
}
